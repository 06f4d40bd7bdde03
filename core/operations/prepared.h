// An operation prepared for many calls: its configuration read and its parameters checked and
// packed once. What engines call a session, and what decoding and training need.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "operations/inspect.h"
#include "operations/model.h"
#include "operations/operation.h"

namespace attn {

// Everything checked at the edge, as by the functions of operation.h; a call that is refused with
// std::invalid_argument leaves the model as it was.
class Prepared {
 public:
  // Throws for an operation that cannot be prepared: those that can have no `prepare` of null.
  // `parameters` are used up, one after the other, so that there is no second copy of them.
  Prepared(std::string_view operation, Config config, NamedTensors parameters);
  // Random ones, as random_parameters draws them.
  Prepared(std::string_view operation, Config config, std::uint64_t seed);

  // As run(..) of operation.h.
  NamedTensors run(const NamedTensors& inputs, Keep keep = Keep::kOutputs,
                   NamedTensors* trace = nullptr) const;
  NamedTensors gradients(const NamedTensors& inputs, const NamedTensors& d_outputs) const;

  // See inspect.h.
  Inspection inspect(const NamedTensors& inputs, const InspectOptions& options) const;

  // See Model.
  NamedTensors step(const NamedTensors& inputs);
  Index length() const { return model_->length(); }
  void restart() { model_->restart(); }

  // See Model. `adam`: learning_rate, beta_1, beta_2, epsilon.
  double train(const NamedTensors& inputs, const NamedTensors& targets, Config adam);

  // See Model.
  void set_parameters(const NamedTensors& given);
  NamedTensors parameters(const std::optional<std::vector<std::string>>& names = {}) const {
    return model_->parameters(names);
  }

 private:
  Prepared(std::string_view operation, Config config, ParameterSource parameters);

  const Operation* operation_;
  std::unique_ptr<Model> model_;
};

}  // namespace attn
