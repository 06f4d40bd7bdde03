#include "analysis/similarities.h"

#include "analysis/cosine_by_layer.h"
#include "base/check.h"
#include "models/number_gradients.h"

namespace attn {

Tensor similarities(const TokenModel& model, const ModelInputs& inputs,
                    const std::vector<Intervention>& interventions) {
  PassOptions options;
  options.hooks = TraceHooks(interventions);
  TokenModelTrace trace;
  trace.keep = Keep::kBackward;  // without scores, which long texts have many of
  model.forward(inputs, options, &trace);
  if (trace.pooled.empty()) {
    refuse("expected a field of this model, got \"{}\"", {kSimilarities});
  }
  Tensor cosines = cosine_by_layer(trace.pooled);  // of one layer
  const Index n = trace.pooled.shape[0];
  Tensor found({"text", "other_text"}, {n, n});
  found.data = std::move(cosines.data);
  return found;
}

}  // namespace attn
