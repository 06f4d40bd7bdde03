// The number of parameters that a configuration asks for, known before any of them exists.
#pragma once

#include "layers/layer_config.h"
#include "models/encoder_decoder.h"

namespace attn {

// 1.5 GiB as float32. A model keeps a packed copy too, and WebAssembly addresses 4 GiB.
constexpr double kMaxParameters = 1.5 * (1 << 28);

// Throws std::invalid_argument for more, naming their number and their bytes.
void expect_parameters_fit(double count);

// Each throws std::invalid_argument as the configuration's resolved() does.
double parameter_count(const MultiHeadConfig& config);
double parameter_count(const FeedForwardConfig& config);
double parameter_count(NormKind kind, Index d_model);
double encoder_parameter_count(const LayerConfig& config);
double encoder_parameter_count(const StackConfig& config);
double decoder_parameter_count(const LayerConfig& config);
double decoder_parameter_count(const StackConfig& config);
double parameter_count(const TransformerConfig& config);
double parameter_count(const EncoderDecoderConfig& config);

}  // namespace attn
