// Generation step by step.
#include <utility>

#include "base/check.h"
#include "layers/sequence.h"
#include "models/token_model.h"
#include "ops/mask_patterns.h"

namespace attn {

Decoding TokenModel::begin(const ModelInputs& inputs, Index max_tokens) const {
  check_min("max_tokens", max_tokens, 0);
  Decoding decoding;
  if (decoder_) {
    const EmbeddingInputs source = source_of(inputs);
    const Tensor embedded = embedding_.forward(source, embedding_.positions(inputs.ids.n), "key");
    decoding.layers = decoder_->begin(layers_.forward(
        embedded, padding_mask(inputs.key_padding, inputs.ids.batch, inputs.ids.n, inputs.ids.n)));
    decoding.source_key_padding = inputs.key_padding;
  } else if (config_.architecture != Architecture::kDecoderOnly) {
    refuse(
        "expected a decoder-only or encoder-decoder model, to generate step by step, got an "
        "encoder");
  }
  decoding.max_tokens = max_tokens;
  decoding.positions = output_embedding().positions(max_tokens);
  return decoding;
}

Tensor TokenModel::step(const TokenIds& ids, Decoding& decoding) const {
  check_output_ids(ids);
  const Index n = ids.n;
  if (decoding.length + n > decoding.max_tokens) {
    refuse("expected at most max_tokens {} tokens, got {}",
           {decoding.max_tokens, decoding.length + n});
  }
  const bool has_positions = decoding.positions.size() != 0;
  const Tensor embedded = output_embedding().forward(
      {&ids, nullptr, nullptr},
      decoding.positions.middleRows(has_positions ? decoding.length : 0, has_positions ? n : 0),
      "query");
  Tensor output;
  if (decoder_) {
    const Index n_key = decoding.layers.front().cross_attention.length();
    output = decoder_->step(embedded, decoding.layers,
                            padding_mask(decoding.source_key_padding, ids.batch, n, n_key));
  } else {
    output = layers_.step(embedded, decoding.keys);
  }
  try {
    Tensor logits = logits_of(output, {});
    decoding.length += n;
    return logits;
  } catch (...) {
    // The layers undo only their own failures.
    for (KeyValueCache& cache : decoding.keys) cache.truncate(decoding.length);
    for (DecoderLayerCache& cache : decoding.layers) cache.truncate(decoding.length);
    throw;
  }
}

}  // namespace attn
