// The functions of libcurl (7.88 or later) that are used here. The library is loaded on first use, because a build
// makes no requests and must not load the 30 libraries that libcurl needs. https://curl.se/libcurl/c/; its ABI has been
// stable since 2006.
#pragma once
#include <sys/socket.h>

#include <string>

#include "base/result.h"

namespace web {

// As in curl/curl.h, curl/options.h and curl/urlapi.h; opaque types are void.
struct CurlAddress {
  int family;
  int socket_type;
  int protocol;
  unsigned size;
  sockaddr address;
};
struct CurlOption {
  const char* name;
  int id;
  int type;
  unsigned flags;
};

enum CurlCode : int {
  kCurlOk = 0,
  kCurlBadCertificate = 60,
  kCurlNoAuthorities = 77,
};
constexpr int kCurlResponseCode = 0x200002, kCurlRetryAfter = 0x600039, kCurlRedirectUrl = 0x10001f;  // CURLINFO_…
constexpr size_t kCurlErrorSize = 256;                                                                // CURL_ERROR_SIZE
constexpr int kCurlPartUrl = 0, kCurlPartScheme = 1, kCurlPartHost = 5;                               // CURLUPART_…
constexpr int kCurlUserNotAllowed = 8;                                                                // CURLUE_…
constexpr unsigned kCurlNoDefaultPort = 1U << 1, kCurlAnyScheme = 1U << 3, kCurlNoUser = 1U << 5,     // CURLU_…
    kCurlAllowSpace = 1U << 11, kCurlPunycode = 1U << 12;

struct Library {
  void* (*create)() = nullptr;
  void (*destroy)(void* handle) = nullptr;
  void (*reset)(void* handle) = nullptr;
  int (*set)(void* handle, int option, ...) = nullptr;
  int (*perform)(void* handle) = nullptr;
  int (*get)(void* handle, int info, ...) = nullptr;
  const char* (*describe)(int code) = nullptr;
  const CurlOption* (*find_option)(const char* name) = nullptr;

  void* (*create_url)() = nullptr;
  void (*destroy_url)(void* url) = nullptr;
  int (*set_url)(void* url, int part, const char* text, unsigned flags) = nullptr;
  int (*get_url)(const void* url, int part, char** text, unsigned flags) = nullptr;
  const char* (*describe_url)(int code) = nullptr;
  void (*free)(void* text) = nullptr;
};

// Loads the library once. The error explains what to install.
const base::Result<Library, std::string>& library();

}  // namespace web
