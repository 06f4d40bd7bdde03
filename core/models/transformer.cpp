#include "models/transformer.h"

#include <utility>

#include "base/check.h"
#include "layers/sequence.h"

namespace attn {

TransformerConfig TransformerConfig::of(const LayerConfig& layer, Index num_encoder_layers,
                                        Index num_decoder_layers) {
  return {{layer, num_encoder_layers, true}, {layer, num_decoder_layers, true}};
}

TransformerConfig TransformerConfig::resolved() const {
  const TransformerConfig config{in_part("encoder", [&] { return encoder.resolved(); }),
                                 in_part("decoder", [&] { return decoder.resolved(); })};
  const Index source = config.encoder.layer.attention.d_model;
  const Index target = config.decoder.layer.attention.d_model;
  if (source != target) {
    refuse("expected the decoder's d_model to be the encoder's {}, got {}", {source, target});
  }
  return config;
}

TransformerParameters TransformerParameters::random(const TransformerConfig& config,
                                                    std::uint64_t seed) {
  const TransformerConfig c = config.resolved();
  return {EncoderStackParameters::random(c.encoder, part_seed(seed, "encoder")),
          DecoderStackParameters::random(c.decoder, part_seed(seed, "decoder"))};
}

TransformerParameters TransformerParameters::unfilled(const TransformerConfig& config) {
  return {EncoderStackParameters::unfilled(config.encoder),
          DecoderStackParameters::unfilled(config.decoder)};
}

Transformer::Transformer(const TransformerConfig& config, TransformerParameters p)
    : Transformer(std::move(p), config.resolved()) {}

Transformer::Transformer(TransformerParameters p, const TransformerConfig& resolved)
    : encoder_(
          in_part("encoder", [&] { return EncoderStack(resolved.encoder, std::move(p.encoder)); })),
      decoder_(in_part("decoder",
                       [&] { return DecoderStack(resolved.decoder, std::move(p.decoder)); })) {}

Tensor Transformer::forward(const Tensor& source, const Tensor& target,
                            const TransformerMasks& masks, const PassOptions& options,
                            TransformerTrace* trace) const {
  if (trace != nullptr) trace->encoder.keep = trace->decoder.keep = trace->keep;
  const Tensor memory = encoder_.forward(source, masks.source, options.in("encoder"),
                                         trace == nullptr ? nullptr : &trace->encoder);
  return decoder_.forward(target, memory, {masks.target, masks.memory}, options.in("decoder"),
                          trace == nullptr ? nullptr : &trace->decoder);
}

TransformerGradients Transformer::backward(const Tensor& source, const Tensor& target,
                                           const TransformerMasks& masks,
                                           const PassOptions& options,
                                           const TransformerTrace& trace,
                                           const Tensor& d_output) const {
  Tensor batched;
  check_same_shape("the trace's encoder.output", trace.encoder.output, with_batch(source, batched));
  const Tensor memory = shaped_as(source, Tensor(trace.encoder.output));
  DecoderStackGradients decoder = decoder_.backward(target, memory, {masks.target, masks.memory},
                                                    options.in("decoder"), trace.decoder, d_output);
  EncoderStackGradients encoder = encoder_.backward(source, masks.source, options.in("encoder"),
                                                    trace.encoder, decoder.d_memory);
  TransformerGradients gradients;
  gradients.parameters = {std::move(encoder.parameters), std::move(decoder.parameters)};
  gradients.d_source = std::move(encoder.d_x);
  gradients.d_target = std::move(decoder.d_x);
  gradients.d_masks = {std::move(encoder.d_score_bias), std::move(decoder.d_score_bias),
                       std::move(decoder.d_memory_score_bias)};
  return gradients;
}

}  // namespace attn
