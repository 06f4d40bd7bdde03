// The number formats in which parameters are stored.
#pragma once

namespace attn {

// Formats with fewer bits than float32 are for inference only.
enum class ParameterForm {
  kFloat32,
  kFloat16,   // IEEE 754 binary16
  kBfloat16,  // the upper 16 bits of a float32
  kInt8,      // -127 .. 127, times a scale for every 32 numbers of a column; 8.5 bits a number
};

}  // namespace attn
