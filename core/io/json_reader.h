// JSON text read in place, token by token: nothing is stored, so hostile text costs no memory,
// whatever it holds. (A parser that hands out each token keeps it first: eight times the text for
// one long string.) The caller asks for what its format has at that place; anything else is
// refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

// What stands between the quotes of a JSON string that is known to be well formed: escapes are
// undone byte by byte, without a copy.
class JsonString {
 public:
  JsonString() = default;
  explicit JsonString(std::string_view raw) : raw_(raw) {}

  std::string_view raw() const { return raw_; }
  std::string text() const;  // UTF-8
  bool is(std::string_view text) const;

  // Negative, 0 or positive, as the texts' bytes compare; "a" is the same key as "\u0061".
  int compare(const JsonString& other) const;

 private:
  std::string_view raw_;
};

class JsonReader {
 public:
  // All errors are std::invalid_argument: "expected `what` to have .. at byte .., got ..".
  JsonReader(std::string_view text, const char* what) : text_(text), what_(what) {}

  // Each skips white space first.
  void expect(char mark);  // one of { } [ ] : ,
  bool take(char mark);    // false, and nothing is read, when something else comes
  JsonString string();
  std::uint64_t whole_number();  // below 2^63; neither sign nor fraction nor exponent
  void expect_end();

  // visit() once for each element of [..] or {..}, at the element.
  template <class Visit>
  void for_each(char open, char close, Visit&& visit) {
    expect(open);
    if (take(close)) return;
    do visit();
    while (take_comma_before(close));
  }

  std::size_t position() const { return position_; }
  void move_to(std::size_t position) { position_ = position; }

 private:
  [[noreturn]] void refuse_here(std::string_view expected) const;
  bool take_comma_before(char close);
  char peek();  // 0 at the end
  void skip_escape();
  void skip_utf8();
  std::uint32_t four_hex_digits();

  std::string_view text_;
  const char* what_;
  std::size_t position_ = 0;
};

}  // namespace attn
