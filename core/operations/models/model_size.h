// The number of parameters of a configuration, computed before any memory is allocated.
#pragma once

#include "layers/layer_config.h"
#include "models/token_model_config.h"
#include "models/transformer.h"

namespace attn {

// 768 MiB of float32. A model also keeps a packed copy, and the WebAssembly module's memory grows
// to 2 GiB at most (Emscripten's default MAXIMUM_MEMORY).
inline constexpr double kMaxParameters = 3 * (1 << 26);

// Throws std::invalid_argument if count > kMaxParameters, naming the count and its bytes.
void check_parameters_fit(double count);

// As double, because the product of two extents may be more than an Index can hold. Throws
// std::invalid_argument as resolved() of an attention, a layer or a token model.
double parameter_count(Index rows, Index columns);  // of one matrix
double parameter_count(const MultiHeadConfig& config);
double parameter_count(const FeedForwardConfig& config);
double parameter_count(NormKind kind, Index d_model);
double encoder_parameter_count(const LayerConfig& config);
double encoder_parameter_count(const StackConfig& config);
double decoder_parameter_count(const LayerConfig& config);
double decoder_parameter_count(const StackConfig& config);
double parameter_count(const TransformerConfig& config);
double parameter_count(const TokenModelConfig& config);

}  // namespace attn
