#include "io/safetensors_header.h"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/quoted.h"
#include "io/distinct_names.h"
#include "io/limits.h"

namespace attn {
namespace {

// Gets each token from nlohmann's parser and throws for the first that the format does not allow
// there, so that hostile text is not read to its end.
class HeaderReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  SafetensorsHeader header;

  bool key(string_t& text) override {
    key_ = std::move(text);
    if (state_ == State::kEntry) take_field();
    return true;
  }

  bool start_object(std::size_t) override {
    if (state_ == State::kStart) {
      state_ = State::kNames;
    } else if (state_ != State::kNames) {
      refuse_value("an object");
    } else if (key_ == "__metadata__") {
      if (has_metadata_) refuse("expected one __metadata__, got two");
      has_metadata_ = true;
      state_ = State::kMetadata;
    } else {
      check_another_fits("tensors", header.tensors.size());
      header.tensors.emplace_back().name = key_;
      has_type_ = has_shape_ = has_offsets_ = false;
      state_ = State::kEntry;
    }
    return true;
  }

  bool end_object() override {
    if (state_ == State::kEntry) check_entry();
    state_ = state_ == State::kNames ? State::kStart : State::kNames;
    return true;
  }

  bool start_array(std::size_t) override {
    if (state_ == State::kEntry && key_ == "shape") {
      state_ = State::kShape;
    } else if (state_ == State::kEntry && key_ == "data_offsets") {
      state_ = State::kOffsets;
      offsets_.clear();
    } else {
      refuse_value("a list");
    }
    return true;
  }

  bool end_array() override {
    if (state_ == State::kOffsets && offsets_.size() != 2) refuse_offset_count();
    state_ = State::kEntry;
    return true;
  }

  bool string(string_t& text) override {
    if (state_ == State::kMetadata) {
      check_another_fits("entries of metadata", header.metadata.size());
      header.metadata.emplace_back(std::move(key_), std::move(text));
    } else if (state_ == State::kEntry && key_ == "dtype") {
      entry().type = type_named(text);
    } else {
      refuse_value(attn::quoted(text));
    }
    return true;
  }

  bool number_unsigned(std::uint64_t number) override {
    if (state_ == State::kShape) {
      take_extent(number);
    } else if (state_ == State::kOffsets) {
      if (offsets_.size() == 2) refuse_offset_count();
      offsets_.push_back(number);
    } else {
      refuse_value(std::to_string(number));
    }
    return true;
  }

  bool null() override { refuse_value("null"); }
  bool boolean(bool value) override { refuse_value(value ? "true" : "false"); }
  bool number_integer(std::int64_t) override { refuse_value("a negative number"); }
  bool number_float(double, const string_t& text) override { refuse_value(attn::quoted(text)); }
  bool binary(binary_t&) override { refuse_value("binary data"); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    refuse("expected the header to be JSON in UTF-8, got something else at byte {}",
           {std::to_string(position)});
  }

 private:
  enum class State { kStart, kNames, kMetadata, kEntry, kShape, kOffsets };

  SafetensorsEntry& entry() { return header.tensors.back(); }

  [[noreturn]] void refuse_value(std::string_view got) {
    switch (state_) {
      case State::kStart:
      case State::kNames:
        refuse("expected {} to be an object, got {}", {attn::quoted(key_), got});
      case State::kMetadata:
        refuse("expected {} of the metadata to be text, got {}", {attn::quoted(key_), got});
      case State::kEntry:
        refuse(
            "expected tensor {} to have text as dtype and lists as shape and data_offsets, got {}",
            {attn::quoted(entry().name), got});
      default:
        refuse("expected tensor {} to have whole numbers below 2^64 as {}, got {}",
               {attn::quoted(entry().name), key_, got});
    }
  }

  [[noreturn]] void refuse_offset_count() {
    refuse("expected tensor {} to have two data_offsets, got {}",
           {attn::quoted(entry().name), offsets_.size() < 2 ? "fewer" : "more"});
  }

  static void check_another_fits(const char* what, std::size_t counted) {
    if (counted == kMaxEntries) {
      refuse("expected at most {} {}, got more", {static_cast<Index>(kMaxEntries), what});
    }
  }

  void take_field() {
    bool* is_present = key_ == "dtype"          ? &has_type_
                       : key_ == "shape"        ? &has_shape_
                       : key_ == "data_offsets" ? &has_offsets_
                                                : nullptr;
    if (is_present == nullptr || *is_present) {
      refuse(is_present == nullptr
                 ? "expected tensor {} to have dtype, shape and data_offsets, each once, got {}"
                 : "expected tensor {} to have dtype, shape and data_offsets, each once, got {} "
                   "twice",
             {attn::quoted(entry().name), attn::quoted(key_)});
    }
    *is_present = true;
  }

