#include "models/answers/greedy_decode.h"

#include <cmath>
#include <string>

#include "base/check.h"
#include "models/answers/decode.h"
#include "ops/mask_patterns.h"

namespace attn {
namespace {

Index most_probable(const Tensor& logits) {
  Index best = 0;
  for (Index id = 0; id < logits.size(); ++id) {
    const float logit = logits.data[static_cast<std::size_t>(id)];
    if (std::isnan(logit)) refuse("expected logits that are numbers, got NaN for token {}", {id});
    if (logit > logits.data[static_cast<std::size_t>(best)]) best = id;
  }
  return best;
}

}  // namespace

// Batch items are decoded one at a time, because they end at different lengths. Batching them would
// give the same bits. This is not part of `generate`, because attention.wasm has only
// greedy_decode: without probabilities, draws and interventions it is 7 kB smaller (gzipped).
std::vector<std::vector<Index>> greedy_decode(const TokenModel& model, const TokenIds& source_ids,
                                              const GreedyOptions& options,
                                              const std::vector<std::uint8_t>& source_key_padding) {
  if (model.config().architecture != Architecture::kEncoderDecoder) {
    refuse("expected an encoder-decoder model, got another architecture");
  }
  const Index batch = source_ids.batch, n = source_ids.n;
  check_index("start_id", options.start_id, model.config().target.vocab_size);
  check_index("end_id", options.end_id, model.config().target.vocab_size);
  check_range("max_new", options.max_new, 0, kMaxNewTokens);
  check_ids("source_ids", source_ids);
  if (!source_key_padding.empty()) {
    check_key_padding("source_key_padding", source_key_padding, batch, n);
  }

  std::vector<std::vector<Index>> sequences(static_cast<std::size_t>(batch));
  for (Index item = 0; item < batch; ++item) {
    const auto part_of = [&](const auto& all) {
      using Values = std::decay_t<decltype(all)>;
      return all.empty() ? Values() : Values(all.begin() + item * n, all.begin() + (item + 1) * n);
    };
    ModelInputs source;
    source.ids = {1, n, part_of(source_ids.ids)};
    source.key_padding = part_of(source_key_padding);
    Decoding decoding = model.begin(source, options.max_new);
    std::vector<Index>& ids = sequences[static_cast<std::size_t>(item)];
    if (options.max_new == 0) continue;
    Tensor logits = model.step({1, 1, {options.start_id}}, decoding);
    const auto choose = [&](Index) {
      ids.push_back(most_probable(logits));
      return ids.back();
    };
    decode(0, options.max_new, options.end_id, choose,
           [&](Index id, Index) { logits = model.step({1, 1, {id}}, decoding); });
  }
  return sequences;
}

}  // namespace attn
