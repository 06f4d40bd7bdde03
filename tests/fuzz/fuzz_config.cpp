// Any text is refused, or is a configuration of which every key can be asked for in every way.
#include <string_view>

#include "operations/config.h"
#include "operations/config_readers.h"
#include "refused.h"

namespace attn {
namespace {

// The operations' keys, some of each kind, and what asks for many at once.
void read_all(const Config& config) {
  for (const char* key : {"num_heads", "causal", "bias", "scale", "heads_off", "kind", ""}) {
    config.has(key);
    is_refused([&] { config.integer(key, 0, 1 << 20, 1); });
    is_refused([&] { config.integer(key, 1, 8); });
    is_refused([&] { config.number(key); });
    is_refused([&] { config.flag(key, true); });
    is_refused([&] { config.word(key, {"none", "end", "start"}); });
    is_refused([&] { config.integers(key, 0, 100); });
  }
  is_refused([&] { read_dropout(config); });
  is_refused([&] { read_multi_head(config); });
  is_refused([&] { read_feed_forward(config); });
  is_refused([&] { read_layer(config); });
  is_refused([&] { config.expect_all_read(); });
}

}  // namespace
}  // namespace attn

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  attn::is_refused([&] { attn::read_all(attn::Config(text)); });
  return 0;
}
