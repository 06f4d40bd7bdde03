#include <string>
#include <utility>
#include <vector>

#include "analysis/cosine_by_layer.h"
#include "analysis/head_figures.h"
#include "analysis/rounding_error.h"
#include "analysis/similarities.h"
#include "analysis/value_weighted.h"
#include "analysis/word_paths.h"
#include "analysis/word_vectors.h"
#include "base/check.h"
#include "model_messages.h"
#include "models/number_gradients.h"
#include "operations/named_model.h"
#include "token_models.h"
#include "verbs.h"

namespace attn::js {
namespace {

void put(Result& out, const char* name, Tensor&& tensor) {
  out.name(name);
  out.tensor(std::move(tensor));
}

void put(Result& out, const char* name, PrincipalPlane&& plane) {
  out.name(name);
  out.object(2);
  put(out, "coordinates", std::move(plane.coordinates));
  put(out, "explained", std::move(plane.explained));
}

// Without the axis batch, of one text.
Tensor of_text(Tensor&& tensor) {
  tensor.axes.erase(tensor.axes.begin());
  tensor.shape.erase(tensor.shape.begin());
  return std::move(tensor);
}

Tensor read_vectors(Message& in) {
  Tensor vectors = std::move(in.tensors("tensor").at("vectors"));
  return vectors;
}

void token_model_similarities(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  out.tensor(similarities(model, inputs, read_interventions(in)));
}

void token_model_attributions(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  const std::string field = read_field(in);
  const std::vector<Index> index = in.integers();
  Attributions found = attributions_of(field, index, model, inputs, read_interventions(in));
  out.object(2);
  put(out, "number", double{found.number});
  put(out, "tokens", std::move(found.tokens));
}

void token_model_word_vectors(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  std::vector<std::vector<Index>> words(in.word());
  for (std::vector<Index>& tokens : words) tokens = in.integers();
  out.tensor(word_vectors(words, model, inputs, read_interventions(in)));
}

void token_model_value_weighted(Message& in, Result& out) {
  const TokenModel& model = token_model(in.word());
  const ModelInputs inputs = read_inputs(in, model);
  const std::string attention = in.text();
  const std::vector<Index> tokens = in.integers();
  const std::vector<std::string> fields = {attention + ".weights", attention + ".v"};
  const ModelInspection pass =
      inspect_model(model, inputs, read_interventions(in), Keep::kOutputs, fields);
  const Tensor& weights = pass.trace.at(fields[0]);
  if (weights.shape[0] != 1) refuse("expected one sentence, got {}", {weights.shape[0]});
  ValueWeighted found = value_weighted(weights, pass.trace.at(fields[1]), tokens);
  out.object(4);
  put(out, "lengths", of_text(std::move(found.lengths)));
  put(out, "weighted_rows", of_text(std::move(found.weighted_rows)));
  put(out, "share", of_text(std::move(found.share.heads)));
  put(out, "weighted_share", of_text(std::move(found.weighted_share.heads)));
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

void word_paths(Message& in, Result& out) {
  WordPaths paths = attn::word_paths(read_vectors(in));
  out.object(4);
  put(out, "apart", std::move(paths.apart));
  put(out, "plain", std::move(paths.plain));
  put(out, "common", double{paths.common});
  put(out, "common_by_layer", std::move(paths.common_by_layer));
}

void cosines_by_layer(Message& in, Result& out) { out.tensor(cosine_by_layer(read_vectors(in))); }

void group_cosines(Message& in, Result& out) {
  const Tensor cosines = std::move(in.tensors("tensor").at("cosines"));
  GroupCosines means = mean_cosines(cosines, in.integers());
  out.object(2);
  put(out, "within", std::move(means.within));
  put(out, "across", std::move(means.across));
}

void head_figures(Message& in, Result& out) {
  HeadFigures figures = attn::head_figures(in.tensors("tensor").at("weights"));
  out.object(2);
  put(out, "entropy", std::move(figures.entropy));
  put(out, "distance", std::move(figures.distance));
}

constexpr Verb kVerbs[] = {
    {"tokenModelSimilarities", token_model_similarities},
    {"tokenModelAttributions", token_model_attributions},
    {"tokenModelWordVectors", token_model_word_vectors},
    {"tokenModelValueWeighted", token_model_value_weighted},
    {"tokenModelRoundingError", token_model_rounding_error},
    {"wordPaths", word_paths},
    {"cosinesByLayer", cosines_by_layer},
    {"groupCosines", group_cosines},
    {"headFigures", head_figures},
};

}  // namespace

std::span<const Verb> vector_verbs() { return kVerbs; }

}  // namespace attn::js
