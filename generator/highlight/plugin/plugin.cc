#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>
#include <QHash>
#include <QString>
#include <QVector>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "highlight/highlight.h"
#include "highlight/plugin/interface.h"
#include "ksyntaxhighlighting_version.h"

namespace {

using highlight::Style;
namespace ksh = KSyntaxHighlighting;

#ifdef KSYNTAXHIGHLIGHTING_VERSION_STRING  // KDE Frameworks 6
constexpr const char* kVersion = KSYNTAXHIGHLIGHTING_VERSION_STRING;
#else
constexpr const char* kVersion = SyntaxHighlighting_VERSION_STRING;
#endif

// People do not write longer lines, and regular expressions would be slow on them.
constexpr size_t kMaxLine = 4000;

// Maps many styles to few, because a theme has few colours.
Style style_of(ksh::Theme::TextStyle style) {
  using Theme = ksh::Theme;
  switch (style) {
    case Theme::Keyword:
    case Theme::ControlFlow:
    case Theme::Import:
      return Style::keyword;
    case Theme::DataType:
      return Style::type;
    case Theme::Function:
    case Theme::BuiltIn:
    case Theme::Extension:
      return Style::name;
    case Theme::Char:
    case Theme::SpecialChar:
    case Theme::String:
    case Theme::VerbatimString:
    case Theme::SpecialString:
      return Style::string;
    case Theme::DecVal:
    case Theme::BaseN:
    case Theme::Float:
    case Theme::Constant:
      return Style::number;
    case Theme::Comment:
    case Theme::Documentation:
    case Theme::Annotation:
    case Theme::CommentVar:
    case Theme::RegionMarker:
    case Theme::Information:
    case Theme::Warning:
    case Theme::Alert:
      return Style::comment;
    case Theme::Preprocessor:
    case Theme::Others:
      return Style::meta;
    default:
      return Style::plain;
  }
}

class Highlighter final : public ksh::AbstractHighlighter {
 public:
  Highlighter() {
    definitions_ = repository_.definitions();
    for (int i = 0; i < definitions_.size(); ++i) {
      if (definitions_[i].isHidden()) continue;
      by_name_.insert(definitions_[i].name().toLower(), i);
      version_ += definitions_[i].name().toStdString() + " " + std::to_string(definitions_[i].version()) + "\n";
    }
    for (auto [alias, name] : kAliases) {
      auto found = by_name_.constFind(QString::fromLatin1(name).toLower());
      if (found != by_name_.constEnd()) by_name_.insert(QString::fromLatin1(alias), *found);
    }
  }

  int find(const QString& language) {
    const QString name = language.toLower();
    auto found = by_name_.constFind(name);
    if (found != by_name_.constEnd()) return *found;
    const ksh::Definition definition = repository_.definitionForFileName(QStringLiteral("x.") + name);
    const int index = definition.isValid() ? by_name_.value(definition.name().toLower(), -1) : -1;
    by_name_.insert(name, index);
    return index;
  }

  void run(int language, const char* code, size_t size, sourcebook_on_piece on_piece, void* to) {
    setDefinition(definitions_[language]);
    ksh::State state;
    on_piece_ = on_piece;
    to_ = to;
    for (size_t at = 0; at < size;) {
      const char* newline = static_cast<const char*>(memchr(code + at, '\n', size - at));
      const size_t end = newline ? static_cast<size_t>(newline - code) : size;
      if (end - at <= kMaxLine) {
        line_ = code + at;
        line_begin_ = at;
        text_ = QString::fromUtf8(line_, static_cast<int>(end - at));
        unit_ = 0;
        byte_ = 0;
        first_byte_ = std::string_view(line_, end - at).starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
        state = highlightLine(text_, state);
      }
      at = end + 1;
    }
  }

  const char* version() const { return version_.c_str(); }

  void names(sourcebook_on_name on_name, void* to) const {
    for (auto each = by_name_.constBegin(); each != by_name_.constEnd(); ++each) {
      const QByteArray name = each.key().toUtf8();
      if (each.value() >= 0) on_name(to, name.constData(), static_cast<size_t>(name.size()));
    }
  }

