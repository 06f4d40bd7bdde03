#include "io/npy_header.h"

#include <string>

#include "base/check.h"
#include "base/quoted.h"
#include "io/little_endian.h"

namespace attn {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

constexpr ElementTypeName kNumpyTypes[] = {
    {"<f4", ElementType::kF32}, {"<f8", ElementType::kF64}, {"<f2", ElementType::kF16},
    {"<i8", ElementType::kI64}, {"<i4", ElementType::kI32}, {"<i2", ElementType::kI16},
    {"|i1", ElementType::kI8},  {"<u8", ElementType::kU64}, {"<u4", ElementType::kU32},
    {"<u2", ElementType::kU16}, {"|u1", ElementType::kU8},  {"|b1", ElementType::kBool},
};

// Reads the Python literal token by token.
class LiteralReader {
 public:
  LiteralReader(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  [[noreturn]] void refuse_for(std::string_view expected, std::string_view got) const {
    refuse("expected array {} to have {}, got {}", {quoted(name_), expected, got});
  }

  bool take(char mark) {
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != mark) return false;
    ++at_;
    return true;
  }
  void expect(char mark) {
    if (!take(mark)) refuse_rest(std::string{'\'', mark, '\''});
  }
  void check_end() {
    skip_spaces();
    if (at_ != text_.size()) refuse_rest("nothing more");
  }

  std::string_view string() {
    skip_spaces();
    const char quote = at_ < text_.size() ? text_[at_] : 0;
    if (quote != '\'' && quote != '"') refuse_rest("a string");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) refuse_rest("a string that ends");
    const std::string_view string = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return string;
  }

  bool flag() {
    skip_spaces();
    for (const std::string_view word : {"True", "False"}) {
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      return word == "True";
    }
    refuse_rest("True or False");
  }

  std::uint64_t extent() {
    skip_spaces();
    const std::size_t start = at_;
    std::uint64_t number = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      number = number * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
      if (number > kMaxFileElements) refuse_for("extents below 2^31", "a larger one");
    }
    if (at_ == start) refuse_rest("a whole number as an extent");
    return number;
  }

 private:
  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  [[noreturn]] void refuse_rest(std::string_view expected) const {
    const std::string_view rest = text_.substr(at_, 16);
    refuse_for(std::string(expected) + " in its header",
               rest.empty() ? "the header's end" : quoted(rest));
  }

  std::string_view text_;
  std::string_view name_;
  std::size_t at_ = 0;
};

ElementType read_type(LiteralReader& literal) {
  if (literal.take('[')) literal.refuse_for("numbers of one type", "a structured type");
  const std::string_view got = literal.string();
  for (const ElementTypeName& known : kNumpyTypes) {
    if (got == known.name) return known.type;
  }
  if (!got.empty() && got.front() == '>') {
    literal.refuse_for("little-endian numbers", "big-endian ones, " + quoted(got));
  }
  literal.refuse_for("type <f4, <f8, <f2, <i8, <i4, <i2, |i1, <u8, <u4, <u2, |u1 or |b1",
                     quoted(got));
}

// (), (2,), (2, 3) or (2, 3,). (2) is refused: in Python it is a number, not a tuple.
void read_shape(LiteralReader& literal, NpyHeader& header) {
  bool too_many = false, comma = true;
  literal.expect('(');
  while (!literal.take(')')) {
    if (!comma) literal.expect(',');
    if (header.rank == kMaxAxes) {
      literal.refuse_for("at most " + integer_text(kMaxAxes) + " axes", "more");
    }
    const std::uint64_t extent = literal.extent();
    header.shape[header.rank++] = static_cast<Index>(extent);
    if (extent != 0 && header.elements > kMaxFileElements / extent) too_many = true;
    if (extent == 0 || !too_many) header.elements *= extent;
    comma = literal.take(',');
  }
  if (header.rank == 1 && !comma) literal.refuse_for("a comma after its only extent", "none");
  if (too_many && header.elements != 0) literal.refuse_for("fewer than 2^31 elements", "more");
}

void read_literal(LiteralReader& literal, NpyHeader& header) {
  bool has_type = false, has_order = false, has_shape = false, comma = true;
  literal.expect('{');
  while (!literal.take('}')) {
    if (!comma) literal.expect(',');
    const std::string_view key = literal.string();
    literal.expect(':');
    bool* is_present = key == "descr"           ? &has_type
                       : key == "fortran_order" ? &has_order
                       : key == "shape"         ? &has_shape
                                                : nullptr;
    if (is_present == nullptr || *is_present) {
      literal.refuse_for("descr, fortran_order and shape, each once",
                         quoted(key) + (is_present == nullptr ? "" : " twice"));
    }
    *is_present = true;
    if (is_present == &has_type) {
      header.type = read_type(literal);
    } else if (is_present == &has_order) {
      header.fortran_order = literal.flag();
    } else {
      read_shape(literal, header);
    }
    comma = literal.take(',');
  }
  literal.check_end();
  if (!has_type || !has_order || !has_shape) {
    literal.refuse_for("descr, fortran_order and shape", !has_type    ? "no descr"
                                                         : !has_order ? "no fortran_order"
                                                                      : "no shape");
  }
}

}  // namespace

NpyHeader read_npy_header(const std::uint8_t* bytes, std::size_t size, std::string_view name) {
  const LiteralReader outer({}, name);
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  if (size < 10 || text.substr(0, kMagic.size()) != kMagic) {
    outer.refuse_for("NumPy's \"\\x93NUMPY\" at its start", quoted(text.substr(0, 10)));
  }
  const int major = bytes[6], minor = bytes[7];
  if (major < 1 || major > 3 || minor != 0) {
    outer.refuse_for("format version 1.0, 2.0 or 3.0",
                     std::to_string(major) + '.' + std::to_string(minor));
  }
  const std::size_t start = major == 1 ? 10 : 12;
  if (size < start) outer.refuse_for("the length of its header", "its end");
  const std::uint64_t length = major == 1 ? uint16_at(bytes + 8) : uint32_at(bytes + 8);
  if (length > NpyHeader::kMaxText || length > size - start) {
    outer.refuse_for("a header of at most 10000 bytes, inside the file", std::to_string(length));
  }
  NpyHeader header;
  header.size = start + static_cast<std::size_t>(length);
  LiteralReader literal(text.substr(start, static_cast<std::size_t>(length)), name);
  read_literal(literal, header);
  return header;
}

std::vector<std::uint8_t> write_npy_header(const std::vector<Index>& shape) {
  std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis != 0) text += ", ";
    text += std::to_string(shape[axis]);
  }
  text += shape.size() == 1 ? ",), }" : "), }";
  constexpr std::size_t kBefore = 10;  // bytes before the text
  // Padded with spaces so that the data starts at a multiple of 64.
  text.append(63 - (kBefore + text.size()) % 64, ' ');
  text += '\n';

  std::vector<std::uint8_t> bytes(kMagic.begin(), kMagic.end());
  append_uint16(bytes, 1);  // version 1.0
  append_uint16(bytes, text.size());
  bytes.insert(bytes.end(), text.begin(), text.end());
  return bytes;
}

}  // namespace attn
