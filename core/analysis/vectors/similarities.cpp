#include "analysis/vectors/similarities.h"

#include <utility>

#include "analysis/vectors/cosine_by_layer.h"
#include "ops/cosine.h"
#include "ops/difference.h"

namespace attn {
namespace {

// [batch, 1, d_model]
Tensor pooled_of(const TokenModel& model, const ModelInputs& inputs,
                 const std::vector<Intervention>& interventions) {
  check_one_vector(model.config().readout);
  PassOptions options;
  options.hooks = TraceHooks(interventions);
  TokenModelTrace trace;
  trace.keep = Keep::kWeights;  // the least that keeps `pooled`
  model.forward(inputs, options, &trace);
  return std::move(trace.pooled);
}

}  // namespace

Tensor text_vectors(const TokenModel& model, const ModelInputs& inputs,
                    const std::vector<Intervention>& interventions) {
  return text_vectors(pooled_of(model, inputs, interventions));
}

Tensor text_vectors(const Tensor& pooled) {
  Tensor vectors({"text", "d_model"}, {pooled.shape[0], pooled.shape[2]});
  for (Index i = 0; i < pooled.shape[0]; ++i) {
    scale_to_unit(pooled.matrix(i), vectors.matrix().row(i));
  }
  return vectors;
}

Tensor similarities(const TokenModel& model, const ModelInputs& inputs,
                    const std::vector<Intervention>& interventions) {
  const Tensor pooled = pooled_of(model, inputs, interventions);
  Tensor cosines = cosine_by_layer(pooled);  // of one layer
  const Index n = pooled.shape[0];
  Tensor result({"text", "other_text"}, {n, n});
  result.data = std::move(cosines.data);
  return result;
}

SimilarityChange similarity_change(const TokenModel& model, const ModelInputs& inputs,
                                   const std::vector<Intervention>& interventions) {
  SimilarityChange result{
      similarities(model, inputs), similarities(model, inputs, interventions), {}};
  result.change = difference(result.after, result.before);
  return result;
}

}  // namespace attn
