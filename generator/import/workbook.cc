// Reads workbooks: Office Open XML (xlsx.cc) and OpenDocument spreadsheets (ods.cc). Both are XML in ZIP archives.
#include "import/workbook.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "base/text.h"
#include "markup/html_scanner.h"
#include "quantity/decimal.h"

namespace import {
namespace {

// Returns the path of the workbook as stated in the package's relations. The default is the path that almost all
// programs use.
std::string workbook_path(const ZipArchive& archive) {
  const auto relations = archive.read("_rels/.rels");
  markup::HtmlScanner scanner(relations ? std::string_view(relations.value()) : "");
  while (scanner.next())
    if (!scanner.is_text() && scanner.tag().attribute("Type").ends_with("/officeDocument")) {
      const std::string path = scanner.tag().decoded("Target");
      return path.starts_with('/') ? path.substr(1) : path;
    }
  return "xl/workbook.xml";
}

}  // namespace

size_t leading_number(std::string_view digits, size_t otherwise) {
  size_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end != digits.data() ? value : otherwise;
}

std::string shown_digits(std::string_view stored) {
  const std::string_view mantissa = stored.substr(0, stored.find_first_of("eE"));
  const auto first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos || std::ranges::count_if(mantissa.substr(first), base::is_digit) <= 15)
    return std::string(stored);
  return fmt::format("{:.15g}", std::strtod(std::string(stored).c_str(), nullptr));
}

std::string percent_of(std::string_view stored) {
  const auto value = quantity::Exact::parse(shown_digits(stored));
  const auto digits = value ? (*value * 100).to_decimal() : std::nullopt;
  return digits ? *digits + "%" : std::string(stored);
}

base::Result<std::vector<Grid>, std::string> read_workbook(std::string_view bytes) {
  const auto archive = ZipArchive::open(bytes);
  if (!archive) return base::Failure{archive.error()};
  std::optional<std::vector<Grid>> grids;
  if (const std::string path = workbook_path(archive.value()); archive.value().contains(path)) {
    grids = read_xlsx(archive.value(), path);
  } else {
    const auto content = archive.value().read("content.xml");
    if (content) grids = read_ods(content.value());
  }
  if (!grids) return base::Failure{std::string("is neither an XLSX nor an ODS workbook, or it is damaged")};
  return std::move(*grids);
}

}  // namespace import
