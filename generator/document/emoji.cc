#include "document/emoji.h"

#include <functional>

#include "base/text.h"

namespace document {
namespace {

// The names that documents use most. Not in it are words that other programs write between colons for something else,
// such as ":label:" and ":date:".
constexpr std::string_view kNames =
    "smile 😄 smiley 😃 grinning 😀 grin 😁 laughing 😆 joy 😂 rofl 🤣 blush 😊 wink 😉 "
    "heart_eyes 😍 thinking 🤔 sunglasses 😎 cry 😢 sob 😭 scream 😱 sweat_smile 😅 confused 😕 "
    "slightly_smiling_face 🙂 upside_down_face 🙃 shrug 🤷 facepalm 🤦 robot 🤖 ghost 👻 skull 💀 "
    "alien 👽 +1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 clap 👏 wave 👋 pray 🙏 muscle 💪 ok_hand 👌 "
    "raised_hands 🙌 raised_hand ✋ point_right 👉 point_left 👈 point_up ☝️ point_down 👇 "
    "handshake 🤝 eyes 👀 brain 🧠 heart ❤️ broken_heart 💔 blue_heart 💙 green_heart 💚 "
    "yellow_heart 💛 purple_heart 💜 sparkling_heart 💖 tada 🎉 rocket 🚀 fire 🔥 sparkles ✨ star ⭐ "
    "star2 🌟 boom 💥 zap ⚡ bulb 💡 warning ⚠️ x ❌ white_check_mark ✅ heavy_check_mark ✔️ "
    "ballot_box_with_check ☑️ question ❓ exclamation ❗ grey_question ❔ no_entry ⛔ "
    "no_entry_sign 🚫 stop_sign 🛑 construction 🚧 rotating_light 🚨 information_source ℹ️ 100 💯 "
    "heavy_plus_sign ➕ heavy_minus_sign ➖ arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️ "
    "arrow_down ⬇️ recycle ♻️ bug 🐛 wrench 🔧 hammer 🔨 hammer_and_wrench 🛠️ gear ⚙️ "
    "nut_and_bolt 🔩 lock 🔒 unlock 🔓 package 📦 memo 📝 pencil 📝 pencil2 ✏️ books 📚 book 📖 "
    "bookmark 🔖 clipboard 📋 pushpin 📌 paperclip 📎 mag 🔍 mag_right 🔎 art 🎨 bar_chart 📊 "
    "chart_with_upwards_trend 📈 chart_with_downwards_trend 📉 hourglass ⌛ alarm_clock ⏰ "
    "stopwatch ⏱️ bell 🔔 mega 📣 loudspeaker 📢 speech_balloon 💬 inbox_tray 📥 outbox_tray 📤 "
    "computer 💻 desktop_computer 🖥️ iphone 📱 floppy_disk 💾 electric_plug 🔌 battery 🔋 "
    "satellite 📡 telescope 🔭 microscope 🔬 test_tube 🧪 dna 🧬 trophy 🏆 dart 🎯 gift 🎁 "
    "balloon 🎈 confetti_ball 🎊 gem 💎 crown 👑 moneybag 💰 credit_card 💳 airplane ✈️ ship 🚢 "
    "bike 🚲 globe_with_meridians 🌐 earth_africa 🌍 earth_americas 🌎 earth_asia 🌏 world_map 🗺️ "
    "sunny ☀️ cloud ☁️ snowflake ❄️ umbrella ☔ rainbow 🌈 ocean 🌊 droplet 💧 seedling 🌱 "
    "evergreen_tree 🌲 deciduous_tree 🌳 palm_tree 🌴 cactus 🌵 four_leaf_clover 🍀 mushroom 🍄 "
    "pizza 🍕 coffee ☕ beer 🍺 beers 🍻 cake 🍰 cat 🐱 dog 🐶 whale 🐳 penguin 🐧 snake 🐍 "
    "crab 🦀 turtle 🐢 rabbit 🐰 octopus 🐙 bee 🐝 unicorn 🦄 elephant 🐘 snail 🐌 runner 🏃 "
    "running 🏃 busts_in_silhouette 👥 bust_in_silhouette 👤";

bool is_of_name(char c) { return base::is_letter(c) || base::is_digit(c) || c == '_' || c == '+' || c == '-'; }

// Whether the character next to a colon makes it a part of something else.
bool is_joined(char c) { return base::is_letter(c) || base::is_digit(c) || c == '_' || c == ':' || c == '-'; }

}  // namespace

EmojiName find_emoji(std::string_view text, size_t from) {
  for (size_t begin = text.find(':', from); begin != std::string_view::npos; begin = text.find(':', begin + 1)) {
    size_t end = begin + 1;
    while (end < text.size() && is_of_name(text[end])) ++end;
    if (end == begin + 1 || end == text.size() || text[end] != ':') continue;
    const std::string_view name = text.substr(begin + 1, end - begin - 1);
    ++end;
    if (begin > 0 && (is_joined(text[begin - 1]) || text[begin - 1] == '/')) continue;
    if (end < text.size() && is_joined(text[end])) continue;
    if (const std::string_view character = base::word_after(kNames, name); !character.empty())
      return {begin, end, character};
  }
  return {};
}

std::string_view emoji_name(std::string_view character) {
  const bool is_own = std::greater<>()(character.data(), kNames.data()) &&
                      std::less<>()(character.data(), kNames.data() + kNames.size());
  if (!is_own) return {};
  const std::string_view before = kNames.substr(0, static_cast<size_t>(character.data() - kNames.data()) - 1);
  return before.substr(before.rfind(' ') + 1);
}

}  // namespace document
