#include "analysis/vectors/word_vectors.h"

#include "base/check.h"

namespace attn {

Tensor word_vectors(const std::vector<std::vector<Index>>& words, const TokenModel& model,
                    const ModelInputs& inputs, const std::vector<Intervention>& interventions) {
  if (model.config().architecture == Architecture::kEncoderDecoder) {
    refuse(
        "expected a model with one stack, to follow words through its layers, got an "
        "encoder-decoder");
  }
  PassOptions options;
  options.hooks = TraceHooks(interventions);
  TokenModelTrace trace;
  trace.keep = Keep::kBackward;  // without scores, which are large for long sentences
  model.forward(inputs, options, &trace);
  std::vector<const Tensor*> layers = {&trace.embedding.embedded};
  for (const EncoderLayerTrace& layer : trace.layers.layers) layers.push_back(&layer.output);
  layers.back() = &trace.layers.output;

  const Tensor& embedded = *layers.front();
  const Index n = embedded.shape[1];
  if (embedded.shape[0] != 1) refuse("expected one sentence, got {}", {embedded.shape[0]});
  Tensor vectors(
      {"word", "layer", "d_model"},
      {static_cast<Index>(words.size()), static_cast<Index>(layers.size()), embedded.shape[2]});
  for (Index word = 0; word < vectors.shape[0]; ++word) {
    const std::vector<Index>& tokens = words[static_cast<std::size_t>(word)];
    if (tokens.empty()) refuse("expected at least one token for word {}, got none", {word});
    for (const Index token : tokens) check_index("position", token, n);
    MatrixMap word_rows = vectors.matrix(word);
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
      auto row = word_rows.row(static_cast<Index>(layer));
      for (const Index token : tokens) row += layers[layer]->matrix().row(token);
      row /= static_cast<float>(tokens.size());
    }
  }
  return vectors;
}

}  // namespace attn
