#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/heads/head_effects.h"
#include "analysis/heads/head_figures.h"
#include "analysis/rounding_error.h"
#include "analysis/vectors/similarities.h"
#include "analysis/vectors/word_vectors.h"
#include "analysis/weights/rescaled_rows.h"
#include "analysis/weights/value_weighted.h"
#include "base/check.h"
#include "messages/model_messages.h"
#include "models/answers/number_gradients.h"
#include "operations/models/named_model.h"
#include "verbs/token_models.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

void put(Result& out, const char* name, Tensor&& tensor) {
  out.name(name);
  out.tensor(std::move(tensor));
}

// Removes the batch axis, for a single text.
Tensor without_batch_axis(Tensor&& tensor) {
  tensor.axes.erase(tensor.axes.begin());
  tensor.shape.erase(tensor.shape.begin());
  return std::move(tensor);
}

Tensor read_tensor(Message& in, const char* name) {
  Tensor tensor = std::move(in.tensors("tensor").at(name));
  return tensor;
}

void token_model_similarities(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  out.tensor(similarities(model, inputs, read_interventions(in)));
}

void token_model_text_vectors(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  out.tensor(text_vectors(model, inputs, read_interventions(in)));
}

void token_model_similarity_change(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  SimilarityChange result = similarity_change(model, inputs, read_interventions(in));
  out.object(3);
  put(out, "before", std::move(result.before));
  put(out, "after", std::move(result.after));
  put(out, "change", std::move(result.change));
}

void token_model_similarities_without_heads(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  const auto layer = static_cast<Index>(in.word());
  out.tensor(similarities_without_heads(layer, model, inputs, read_interventions(in)));
}

void token_model_attributions(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  const std::string field = read_field(in);
  const std::vector<Index> index = in.integers();
  Attributions result = attributions_of(field, index, model, inputs, read_interventions(in));
  out.object(2);
  put(out, "number", double{result.number});
  put(out, "tokens", std::move(result.tokens));
}

void token_model_similarity_gradients(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  const Tensor other = read_tensor(in, "other");
  NumberGradients result = similarity_gradients(other, model, inputs, read_interventions(in));
  put_gradients(out, named_gradients(std::move(result), model, read_names(in)));
}

void token_model_word_vectors(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  std::vector<std::vector<Index>> words(in.count());
  for (std::vector<Index>& tokens : words) tokens = in.integers();
  out.tensor(word_vectors(words, model, inputs, read_interventions(in)));
}

// Refuses the weights of several texts.
const Tensor& weights_of_text(const NamedTensors& trace, const std::string& attention) {
  const Tensor& weights = trace.at(attention + ".weights");
  if (weights.shape[0] != 1) refuse("expected one sentence, got {}", {weights.shape[0]});
  return weights;
}

void token_model_value_weighted(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  const std::string attention = in.text();
  const std::vector<Index> tokens = in.integers();
  const std::vector<std::string> fields = {attention + ".weights", attention + ".v"};
  const ModelInspection pass =
      inspect_model(model, inputs, read_interventions(in), Keep::kOutputs, fields);
  const Tensor& weights = weights_of_text(pass.trace, attention);
  ValueWeighted result = value_weighted(weights, pass.trace.at(fields[1]), tokens);
  out.object(4);
  put(out, "lengths", without_batch_axis(std::move(result.lengths)));
  put(out, "weighted_rows", without_batch_axis(std::move(result.weighted_rows)));
  put(out, "share", without_batch_axis(std::move(result.share.heads)));
  put(out, "weighted_share", without_batch_axis(std::move(result.weighted_share.heads)));
}

void put_heads(Result& out, const Tensor& weights, const std::vector<Index>& tokens,
               bool rescaled) {
  HeadFigures figures = head_figures(weights, tokens);
  out.object(6);
  put(out, "entropy", without_batch_axis(std::move(figures.entropy)));
  put(out, "distance", without_batch_axis(std::move(figures.distance)));
  put(out, "row_shares", without_batch_axis(std::move(figures.share.rows)));
  put(out, "shares", without_batch_axis(std::move(figures.share.heads)));
  put(out, "layer_share", double{figures.share.layer.data[0]});
  out.name("rescaled");
  if (rescaled) {
    out.tensor(without_batch_axis(rescaled_rows(weights, tokens)));
  } else {
    out.undefined();
  }
}

void token_model_heads(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  std::vector<Intervention> interventions = read_interventions(in);
  const std::vector<std::string> attentions = in.texts();
  const std::vector<Index> tokens = in.integers();
  const bool rescaled = in.flag();
  std::vector<std::string> fields = in.texts();
  for (const std::string& attention : attentions) fields.push_back(attention + ".weights");
  const std::optional<RowPlace> row = read_row(in);
  ModelInspection pass =
      inspect_model(model, inputs, std::move(interventions), Keep::kOutputs, fields, row);
  const Tensor* pooled = pass.trace.find("pooled");
  out.object(row ? 4 : 3);
  out.name("heads");
  out.list(attentions.size());
  for (const std::string& attention : attentions) {
    put_heads(out, weights_of_text(pass.trace, attention), tokens, rescaled);
  }
  out.name("vector");
  if (pooled != nullptr) {
    out.tensor(without_batch_axis(text_vectors(*pooled)));
  } else {
    out.undefined();
  }
  out.name("trace");
  out.tensors(std::move(pass.trace));
  if (!row) return;
  out.name("row");
  out.tensors(std::move(pass.row));
}

void token_model_rounding_error(Message& in, Result& out) {
  const TokenModel& rounded = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, rounded);
  const RoundingError error = rounding_error(token_model(in.word()), rounded, inputs);
  out.object(4);
  put(out, "largest_difference", error.largest_difference);
  put(out, "mean_difference", error.mean_difference);
  put(out, "other_key", error.other_key);
  put(out, "least_cosine", error.least_cosine);
}

constexpr Verb kVerbs[] = {
    {"tokenModelSimilarities", token_model_similarities},
    {"tokenModelTextVectors", token_model_text_vectors},
    {"tokenModelSimilarityChange", token_model_similarity_change},
    {"tokenModelSimilaritiesWithoutHeads", token_model_similarities_without_heads},
    {"tokenModelAttributions", token_model_attributions},
    {"tokenModelSimilarityGradients", token_model_similarity_gradients},
    {"tokenModelWordVectors", token_model_word_vectors},
    {"tokenModelHeads", token_model_heads},
    {"tokenModelValueWeighted", token_model_value_weighted},
    {"tokenModelRoundingError", token_model_rounding_error},
};

}  // namespace

std::span<const Verb> vector_verbs() { return kVerbs; }

}  // namespace attn::js
