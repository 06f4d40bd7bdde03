#include "io/npz.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/numbered_axes.h"
#include "base/quoted.h"
#include "io/byte_sink.h"
#include "io/inflate.h"
#include "io/little_endian.h"
#include "io/npy_header.h"
#include "io/writable_tensor.h"
#include "io/zip.h"

namespace attn {
namespace {

static_assert(NpyHeader::kMaxBytes <= kInflateWindow, "the first part holds the whole header");

constexpr std::string_view kSuffix = ".npy";
constexpr std::uint64_t kFreeElements = 1u << 20;
constexpr std::uint64_t kMaxElementsOfAByte = 16;

// The first pass: reads the header and checks the entry's size. ZipArchive::check checks the CRC.
class HeaderSink : public ByteSink {
 public:
  explicit HeaderSink(const ZipEntry& entry) : entry_(entry) {}

  void take(const std::uint8_t* bytes, std::size_t size) override {
    if (has_header_) return;
    has_header_ = true;
    header_ = read_npy_header(bytes, size, entry_.name);
    if (header_.file_size() != entry_.size) {
      refuse(
          "expected array {} of {} bytes, as its shape and type say, got {}",
          {quoted(entry_.name), std::to_string(header_.file_size()), std::to_string(entry_.size)});
    }
  }
  const NpyHeader& header() const { return header_; }

 private:
  const ZipEntry& entry_;
  NpyHeader header_;
  bool has_header_ = false;
};

// Where the elements of a file, in either order, belong in the row-major tensor.
class ElementOrder {
 public:
  ElementOrder() = default;
  explicit ElementOrder(const NpyHeader& header) : header_(header) {
    std::size_t stride = 1;
    for (std::size_t axis = header.rank; axis-- > 0;) {
      strides_[axis] = stride;
      stride *= static_cast<std::size_t>(header.shape[axis]);
    }
  }
  // The index in the tensor of the file's next element.
  std::size_t next() {
    const std::size_t index = at_++;
    if (!header_.fortran_order) return index;
    const std::size_t fortran_index = fortran_at_;
    for (std::size_t axis = 0; axis < header_.rank; ++axis) {
      fortran_at_ += strides_[axis];
      if (++index_[axis] < header_.shape[axis]) break;
      fortran_at_ -= strides_[axis] * static_cast<std::size_t>(header_.shape[axis]);
      index_[axis] = 0;
    }
    return fortran_index;
  }

 private:
  NpyHeader header_;
  std::array<std::size_t, kMaxAxes> strides_{};
  std::array<Index, kMaxAxes> index_{};
  std::size_t at_ = 0, fortran_at_ = 0;
};

// The second pass: converts the elements. An element may be split between two parts.
class TensorSink : public ByteSink {
 public:
  void take(const std::uint8_t* bytes, std::size_t size) override {
    std::size_t at = width_ == 0 ? begin(bytes, size) : 0;
    while (at < size) {
      if (kept_ == 0 && size - at >= width_) {
        put(bytes + at);
        at += width_;
        continue;
      }
      part_[kept_++] = bytes[at++];
      if (kept_ < width_) continue;
      put(part_.data());
      kept_ = 0;
    }
  }
  Tensor& tensor() { return tensor_; }

 private:
  // Reads the header and allocates the tensor. Returns the offset of the first element.
  std::size_t begin(const std::uint8_t* bytes, std::size_t size) {
    const NpyHeader header = read_npy_header(bytes, size, "");
    std::vector<Index> shape(header.shape.data(), header.shape.data() + header.rank);
    tensor_ = Tensor(numbered_axes(header.rank), std::move(shape));
    type_ = header.type;
    width_ = bytes_per_element(type_);
    order_ = ElementOrder(header);
    return header.size;
  }

  void put(const std::uint8_t* bytes) {
    const std::uint32_t bits = float_bits(type_, bytes);
    std::memcpy(&tensor_.data[order_.next()], &bits, sizeof(bits));
  }

  Tensor tensor_;
  ElementType type_ = ElementType::kF32;
  std::size_t width_ = 0;  // bytes per element; 0 before the first part
  ElementOrder order_;
  std::array<std::uint8_t, 8> part_{};
  std::size_t kept_ = 0;
};

// Reads all of an entry. Throws unless it is a valid array.
NpyHeader checked_header(const ZipArchive& archive, const ZipEntry& entry) {
  const std::string_view name = entry.name;
  if (name.size() < kSuffix.size() || name.substr(name.size() - kSuffix.size()) != kSuffix) {
    refuse("expected entries with names that end in .npy, got {}", {quoted(name)});
  }
  if (entry.size == 0) refuse("expected array {} to have a header, got no bytes", {quoted(name)});
  HeaderSink sink(entry);
  archive.check(entry, sink);
  return sink.header();
}

void check_all(const ZipArchive& archive, std::uint64_t file_size) {
  const std::uint64_t max_elements = std::max(kFreeElements, kMaxElementsOfAByte * file_size);
  std::uint64_t elements = 0;
  archive.for_each([&](const ZipEntry& entry) {
    elements += checked_header(archive, entry).elements;
    if (elements > max_elements) {
      refuse(
          "expected arrays of at most {} elements together in a file of {} bytes, got {} "
          "with {}",
          {std::to_string(max_elements), std::to_string(file_size), std::to_string(elements),
           quoted(entry.name)});
    }
  });
}

}  // namespace

NamedTensors read_npz(const std::uint8_t* bytes, std::size_t size) {
  const ZipArchive archive(bytes, size);
  check_all(archive, size);
  NamedTensors tensors;
  archive.for_each([&](const ZipEntry& entry) {
    std::string name(entry.name.substr(0, entry.name.size() - kSuffix.size()));
    TensorSink sink;
    archive.read(entry, sink);
    tensors.put(name, std::move(sink.tensor()));
  });
  return tensors;
}

std::vector<std::uint8_t> write_npz(const NamedTensors& tensors) {
  ZipWriter archive;
  for (const auto& [name, tensor] : tensors) {
    check_writable(name, tensor);
    std::vector<std::uint8_t> array = write_npy_header(tensor.shape);
    append_floats(array, tensor.data);
    archive.add(name + std::string(kSuffix), array);
  }
  return archive.finish();
}

}  // namespace attn
