// The functions of libcurl that are used here, found when they are first needed: a build asks nobody, and must not wait
// for the 30 libraries that libcurl brings. https://curl.se/libcurl/c/; its binary interface is kept since 2006.
#pragma once
#include <sys/socket.h>

#include <string>

#include "base/result.h"

namespace web {

// As in curl/curl.h and curl/options.h; types that are only handed on are void.
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
  kCurlUnknownHost = 6,
  kCurlNotConnected = 7,
  kCurlTimedOut = 28,
  kCurlBadCertificate = 60,
  kCurlNoAuthorities = 77,
};
constexpr int kCurlResponseCode = 0x200002, kCurlRetryAfter = 0x600039, kCurlSystemError = 0x200019;  // CURLINFO_…
constexpr size_t kCurlErrorSize = 256;                                                                // CURL_ERROR_SIZE

struct Library {
  void* (*create)() = nullptr;
  void (*destroy)(void* handle) = nullptr;
  void (*reset)(void* handle) = nullptr;
  int (*set)(void* handle, int option, ...) = nullptr;
  int (*perform)(void* handle) = nullptr;
  int (*get)(void* handle, int info, ...) = nullptr;
  const char* (*describe)(int code) = nullptr;
  const CurlOption* (*find_option)(const char* name) = nullptr;
};

// Loaded once. The error says what to install.
const base::Result<Library, std::string>& library();

}  // namespace web
