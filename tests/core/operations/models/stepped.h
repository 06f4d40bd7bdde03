// The operations that decode step by step, each with a configuration, for tests of steps.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "core/operations/samples.h"
#include "operations/models/prepared.h"
#include "support/config_json.h"
#include "support/inputs.h"

namespace attn {

struct Stepped {
  const char* operation;
  const char* keys;
};

inline void PrintTo(const Stepped& stepped, std::ostream* out) { *out << stepped.operation; }

inline constexpr Stepped kStepped[] = {
    {"multi_head", R"("d_model":8,"num_heads":4,"num_kv_heads":2,"attention_positions":"rotary")"},
    {"encoder_layer", R"("d_model":8,"num_heads":2,"d_ff":12,"attention_positions":"alibi")"},
    {"encoder", R"("d_model":8,"num_heads":2,"d_ff":12,"num_layers":3,"norm_first":true,)"
                R"("final_norm":true,"activation":"gelu_tanh")"},
    {"decoder_layer", R"("d_model":8,"num_heads":2,"d_ff":12,"norm_first":true)"},
    {"decoder", R"("d_model":8,"num_heads":2,"d_ff":12,"num_layers":2)"},
};

class EachStepped : public testing::TestWithParam<Stepped> {
 protected:
  bool decodes_memory() const {
    return std::string_view(GetParam().operation).starts_with("decoder");
  }
  const char* x_name() const {
    return std::string(GetParam().operation) == "multi_head" ? "query" : "x";
  }
  Prepared model(const std::string& more = R"("causal":"end")") const {
    const std::string config = std::string("{") + GetParam().keys + "," + more + "}";
    return {GetParam().operation, config_json(config), 3};
  }
  NamedTensors step_inputs(Index first, Index last, bool is_first) const {
    NamedTensors inputs = {{"x", tokens(x_, first, last)}};
    if (decodes_memory() && is_first) inputs.put("memory", memory_);
    return inputs;
  }

  const Tensor x_ = sequence(9, 1), memory_ = sequence(4, 2);
};

}  // namespace attn
