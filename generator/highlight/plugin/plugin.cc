// The library that highlights code by KSyntaxHighlighting; it is loaded when needed (highlight/plugin/interface.h).
#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>
#include <QHash>
#include <QString>
#include <QVector>
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "highlight/highlight.h"
#include "highlight/plugin/interface.h"
#include "ksyntaxhighlighting_version.h"

namespace {

using highlight::Piece;
using highlight::Style;
namespace ksh = KSyntaxHighlighting;

#ifdef KSYNTAXHIGHLIGHTING_VERSION_STRING  // KDE Frameworks 6
constexpr const char* kVersion = KSYNTAXHIGHLIGHTING_VERSION_STRING;
#else
constexpr const char* kVersion = SyntaxHighlighting_VERSION_STRING;
#endif

// People do not write longer lines, and regular expressions would be slow on them.
constexpr size_t kMaxLine = 4000;

// The library's styles for each of ours, which are few because a theme has few colours. Other styles are plain.
using Theme = ksh::Theme;
const std::pair<Style, std::vector<Theme::TextStyle>> kStyles[] = {
    {Style::keyword, {Theme::Keyword, Theme::ControlFlow, Theme::Import}},
    {Style::type, {Theme::DataType}},
    {Style::name, {Theme::Function, Theme::BuiltIn, Theme::Extension}},
    {Style::string, {Theme::Char, Theme::SpecialChar, Theme::String, Theme::VerbatimString, Theme::SpecialString}},
    {Style::number, {Theme::DecVal, Theme::BaseN, Theme::Float, Theme::Constant}},
    {Style::comment,
     {Theme::Comment, Theme::Documentation, Theme::Annotation, Theme::CommentVar, Theme::RegionMarker,
      Theme::Information, Theme::Warning, Theme::Alert}},
    {Style::meta, {Theme::Preprocessor, Theme::Others}}};

Style style_of(Theme::TextStyle style) {
  for (const auto& [ours, theirs] : kStyles)
    if (std::find(theirs.begin(), theirs.end(), style) != theirs.end()) return ours;
  return Style::plain;
}

class KdeHighlighter final : public highlight::Highlighter, private ksh::AbstractHighlighter {
 public:
  KdeHighlighter() {
    definitions_ = repository_.definitions();
    for (int i = 0; i < definitions_.size(); ++i) {
      if (definitions_[i].isHidden()) continue;
      by_name_.insert(definitions_[i].name().toLower(), i);
      version_ += definitions_[i].name().toStdString() + " " + std::to_string(definitions_[i].version()) + "\n";
    }
    for (auto [name, aliases] : kAliases)
      if (const int found = by_name_.value(QString::fromLatin1(name).toLower(), -1); found >= 0)
        for (const QString& alias : QString::fromLatin1(aliases).split(' ')) by_name_.insert(alias, found);
  }

