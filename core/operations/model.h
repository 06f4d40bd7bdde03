// A layer with its configuration read and its parameters set and packed, that named tensors go in
// and out of: what an operation's calls have in common, and what `prepare` keeps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/keep.h"
#include "base/named_tensors.h"
#include "operations/fields.h"
#include "training/adam.h"

namespace attn {

struct Inspection;
struct InspectOptions;

// Where a model's parameters come from: given ones that stay the caller's, or that are used up one
// after the other; or random ones drawn from a seed, which never exist by name.
struct ParameterSource {
  const NamedTensors* lent = nullptr;
  NamedTensors given = {};
  std::optional<std::uint64_t> seed = {};

  void fill(const Fields& parameters);
};

// All throw std::invalid_argument; the model is then as it was.
class Model {
 public:
  virtual ~Model() = default;

  // As the operation's.
  virtual NamedTensors run(const NamedTensors& inputs, Keep keep, NamedTensors* trace) const = 0;
  virtual NamedTensors gradients(const NamedTensors& inputs,
                                 const NamedTensors& d_outputs) const = 0;

  // See inspect.h. Refused unless the model is a single attention layer.
  virtual Inspection inspect(const NamedTensors& inputs, const InspectOptions& options) const;

  // New tokens "x" after those of the steps before, which stay in the model's cache: the outputs of
  // one causal pass. A decoder's first step takes "memory" too, every one its masks.
  virtual NamedTensors step(const NamedTensors& inputs) = 0;
  // The number of tokens in the cache.
  virtual Index length() const = 0;
  // Forgets them.
  virtual void restart() = 0;

  // One step of Adam towards the targets ("output"), down the gradient of the mean squared error;
  // its moments stay in the model. Returns the error before it. Forgets the tokens of the steps.
  virtual double train(const NamedTensors& inputs, const NamedTensors& targets,
                       const AdamConfig& adam) = 0;

  // Sets the parameters of these names; the others stay. Forgets the tokens of the steps and the
  // moments of Adam: the model is as one prepared with these parameters.
  virtual void set_parameters(const NamedTensors& given) = 0;

  // Those of these names; all when there is no list.
  virtual NamedTensors parameters(const std::optional<std::vector<std::string>>& names) const = 0;
};

}  // namespace attn
