#include <string>
#include <utility>
#include <vector>

#include "analysis/heads/head_effects.h"
#include "analysis/rounding_error.h"
#include "analysis/vectors/similarities.h"
#include "analysis/vectors/word_vectors.h"
#include "messages/interventions.h"
#include "models/answers/number_gradients.h"
#include "operations/models/model_inspection.h"
#include "verbs/token_models.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

Tensor read_tensor(Message& in, const char* name) {
  return std::move(in.tensors("tensor").at(name));
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
    {"tokenModelRoundingError", token_model_rounding_error},
};

}  // namespace

std::span<const Verb> vector_verbs() { return kVerbs; }

}  // namespace attn::js
