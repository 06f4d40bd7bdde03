// The number of parameters of a configuration, computed before any memory is allocated.
#pragma once

#include "layers/layer_config.h"
#include "models/encoder_decoder.h"

namespace attn {

// 1.5 GiB of float32. A model also keeps a packed copy, and WebAssembly can address only 4 GiB.
constexpr double kMaxParameters = 1.5 * (1 << 28);

// Throws std::invalid_argument if count > kMaxParameters, naming the count and its bytes.
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
