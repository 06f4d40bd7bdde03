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
#include "messages/interventions.h"
#include "models/answers/number_gradients.h"
#include "operations/models/named_model.h"
#include "verbs/token_models.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

// The tensor of a single text, without its batch axis.
void put_of_text(Result& out, Tensor&& tensor) {
  tensor.axes.erase(tensor.axes.begin());
  tensor.shape.erase(tensor.shape.begin());
  out.tensor(std::move(tensor));
}

Tensor read_tensor(Message& in, const char* name) {
  Tensor tensor = std::move(in.tensors("tensor").at(name));
  return tensor;
}

void token_model_similarities(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  out.tensor(similarities(model, inputs, read_interventions(in)));
}

void token_model_text_vectors(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  out.tensor(text_vectors(model, inputs, read_interventions(in)));
}

void token_model_similarity_change(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  SimilarityChange result = similarity_change(model, inputs, read_interventions(in));
  out.object([&] {
    out.name("before").tensor(std::move(result.before));
    out.name("after").tensor(std::move(result.after));
    out.name("change").tensor(std::move(result.change));
  });
}

void token_model_similarities_without_heads(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  const auto layer = static_cast<Index>(in.word());
  out.tensor(similarities_without_heads(layer, model, inputs, read_interventions(in)));
}

void token_model_attributions(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  const std::string field = read_field(in);
  const std::vector<Index> index = in.integers();
  Attributions result = attributions_of(field, index, model, inputs, read_interventions(in));
  out.object([&] {
    out.name("number").number(result.number);
    out.name("tokens").tensor(std::move(result.tokens));
  });
}

void token_model_similarity_gradients(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  const Tensor other = read_tensor(in, "other");
  NumberGradients result = similarity_gradients(other, model, inputs, read_interventions(in));
  put_gradients(out, named_gradients(std::move(result), model, read_names(in)));
}

void token_model_word_vectors(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
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
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  const std::string attention = in.text();
  const std::vector<Index> tokens = in.integers();
  const std::vector<std::string> fields = {attention + ".weights", attention + ".v"};
  const ModelInspection pass =
      inspect_model(model, inputs, read_interventions(in), Keep::kOutputs, fields);
  const Tensor& weights = weights_of_text(pass.trace, attention);
  ValueWeighted result = value_weighted(weights, pass.trace.at(fields[1]), tokens);
  out.object([&] {
    put_of_text(out.name("lengths"), std::move(result.lengths));
    put_of_text(out.name("weighted_rows"), std::move(result.weighted_rows));
    put_of_text(out.name("share"), std::move(result.share.heads));
    put_of_text(out.name("weighted_share"), std::move(result.weighted_share.heads));
  });
}

void put_heads(Result& out, const Tensor& weights, const std::vector<Index>& tokens,
               bool rescaled) {
  HeadFigures figures = head_figures(weights, tokens);
  out.object([&] {
    put_of_text(out.name("entropy"), std::move(figures.entropy));
    put_of_text(out.name("distance"), std::move(figures.distance));
    put_of_text(out.name("row_shares"), std::move(figures.share.rows));
    put_of_text(out.name("shares"), std::move(figures.share.heads));
    out.name("layer_share").number(figures.share.layer.data[0]);
    out.name("rescaled");
    if (rescaled) {
      put_of_text(out, rescaled_rows(weights, tokens));
    } else {
      out.undefined();
    }
  });
}

void token_model_heads(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
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
  out.object([&] {
    out.name("heads").list(attentions, [&](const std::string& attention) {
      put_heads(out, weights_of_text(pass.trace, attention), tokens, rescaled);
    });
    out.name("vector");
    if (pooled != nullptr) {
      put_of_text(out, text_vectors(*pooled));
    } else {
      out.undefined();
    }
    out.name("trace").tensors(std::move(pass.trace));
    if (row) out.name("row").tensors(std::move(pass.row));
  });
}

void token_model_rounding_error(Message& in, Result& out) {
  const TokenModel& rounded = read_model(in);
  const ModelInputs inputs = read_inputs(in, rounded);
  const RoundingError error = rounding_error(read_model(in), rounded, inputs);
  out.object([&] {
    out.name("largest_difference").number(error.largest_difference);
    out.name("mean_difference").number(error.mean_difference);
    out.name("other_key").number(error.other_key);
    out.name("least_cosine").number(error.least_cosine);
  });
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
