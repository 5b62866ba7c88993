#include "site/words.h"

#include <doctest/doctest.h>

namespace site {
namespace {

TEST_CASE("the direction of a language is that of its usual script") {
  for (const char* lang : {"ar", "ar-EG", "he", "fa-IR", "ur", "AR", "dv", "ckb", "yi"})
    CHECK_MESSAGE(direction_of(lang) == "rtl", lang);
  for (const char* lang : {"en", "de-AT", "zh-Hant-TW", "ja", "az", "ku", "ha", "", "a", "arabic", "hei"})
    CHECK_MESSAGE(direction_of(lang) == "ltr", lang);
}

TEST_CASE("an explicit script subtag determines the direction, but extensions and later subtags do not") {
  for (const char* lang : {"az-Arab", "ku-arab-IQ", "pa-Arab-PK", "yi-Hebr", "zh-cmn-Arab", "ar-arb-Arab"})
    CHECK_MESSAGE(direction_of(lang) == "rtl", lang);
  for (const char* lang :
       {"ar-Latn", "he-Latn-IL", "en-US-x-arab", "de-1996", "sl-IT-nedis", "-", "--", "ar-Latn-x-rtl"})
    CHECK_MESSAGE(direction_of(lang) == "ltr", lang);
  CHECK(direction_of("ar-") == "rtl");
}

}  // namespace
}  // namespace site
