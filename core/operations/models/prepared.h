// An operation prepared for many calls (a "session" in other engines): its configuration is read,
// and its parameters are checked and packed, only once. Decoding and training need this.
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

// Arguments are checked as by the functions of operation.h. A call that throws
// std::invalid_argument leaves the model unchanged.
class Prepared {
 public:
  // Throws std::invalid_argument for an operation whose `prepare` is null. Consumes `parameters`
  // one by one, so that memory never holds them twice.
  Prepared(std::string_view operation, Config config, NamedTensors parameters);
  // Draws random parameters, equal to those of random_parameters.
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
  NamedTensors cache() const { return model_->cache(); }
  void set_cache(const NamedTensors& cache);

  // See Model. `adam`: learning_rate, beta_1, beta_2, epsilon.
  double train(const NamedTensors& inputs, const NamedTensors& targets, Config adam);

  // See Model.
  void set_parameters(const NamedTensors& parameters);
  NamedTensors parameters(const Names& names = {}) const { return model_->parameters(names); }

 private:
  Prepared(std::string_view operation, Config config, ParameterSource parameters);

  const Operation* operation_;
  std::unique_ptr<Model> model_;
};

}  // namespace attn
