#include "io/json_reader.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "base/check.h"
#include "base/quoted.h"
#include "base/utf8.h"

namespace attn {
namespace {

constexpr std::uint64_t kMaxNumber = 9223372036854775807u;

// 16 for what is no digit.
std::uint32_t hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<std::uint32_t>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<std::uint32_t>(c - 'A') + 10;
  return 16;
}

std::uint32_t hex_number(std::string_view digits) {
  std::uint32_t number = 0;
  for (const char c : digits) number = number * 16 + hex_digit(c);
  return number;
}

bool is_high_surrogate(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

// The bytes of a well formed string one after the other, the escapes undone.
class Bytes {
 public:
  explicit Bytes(std::string_view raw) : raw_(raw) {}

  // -1 at the end.
  int next() {
    if (pending_at_ < pending_size_) return pending_[pending_at_++];
    if (raw_.empty()) return -1;
    const char c = raw_.front();
    raw_.remove_prefix(1);
    return c == '\\' ? escaped() : static_cast<std::uint8_t>(c);
  }

 private:
  int escaped() {
    const char kind = raw_.front();
    raw_.remove_prefix(1);
    switch (kind) {
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'u':
        break;
      default:
        return kind;  // " \ /
    }
    std::uint32_t code = hex_number(raw_.substr(0, 4));
    raw_.remove_prefix(4);
    if (is_high_surrogate(code)) {
      code = 0x10000 + ((code - 0xD800) << 10) + (hex_number(raw_.substr(2, 4)) - 0xDC00);
      raw_.remove_prefix(6);
    }
    pending_at_ = pending_size_ = 0;
    if (code < 0x80) return static_cast<int>(code);
    const int tails = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    for (int i = tails - 1; i >= 0; --i) {
      pending_[pending_size_++] = static_cast<std::uint8_t>(0x80 | ((code >> (6 * i)) & 0x3F));
    }
    constexpr std::uint32_t kLeads[] = {0, 0xC0, 0xE0, 0xF0};
    return static_cast<int>(kLeads[tails] | (code >> (6 * tails)));
  }

  std::string_view raw_;
  std::array<std::uint8_t, 3> pending_{};
  std::size_t pending_at_ = 0;
  std::size_t pending_size_ = 0;
};

}  // namespace

std::string JsonString::text() const {
  std::string text;
  text.reserve(raw_.size());
  Bytes bytes(raw_);
  for (int byte = bytes.next(); byte >= 0; byte = bytes.next()) text += static_cast<char>(byte);
  return text;
}

bool JsonString::is(std::string_view text) const {
  Bytes bytes(raw_);
  for (const char c : text) {
    if (bytes.next() != static_cast<std::uint8_t>(c)) return false;
  }
  return bytes.next() < 0;
}

int JsonString::compare(const JsonString& other) const {
  Bytes left(raw_), right(other.raw_);
  while (true) {
    const int a = left.next(), b = right.next();
    if (a != b || a < 0) return a - b;
  }
}

void JsonReader::refuse_here(std::string_view expected) const {
  const std::string place = std::to_string(position_);
  if (position_ >= text_.size()) {
    refuse("expected {} to have {} at byte {}, got its end", {what_, expected, place});
  }
  refuse("expected {} to have {} at byte {}, got {}",
         {what_, expected, place, quoted(text_.substr(position_, 16))});
}

char JsonReader::peek() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return c;
    ++position_;
  }
  return 0;
}

void JsonReader::expect(char mark) {
  if (!take(mark)) refuse_here(std::string{'\'', mark, '\''});
}

bool JsonReader::take(char mark) {
  assert(mark != 0);
  if (peek() != mark) return false;
  ++position_;
  return true;
}

bool JsonReader::take_comma_before(char close) {
  if (take(',')) return true;
  if (!take(close))
    refuse_here(std::string{'\'', ',', '\'', ' ', 'o', 'r', ' ', '\'', close, '\''});
  return false;
}

void JsonReader::expect_end() {
  if (peek() != 0 || position_ < text_.size()) refuse_here("nothing more");
}

JsonString JsonReader::string() {
  if (!take('"')) refuse_here("a string");
  const std::size_t start = position_;
  while (true) {
    if (position_ >= text_.size()) refuse_here("the end of a string");
    const char c = text_[position_];
    if (c == '"') break;
    if (c == '\\') {
      skip_escape();
    } else {
      skip_utf8();
    }
  }
  return JsonString(text_.substr(start, position_++ - start));
}

void JsonReader::skip_utf8() {
  const std::size_t length = utf8_length(text_.substr(position_, 4));
  if (length == 0) refuse_here("UTF-8");
  if (static_cast<std::uint8_t>(text_[position_]) < 0x20) {
    refuse_here("control characters escaped");
  }
  position_ += length;
}

void JsonReader::skip_escape() {
  ++position_;
  if (position_ >= text_.size() ||
      std::string_view("\"\\/bfnrtu").find(text_[position_]) == std::string_view::npos) {
    refuse_here("one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
  }
  if (text_[position_++] != 'u') return;
  const std::uint32_t unit = four_hex_digits();
  if (is_low_surrogate(unit)) refuse_here("a high surrogate before a low one");
  if (!is_high_surrogate(unit)) return;
  if (text_.substr(position_, 2) != "\\u") refuse_here("a low surrogate");
  position_ += 2;
  if (!is_low_surrogate(four_hex_digits())) refuse_here("a low surrogate before this");
}

std::uint32_t JsonReader::four_hex_digits() {
  const std::string_view digits = text_.substr(position_, 4);
  if (digits.size() < 4 ||
      !std::all_of(digits.begin(), digits.end(), [](char c) { return hex_digit(c) < 16; })) {
    refuse_here("four hexadecimal digits");
  }
  position_ += 4;
  return hex_number(digits);
}

std::uint64_t JsonReader::whole_number() {
  const char* const kExpected = "a whole number from 0 to 2^63 - 1";
  const char first = peek();
  if (first < '0' || first > '9') refuse_here(kExpected);
  const std::size_t start = position_;
  const auto refuse_number = [&] {
    position_ = start;
    refuse_here(kExpected);
  };
  std::uint64_t number = 0;
  for (; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (c == '.' || c == 'e' || c == 'E') refuse_number();
    if (c < '0' || c > '9') break;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (number > (kMaxNumber - digit) / 10) refuse_number();
    number = number * 10 + digit;
  }
  if (first == '0' && position_ - start > 1) refuse_number();
  return number;
}

}  // namespace attn