  std::optional<std::vector<Piece>> pieces(std::string_view language, std::string_view code) override {
    const int found = find(QString::fromUtf8(language.data(), static_cast<int>(language.size())));
    if (found < 0) return std::nullopt;
    setDefinition(definitions_[found]);
    pieces_.clear();
    ksh::State state;
    for (size_t at = 0; at < code.size();) {
      const size_t end = std::min(code.find('\n', at), code.size());
      const std::string_view line = code.substr(at, end - at);
      if (line.size() <= kMaxLine) {
        text_ = QString::fromUtf8(line.data(), static_cast<int>(line.size()));
        unit_ = 0;
        byte_ = at + (line.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
        state = highlightLine(text_, state);
      }
      at = end + 1;
    }
    return std::move(pieces_);
  }

  std::string version() const override { return version_; }

  std::vector<std::string> languages() const override {
    std::vector<std::string> names;
    for (auto each = by_name_.constBegin(); each != by_name_.constEnd(); ++each)
      if (each.value() >= 0) names.push_back(each.key().toStdString());
    return names;
  }

 private:
  int find(const QString& language) {
    const QString name = language.toLower();
    auto found = by_name_.constFind(name);
    if (found != by_name_.constEnd()) return *found;
    const ksh::Definition definition = repository_.definitionForFileName(QStringLiteral("x.") + name);
    const int index = definition.isValid() ? by_name_.value(definition.name().toLower(), -1) : -1;
    by_name_.insert(name, index);
    return index;
  }

  // Adds a piece, or extends the last one.
  void applyFormat(int offset, int length, const ksh::Format& format) override {
    const Style style = style_of(format.textStyle());
    if (style == Style::plain || length <= 0) return;
    const uint32_t begin = byte_of(offset), end = byte_of(offset + length);
    if (!pieces_.empty() && pieces_.back().end == begin && pieces_.back().style == style)
      pieces_.back().end = end;
    else
      pieces_.push_back({begin, end, style});
  }

  // Converts an offset of the line, which Qt counts in UTF-16 code units, to bytes of the code. Offsets are in
  // ascending order, so one pass converts all of them.
  uint32_t byte_of(int unit) {
    for (; unit_ < unit && unit_ < text_.size(); ++unit_) {
      const QChar c = text_.at(unit_);
      if (c.isLowSurrogate()) continue;
      const ushort code = c.unicode();
      if (code < 0x800)
        byte_ += code < 0x80 ? 1 : 2;
      else
        byte_ += c.isHighSurrogate() ? 4 : 3;
    }
    return static_cast<uint32_t>(byte_);
  }

  // Names of languages in other tools, in addition to the library's own names and file extensions.
  static constexpr std::pair<const char*, const char*> kAliases[] = {{"Bash", "sh shell"},
                                                                     {"C#", "csharp"},
                                                                     {"C++", "c++ cpp"},
                                                                     {"Diff", "patch"},
                                                                     {"Dockerfile", "docker"},
                                                                     {"GNU Assembler", "asm"},
                                                                     {"Go", "golang"},
                                                                     {"HTML", "html"},
                                                                     {"INI Files", "ini"},
                                                                     {"JSON", "jsonc"},
                                                                     {"JavaScript", "js node"},
                                                                     {"Jinja2", "jinja"},
                                                                     {"LaTeX", "tex"},
                                                                     {"Makefile", "make"},
                                                                     {"Protobuf", "protobuf"},
                                                                     {"Python", "py python3"},
                                                                     {"Rust", "rs"},
                                                                     {"SQL (MySQL)", "mysql"},
                                                                     {"SQL (PostgreSQL)", "postgresql postgres"},
                                                                     {"SQL", "sqlite"},
                                                                     {"Terraform", "hcl"},
                                                                     {"TypeScript", "ts"},
                                                                     {"YAML", "yml"}};

  // Qt removes a byte order mark from the beginning of every text.
  static constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

  ksh::Repository repository_;
  QVector<ksh::Definition> definitions_;
  QHash<QString, int> by_name_;
  std::string version_ = kVersion;
  std::vector<Piece> pieces_;
  QString text_;     // the line
  int unit_ = 0;     // a position in text_
  size_t byte_ = 0;  // the same position in the code
};

// Hides the data folders of this machine: definitions that a user or an editor has installed there would replace those
// of the library, and the site would depend on the machine.
class WithoutData {
 public:
  WithoutData() {
    for (size_t i = 0; i < 2; ++i) {
      if (const char* value = std::getenv(kNames[i])) before_[i] = value;
      setenv(kNames[i], "/nonexistent", 1);
    }
  }
  ~WithoutData() {
    for (size_t i = 0; i < 2; ++i)
      if (before_[i])
        setenv(kNames[i], before_[i]->c_str(), 1);
      else
        unsetenv(kNames[i]);
  }

 private:
  static constexpr const char* kNames[] = {"XDG_DATA_HOME", "XDG_DATA_DIRS"};
  std::optional<std::string> before_[2];
};

}  // namespace

extern "C" __attribute__((visibility("default"))) highlight::Highlighter* sourcebook_highlighter() {
  const WithoutData without;
  return new KdeHighlighter();
}