 protected:
  // Qt's offsets count UTF-16 code units, ours count bytes. They are in ascending order, so one pass converts them.
  void applyFormat(int offset, int length, const ksh::Format& format) override {
    const Style style = style_of(format.textStyle());
    if (style == Style::plain || length <= 0) return;
    const size_t line = line_begin_ + first_byte_;
    const size_t begin = byte_of(offset);
    on_piece_(to_, line + begin, line + byte_of(offset + length), static_cast<int>(style));
  }

 private:
  // Names of languages in other tools, in addition to the library's own names and file extensions.
  static constexpr std::pair<const char*, const char*> kAliases[] = {{"sh", "Bash"},
                                                                     {"shell", "Bash"},
                                                                     {"yml", "YAML"},
                                                                     {"js", "JavaScript"},
                                                                     {"node", "JavaScript"},
                                                                     {"ts", "TypeScript"},
                                                                     {"py", "Python"},
                                                                     {"python3", "Python"},
                                                                     {"c++", "C++"},
                                                                     {"cpp", "C++"},
                                                                     {"golang", "Go"},
                                                                     {"rs", "Rust"},
                                                                     {"csharp", "C#"},
                                                                     {"docker", "Dockerfile"},
                                                                     {"make", "Makefile"},
                                                                     {"postgresql", "SQL (PostgreSQL)"},
                                                                     {"postgres", "SQL (PostgreSQL)"},
                                                                     {"mysql", "SQL (MySQL)"},
                                                                     {"sqlite", "SQL"},
                                                                     {"tex", "LaTeX"},
                                                                     {"jsonc", "JSON"},
                                                                     {"hcl", "Terraform"},
                                                                     {"patch", "Diff"},
                                                                     {"ini", "INI Files"},
                                                                     {"jinja", "Jinja2"},
                                                                     {"html", "HTML"},
                                                                     {"asm", "GNU Assembler"},
                                                                     {"protobuf", "Protobuf"}};

  // Qt removes a byte order mark from the beginning of every text.
  static constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

  size_t byte_of(int unit) {
    if (unit < unit_) unit_ = 0, byte_ = 0;
    for (; unit_ < unit && unit_ < text_.size(); ++unit_) {
      const QChar c = text_.at(unit_);
      if (c.isLowSurrogate()) continue;
      const ushort code = c.unicode();
      byte_ += code < 0x80 ? 1 : code < 0x800 ? 2 : c.isHighSurrogate() ? 4 : 3;
    }
    return byte_;
  }

  ksh::Repository repository_;
  QVector<ksh::Definition> definitions_;
  QHash<QString, int> by_name_;
  std::string version_ = kVersion;
  sourcebook_on_piece on_piece_ = nullptr;
  void* to_ = nullptr;
  const char* line_ = nullptr;
  size_t line_begin_ = 0;
  QString text_;
  size_t first_byte_ = 0;  // the byte of the line at which text_ begins
  int unit_ = 0;           // a position in text_
  size_t byte_ = 0;        // the distance of unit_ from first_byte_ in bytes
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

void* create() {
  const WithoutData without;
  return new Highlighter();
}

int find(void* highlighter, const char* language, size_t size) {
  return static_cast<Highlighter*>(highlighter)->find(QString::fromUtf8(language, static_cast<int>(size)));
}

void run(void* highlighter, int language, const char* code, size_t size, sourcebook_on_piece on_piece, void* to) {
  static_cast<Highlighter*>(highlighter)->run(language, code, size, on_piece, to);
}

const char* version(void* highlighter) { return static_cast<const Highlighter*>(highlighter)->version(); }

void names(void* highlighter, sourcebook_on_name on_name, void* to) {
  static_cast<const Highlighter*>(highlighter)->names(on_name, to);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const SourcebookHighlight* sourcebook_highlight() {
  static const SourcebookHighlight functions = {create, find, run, version, names};
  return &functions;
}
