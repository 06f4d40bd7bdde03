// A layer behind an interface of named tensors, with its configuration read and its parameters set
// and packed. Operations use it for single calls; `prepare` keeps it for many calls.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/keep.h"
#include "base/named_tensors.h"
#include "operations/tensors/fields.h"
#include "training/adam.h"

namespace attn {

struct Inspection;
struct InspectOptions;

// Where a model's parameters come from: tensors borrowed from the caller, tensors that are consumed
// one by one, or random values drawn from a seed.
struct ParameterSource {
  const NamedTensors* borrowed = nullptr;
  NamedTensors tensors = {};
  std::optional<std::uint64_t> seed = {};

  void fill(const Fields& parameters);
};

// The names of the tensors to return; without a list, all of them.
using Names = std::optional<std::vector<std::string>>;

// A method that throws std::invalid_argument leaves the model unchanged.
class Model {
 public:
  virtual ~Model() = default;

  // As run and gradients of the operation (operation.h).
  virtual NamedTensors run(const NamedTensors& inputs, Keep keep, NamedTensors* trace) const = 0;
  virtual NamedTensors gradients(const NamedTensors& inputs,
                                 const NamedTensors& d_outputs) const = 0;

  // See inspect.h. Throws std::invalid_argument unless the model is a single attention layer.
  virtual Inspection inspect(const NamedTensors& inputs, const InspectOptions& options) const;

  // Processes new tokens "x" that follow those of earlier steps, and caches them. The outputs equal
  // those of one causal pass. A decoder's first step also takes "memory"; every step takes its
  // masks.
  virtual NamedTensors step(const NamedTensors& inputs) = 0;
  // The number of tokens in the cache.
  virtual Index length() const = 0;
  // Clears the cache.
  virtual void restart() = 0;

  // A copy of the cache: the keys and values of each layer, after rotation if positions are rotary,
  // named as in the trace ("layers.0.attention.k"). A decoder's includes those of the memory
  // ("layers.0.cross_attention.k"). Empty before the first step.
  //   k [batch, kv_head, key, d_head]    v [batch, kv_head, key, d_v]
  virtual NamedTensors cache() const = 0;
  // Replaces the cache, so that the next step continues from these tokens with the same bits as if
  // the model had computed them. Without tensors it clears the cache.
  virtual void set_cache(const NamedTensors& cache) = 0;

  // One Adam step on the mean squared error between the output and the targets ("output"). The
  // model keeps Adam's moments. Returns the error before the step. Clears the cache.
  virtual double train(const NamedTensors& inputs, const NamedTensors& targets,
                       const AdamConfig& adam) = 0;

  // Sets the named parameters; the others stay. Clears the cache and Adam's moments, as if the
  // model had just been prepared with these parameters.
  virtual void set_parameters(const NamedTensors& parameters) = 0;

  // Returns the named parameters, or all without a list.
  virtual NamedTensors parameters(const Names& names) const = 0;
};

}  // namespace attn
