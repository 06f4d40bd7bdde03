// Any bytes are either refused, or are an archive that stays the same when it is written and read
// again. The bytes are also passed to inflate directly, because the CRC would reject nearly all
// random streams.
#include <cstring>

#include "io/inflate.h"
#include "io/npy_header.h"
#include "io/npz.h"
#include "refused.h"

namespace attn {
namespace {

// Counts the bytes, to check that a sink receives exactly the declared number.
class CountingSink : public ByteSink {
 public:
  void take(const std::uint8_t* bytes, std::size_t size) override {
    count += size;
    last = bytes[size - 1];
  }
  std::size_t count = 0;
  std::uint8_t last = 0;
};

void inflate_as_it_is(const std::uint8_t* bytes, std::size_t size) {
  if (size < 3) return;
  const std::size_t output_size = bytes[0] | bytes[1] << 8 | (bytes[2] & 1) << 16;
  CountingSink sink;
  const bool refused = is_refused([&] { inflate(bytes + 3, size - 3, output_size, sink); });
  if (sink.count > output_size || (!refused && sink.count != output_size)) std::abort();
}

void check_archive(const std::uint8_t* bytes, std::size_t size) {
  NamedTensors tensors;
  if (is_refused([&] { tensors = read_npz(bytes, size); })) return;
  const auto written = write_npz(tensors);
  const NamedTensors back = read_npz(written.data(), written.size());
  for (const auto& [name, tensor] : tensors) {
    const Tensor& other = back.at(name);
    if (tensor.shape != other.shape) std::abort();
    if (!tensor.data.empty() && std::memcmp(tensor.data.data(), other.data.data(),
                                            tensor.data.size() * sizeof(float)) != 0) {
      std::abort();
    }
  }
}

}  // namespace
}  // namespace attn

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  attn::check_archive(bytes, size);
  attn::inflate_as_it_is(bytes, size);
  attn::is_refused([&] {
    if (attn::read_npy_header(bytes, size, "a.npy").size > size) std::abort();
  });
  return 0;
}
