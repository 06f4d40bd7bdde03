// Converts between named tensors and typed calls: shared by the files that define the operations.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "base/named_tensors.h"
#include "operations/config/config_readers.h"
#include "operations/operation.h"
#include "operations/tensors/fields.h"

namespace attn {

// The input of this name, with its axes renamed to the last ones of `axes`; it has at least `min`
// axes. read_input returns a copy; name_input renames the axes in place. Throws
// std::invalid_argument if the input is missing or has another number of axes.
Tensor read_input(const NamedTensors& inputs, const char* name,
                  std::initializer_list<const char*> axes, Index min);
const Tensor& name_input(NamedTensors& inputs, const char* name,
                         std::initializer_list<const char*> axes, Index min);
// Reads an input that has these axes, or all but the first (the batch).
Tensor read_input(const NamedTensors& inputs, const char* name,
                  std::initializer_list<const char*> axes);

//   query [batch, query, ..] or [query, ..]    key likewise
ScoresShape scores_shape(const Tensor& query, const Tensor& key, Index num_heads);

// The tensor `name`, which must be the only one in `tensors`. `what` describes it in messages.
// Throws std::invalid_argument if it is missing, has another shape, or is not the only one.
const Tensor& read_alone(const char* what, const NamedTensors& tensors, const char* name,
                         const std::vector<Index>& shape);

// read_alone for the gradient of a result.
const Tensor& read_d_output(const NamedTensors& d_outputs, const char* name,
                            const std::vector<Index>& shape);

NamedTensors one_result(const char* name, Tensor&& result);

// Adds the gradient of `part` + "score_bias", with the axes of that input, to `gradients`; does
// nothing if there is no such input.
void put_d_score_bias(NamedTensors& gradients, const NamedTensors& inputs, Tensor&& d_score_bias,
                      const char* part = "");

// `rows`, a matrix with one row per row of x, as a tensor with x's axes except for the last.
Tensor with_rows_of(const Tensor& x, ConstMatrixRef rows, const char* last_axis);

// Returns forward(trace) as the only result, and moves the intermediates that the call keeps to
// `into`.
template <class Trace, class Forward>
NamedTensors one_traced_result(const OperationInputs& call, NamedTensors* into, const char* name,
                               const Forward& forward) {
  if (call.keep == Keep::kOutputs) return one_result(name, forward(nullptr));
  Trace trace;
  if constexpr (requires { trace.keep; }) trace.keep = call.keep;
  NamedTensors result = one_result(name, forward(&trace));
  Fields(trace).move_to(*into, call.keep);
  return result;
}

}  // namespace attn
