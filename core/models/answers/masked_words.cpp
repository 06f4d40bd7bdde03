#include "models/answers/masked_words.h"

#include <utility>

#include "base/check.h"
#include "models/answers/answers.h"
#include "ops/softmax.h"

namespace attn {
namespace {

// The last layer's vectors: [batch, n, d_model].
Tensor output_of(const TokenModel& model, const ModelInputs& inputs,
                 const std::vector<Intervention>& interventions) {
  PassOptions options;
  options.hooks = TraceHooks(interventions);
  TokenModelTrace trace;
  trace.keep = Keep::kWeights;
  model.forward(inputs, options, &trace);
  return std::move(trace.layers.output);
}

const EncoderHeads& word_head_of(const TokenModel& model) {
  const EncoderHeads* heads = model.heads();
  if (heads == nullptr || !heads->config().masked_words) {
    refuse("expected a model with a head for masked words, got one without");
  }
  return *heads;
}

// The vectors of these positions of one sentence: [position, d_model].
Matrix vectors_at(const std::vector<Index>& positions, const Tensor& output) {
  const Index n = output.shape[1];
  if (output.shape[0] != 1) refuse("expected one sentence, got {}", {output.shape[0]});
  Matrix vectors(static_cast<Index>(positions.size()), output.shape[2]);
  for (Index i = 0; i < vectors.rows(); ++i) {
    const Index position = positions[static_cast<std::size_t>(i)];
    check_index("position", position, n);
    vectors.row(i) = output.matrix().row(position);
  }
  return vectors;
}

}  // namespace

Tensor masked_word_logits(const std::vector<Index>& positions, const TokenModel& model,
                          const ModelInputs& inputs,
                          const std::vector<Intervention>& interventions) {
  const EncoderHeads& head = word_head_of(model);
  const Matrix vectors = vectors_at(positions, output_of(model, inputs, interventions));
  Tensor logits({"position", "vocab_size"}, {vectors.rows(), model.config().embedding.vocab_size});
  logits.matrix() = head.word_logits(vectors, model.embedding());
  return logits;
}

MaskedWordGradients masked_word_gradients(Index position, Index word, const TokenModel& model,
                                          const ModelInputs& inputs,
                                          const std::vector<Intervention>& interventions) {
  const EncoderHeads& head = word_head_of(model);
  const Index vocab_size = model.config().embedding.vocab_size;
  check_index("word", word, vocab_size);
  PassOptions options;
  options.hooks = TraceHooks(interventions);
  TokenModelTrace trace;
  model.forward(inputs, options, &trace);
  const Matrix vectors = vectors_at({position}, trace.layers.output);

  MaskedWordGradients gradients;
  const Matrix logits = head.word_logits(vectors, model.embedding());
  Matrix d_logits(1, vocab_size), d_vectors(1, vectors.cols());
  gradients.model.number = static_cast<float>(log_probability(logits.data(), vocab_size, word));
  // ln p of a word has the gradient 1 at this word, minus p.
  softmax_rows(logits, d_logits);
  d_logits *= -1;
  d_logits(0, word) += 1;
  head.word_logits_backward(vectors, model.embedding(), d_logits, d_vectors,
                            model.form() ? nullptr : &gradients.head);
  Tensor d_output = Tensor::zeros_like(trace.layers.output);
  d_output.matrix().row(position) = d_vectors;
  NamedTensors d_fields;
  d_fields.put("output", std::move(d_output));
  options.hooks = TraceHooks(interventions, &d_fields, &gradients.model.fields);
  gradients.model.parameters =
      model.backward(inputs, options, trace, Tensor::zeros_like(trace.logits)).parameters;
  if (!model.form() && head.config().tied) {
    gradients.model.parameters.embedding.embedding += gradients.head.table;
    gradients.head.table.resize(0, 0);
  }
  return gradients;
}

std::vector<std::vector<Guess>> masked_words(const std::vector<Index>& positions, std::size_t count,
                                             const TokenModel& model, const ModelInputs& inputs,
                                             const std::vector<Intervention>& interventions) {
  Tensor logits = masked_word_logits(positions, model, inputs, interventions);
  logits.axes.insert(logits.axes.begin(), "batch");
  logits.shape.insert(logits.shape.begin(), 1);
  return best_guesses(probabilities_of(logits, 1), count);
}

Tensor pooler_output(const TokenModel& model, const ModelInputs& inputs,
                     const std::vector<Intervention>& interventions) {
  const EncoderHeads* heads = model.heads();
  if (heads == nullptr || !heads->config().pooler) {
    refuse("expected a model with a pooler, got one without");
  }
  const Tensor output = output_of(model, inputs, interventions);
  if (output.shape[1] == 0) refuse("expected a sentence of at least one token, got none");
  Matrix first(output.shape[0], output.shape[2]);
  for (Index item = 0; item < first.rows(); ++item) first.row(item) = output.matrix(item).row(0);
  Tensor pooled({"batch", "d_model"}, {first.rows(), first.cols()});
  pooled.matrix() = heads->pooler_output(first);
  return pooled;
}

}  // namespace attn
