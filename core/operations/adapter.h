// From the door to the typed functions and back: what every adapter does.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/named_tensors.h"
#include "operations/config_readers.h"
#include "operations/fields.h"
#include "operations/operation.h"

namespace attn {

// The operations of each theme, in the order of the table that documents them.
std::span<const Operation> attention_operations();
std::span<const Operation> row_operations();
std::span<const Operation> position_operations();
std::span<const Operation> layer_operations();
std::span<const Operation> model_operations();
std::span<const Operation> efficient_operations();
std::span<const Operation> cost_operations();
std::span<const Operation> analysis_operations();
std::span<const Operation> inspect_operations();
std::span<const Operation> pytorch_operations();

// read(config), once every key that it left unread has been refused.
template <class Settings>
Settings read_all(const Config& config, Settings (*read)(const Config&)) {
  Settings settings = read(config);
  config.expect_all_read();
  return settings;
}

// The input of this name with these axes, of which the first may be missing as long as `least` are
// left; a copy, or the input itself with its axes named so. Throws std::invalid_argument for an
// input that is missing or has another number of axes.
Tensor read_input(const NamedTensors& inputs, const char* name,
                  std::initializer_list<const char*> axes, Index least);
const Tensor& name_input(NamedTensors& inputs, const char* name,
                         std::initializer_list<const char*> axes, Index least);
// All of the axes, or all but the first (the batch).
Tensor read_input(const NamedTensors& inputs, const char* name,
                  std::initializer_list<const char*> axes);

//   query [batch, query, ..] or [query, ..]    key likewise
ScoresShape scores_shape(const Tensor& query, const Tensor& key, Index num_heads);

// The tensor of this name, the only one that may be given; the result's axes are its own. `what` it
// is called in messages. Throws std::invalid_argument when it is missing or has another shape.
const Tensor& read_alone(const char* what, const NamedTensors& given, const char* name,
                         const std::vector<Index>& shape);

// The same for the gradient of the result.
const Tensor& read_d_output(const NamedTensors& d_outputs, const char* name,
                            const std::vector<Index>& shape);

NamedTensors one_result(const char* name, Tensor&& result);

// The gradient of `part` + "score_bias" with the axes that the bias was given with; nothing when
// there was none.
void put_d_score_bias(NamedTensors& gradients, const NamedTensors& inputs, Tensor&& d_score_bias,
                      const char* part = "");

// What a matrix over all rows of x has become, with x's axes but for the last.
Tensor with_rows_of(const Tensor& x, ConstMatrixRef rows, const char* last_axis);

// The only result of a call, forward(trace), and in `into` the intermediates that the call keeps.
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