  ElementType type_named(std::string_view name) {
    if (const auto type = element_type_of(name)) return *type;
    refuse(
        "expected tensor {} to be of F64, F32, F16, BF16, I64, I32, I16, I8, U64, U32, U16, U8 or "
        "BOOL, got {}",
        {attn::quoted(entry().name), attn::quoted(name)});
  }

  // The format allows an extent above 2^31 beside one of 0. It is refused, because a 32-bit Index
  // cannot hold it.
  void take_extent(std::uint64_t extent) {
    if (entry().shape.size() == kMaxAxes) {
      refuse("expected tensor {} to have at most {} axes, got more",
             {attn::quoted(entry().name), static_cast<Index>(kMaxAxes)});
    }
    if (extent > kMaxFileElements) {
      refuse("expected tensor {} to have extents below 2^31, got {}",
             {attn::quoted(entry().name), std::to_string(extent)});
    }
    entry().shape.push_back(static_cast<Index>(extent));
  }

  void check_entry() {
    SafetensorsEntry& tensor = entry();
    if (!has_type_ || !has_shape_ || !has_offsets_) {
      refuse("expected tensor {} to have dtype, shape and data_offsets, got no {}",
             {attn::quoted(tensor.name), !has_type_    ? "dtype"
                                         : !has_shape_ ? "shape"
                                                       : "data_offsets"});
    }
    const bool is_empty = std::count(tensor.shape.begin(), tensor.shape.end(), 0) != 0;
    for (const Index extent : tensor.shape) {
      if (!is_empty && tensor.elements > kMaxFileElements / static_cast<std::uint64_t>(extent)) {
        refuse("expected tensor {} to have fewer than 2^31 elements, got more",
               {attn::quoted(tensor.name)});
      }
      tensor.elements *= is_empty ? 0 : static_cast<std::uint64_t>(extent);
    }
    tensor.begin = offsets_[0];
    tensor.end = offsets_[1];
    const std::uint64_t needed = tensor.elements * bytes_per_element(tensor.type);
    if (tensor.begin > tensor.end || tensor.end - tensor.begin != needed) {
      refuse(
          "expected tensor {} to have offsets {} bytes apart, as its shape and dtype say, got [{}, "
          "{}]",
          {attn::quoted(tensor.name), std::to_string(needed), std::to_string(tensor.begin),
           std::to_string(tensor.end)});
    }
  }

  State state_ = State::kStart;
  std::string key_ = "the header";
  bool has_metadata_ = false, has_type_ = false, has_shape_ = false, has_offsets_ = false;
  std::vector<std::uint64_t> offsets_;
};

void check_names(const SafetensorsHeader& header) {
  std::vector<std::string_view> names, keys;
  for (const SafetensorsEntry& tensor : header.tensors) names.push_back(tensor.name);
  for (const auto& [key, text] : header.metadata) keys.push_back(key);
  check_distinct("tensor", std::move(names));
  check_distinct("key of the metadata", std::move(keys));
}

void check_offsets(const SafetensorsHeader& header, std::uint64_t data_size) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;
  for (const SafetensorsEntry& tensor : header.tensors) {
    spans.emplace_back(tensor.begin, tensor.end);
  }
  std::sort(spans.begin(), spans.end());
  std::uint64_t reached = 0;
  for (const auto& [begin, end] : spans) {
    if (begin != reached) {
      refuse(begin < reached
                 ? "expected the next tensor's data at byte {}, got it at {}, which overlaps"
                 : "expected the next tensor's data at byte {}, got it at {}, which leaves a gap",
             {std::to_string(reached), std::to_string(begin)});
    }
    reached = end;
  }
  if (reached != data_size) {
    refuse("expected {} bytes of data, as the offsets say, got {}",
           {std::to_string(reached), std::to_string(data_size)});
  }
}

}  // namespace

SafetensorsHeader read_safetensors_header(std::string_view json, std::uint64_t data_size) {
  if (json.empty() || json.front() != '{') {
    refuse("expected the header to begin with '{', got {}", {attn::quoted(json.substr(0, 16))});
  }
  // The parser takes a zero byte for the end of its input.
  if (const std::size_t zero = json.find('\0'); zero != std::string_view::npos) {
    refuse("expected the header to be JSON in UTF-8, got something else at byte {}",
           {std::to_string(zero)});
  }
  HeaderReader reader;
  nlohmann::json::sax_parse(json, &reader);
  check_names(reader.header);
  check_offsets(reader.header, data_size);
  return std::move(reader.header);
}

}  // namespace attn
