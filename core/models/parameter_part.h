// Reads a part of a parameter as float32. A packed matrix is decoded only as far as needed.
#pragma once

#include <string>
#include <vector>

#include "models/token_model.h"

namespace attn {

// The numbers [from, to) of a parameter of a model without a decoder.
//   name      as for_each_parameter visits it: "layers.0.attention.w_q"
//   from, to  one index for each axis of the parameter
//   returns   [row, column], or [column] of a vector
// Throws std::invalid_argument for a parameter that the model does not have, and for a part outside
// it.
Tensor parameter_part(TokenModel& model, const std::string& name, const std::vector<Index>& from,
                      const std::vector<Index>& to);

}  // namespace attn
