// The header of a safetensors file, checked against the length of its data, and then read: the two
// are apart so that nothing is allocated for a file that turns out to be wrong.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/matrix.h"
#include "io/element_type.h"
#include "io/json_reader.h"

namespace attn {

struct SafetensorsEntry {
  static constexpr std::size_t kMaxAxes = 16;

  JsonString name;
  ElementType type = ElementType::kF32;
  std::array<Index, kMaxAxes> shape{};
  std::size_t rank = 0;
  std::uint64_t elements = 1;        // below 2^31
  std::uint64_t begin = 0, end = 0;  // of the data
};

class SafetensorsHeader {
 public:
  // Throws std::invalid_argument unless all of it is right.
  SafetensorsHeader(std::string_view json, std::uint64_t data_size);

  // Calls visit_tensor(entry) or visit_metadata(key, value) in the order of the text.
  template <class VisitTensor, class VisitMetadata>
  void for_each(VisitTensor&& visit_tensor, VisitMetadata&& visit_metadata) const;

 private:
  static constexpr std::size_t kMaxEntries = 16384;
  static SafetensorsEntry read_entry(JsonReader& json, JsonString name);
  void count_entries();
  void check_names() const;
  void check_offsets(std::uint64_t data_size) const;

  std::string_view json_;
  std::size_t tensor_count_ = 0;
  std::size_t metadata_count_ = 0;
};

template <class VisitTensor, class VisitMetadata>
void SafetensorsHeader::for_each(VisitTensor&& visit_tensor, VisitMetadata&& visit_metadata) const {
  JsonReader json(json_, "the header");
  bool has_metadata = false;
  json.for_each('{', '}', [&] {
    const JsonString name = json.string();
    json.expect(':');
    if (!name.is("__metadata__")) {
      visit_tensor(read_entry(json, name));
      return;
    }
    if (has_metadata) refuse("expected one __metadata__, got two");
    has_metadata = true;
    json.for_each('{', '}', [&] {
      const JsonString key = json.string();
      json.expect(':');
      visit_metadata(key, json.string());
    });
  });
  json.expect_end();
}

}  // namespace attn
