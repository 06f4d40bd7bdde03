#include "io/safetensors_header.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/heap_sort.h"
#include "base/quoted.h"
#include "io/distinct_names.h"

namespace attn {
namespace {

constexpr std::uint64_t kMaxElements = 2147483647;

struct TypeName {
  const char* name;
  ElementType type;
};
constexpr TypeName kTypes[] = {
    {"F64", ElementType::kF64},   {"F32", ElementType::kF32}, {"F16", ElementType::kF16},
    {"BF16", ElementType::kBF16}, {"I64", ElementType::kI64}, {"I32", ElementType::kI32},
    {"I16", ElementType::kI16},   {"I8", ElementType::kI8},   {"U8", ElementType::kU8},
    {"BOOL", ElementType::kBool},
};

ElementType type_named(JsonString name, JsonString tensor) {
  for (const TypeName& known : kTypes) {
    if (name.is(known.name)) return known.type;
  }
  refuse("expected tensor {} to be of F64, F32, F16, BF16, I64, I32, I16, I8, U8 or BOOL, got {}",
         {quoted(tensor.raw()), quoted(name.raw())});
}

void read_shape(JsonReader& json, SafetensorsEntry& entry) {
  bool too_many = false;
  json.for_each('[', ']', [&] {
    const std::uint64_t extent = json.whole_number();
    if (entry.rank == SafetensorsEntry::kMaxAxes) {
      refuse("expected tensor {} to have at most {} axes, got more",
             {quoted(entry.name.raw()), static_cast<Index>(SafetensorsEntry::kMaxAxes)});
    }
    // An extent above 2^31 is only right beside a 0; even then no Tensor of 32 bits can say it.
    if (extent > kMaxElements) {
      refuse("expected tensor {} to have extents below 2^31, got {}",
             {quoted(entry.name.raw()), std::to_string(extent)});
    }
    entry.shape[entry.rank++] = static_cast<Index>(extent);
    if (extent != 0 && entry.elements > kMaxElements / extent) too_many = true;
    if (extent == 0 || !too_many) entry.elements *= extent;
  });
  if (too_many && entry.elements != 0) {
    refuse("expected tensor {} to have fewer than 2^31 elements, got more",
           {quoted(entry.name.raw())});
  }
}

void read_offsets(JsonReader& json, SafetensorsEntry& entry) {
  json.expect('[');
  entry.begin = json.whole_number();
  json.expect(',');
  entry.end = json.whole_number();
  json.expect(']');
}

void check_size(const SafetensorsEntry& entry) {
  const std::uint64_t needed = entry.elements * bytes_of(entry.type);
  if (entry.begin <= entry.end && entry.end - entry.begin == needed) return;
  refuse(
      "expected tensor {} to have offsets {} bytes apart, as its shape and dtype say, got [{}, {}]",
      {quoted(entry.name.raw()), std::to_string(needed), std::to_string(entry.begin),
       std::to_string(entry.end)});
}

int compare_names(std::string_view a, std::string_view b) {
  return JsonString(a).compare(JsonString(b));
}

}  // namespace

SafetensorsHeader::SafetensorsHeader(std::string_view json, std::uint64_t data_size) : json_(json) {
  if (json.empty() || json.front() != '{') {
    refuse("expected the header to begin with '{', got {}", {quoted(json.substr(0, 16))});
  }
  count_entries();
  check_names();
  check_offsets(data_size);
}

SafetensorsEntry SafetensorsHeader::read_entry(JsonReader& json, JsonString name) {
  SafetensorsEntry entry;
  entry.name = name;
  bool has_type = false, has_shape = false, has_offsets = false;
  json.for_each('{', '}', [&] {
    const JsonString key = json.string();
    json.expect(':');
    bool* seen = key.is("dtype")          ? &has_type
                 : key.is("shape")        ? &has_shape
                 : key.is("data_offsets") ? &has_offsets
                                          : nullptr;
    if (seen == nullptr || *seen) {
      refuse("expected tensor {} to have dtype, shape and data_offsets, each once, got {}{}",
             {quoted(name.raw()), quoted(key.raw()), seen == nullptr ? "" : " twice"});
    }
    *seen = true;
    if (seen == &has_type) {
      entry.type = type_named(json.string(), name);
    } else if (seen == &has_shape) {
      read_shape(json, entry);
    } else {
      read_offsets(json, entry);
    }
  });
  if (!has_type || !has_shape || !has_offsets) {
    refuse("expected tensor {} to have dtype, shape and data_offsets, got no {}",
           {quoted(name.raw()), !has_type    ? "dtype"
                                : !has_shape ? "shape"
                                             : "data_offsets"});
  }
  check_size(entry);
  return entry;
}

void SafetensorsHeader::count_entries() {
  const auto count = [](std::size_t& counted) {
    if (++counted > kMaxEntries) {
      refuse("expected at most {} tensors or metadata, got more",
             {static_cast<Index>(kMaxEntries)});
    }
  };
  for_each([&](const SafetensorsEntry&) { count(tensor_count_); },
           [&](JsonString, JsonString) { count(metadata_count_); });
}

void SafetensorsHeader::check_names() const {
  DistinctNames tensors(tensor_count_, json_), metadata(metadata_count_, json_);
  for_each([&](const SafetensorsEntry& entry) { tensors.add(entry.name.raw()); },
           [&](JsonString key, JsonString) { metadata.add(key.raw()); });
  tensors.check("tensor", compare_names);
  metadata.check("key of the metadata", compare_names);
}

void SafetensorsHeader::check_offsets(std::uint64_t data_size) const {
  struct Span {
    std::uint64_t begin, end;
  };
  std::vector<Span> spans;
  spans.reserve(tensor_count_);
  for_each([&](const SafetensorsEntry& entry) { spans.push_back({entry.begin, entry.end}); },
           [](JsonString, JsonString) {});
  heap_sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  std::uint64_t reached = 0;
  for (const Span& span : spans) {
    if (span.begin != reached) {
      refuse("expected a tensor's data to begin at {}, got one at {}{}",
             {std::to_string(reached), std::to_string(span.begin),
              span.begin < reached ? ", which overlaps" : ", which leaves a hole"});
    }
    reached = span.end;
  }
  if (reached != data_size) {
    refuse("expected {} bytes of data, as the offsets say, got {}",
           {std::to_string(reached), std::to_string(data_size)});
  }
}

}  // namespace attn
