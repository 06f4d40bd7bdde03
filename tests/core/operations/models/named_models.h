// Two small models by their configurations, and their inputs.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "operations/models/model_inputs.h"
#include "operations/models/model_inspection.h"
#include "operations/models/named_model.h"

namespace attn {

inline const Config kEncoder{{"architecture", "encoder_only"},
                             {"d_model", 8},
                             {"layers", 2},
                             {"heads", {2, 1}},
                             {"d_ff", 16},
                             {"vocab_size", 7}};
inline const Config kTranslation{{"architecture", "encoder_decoder"},
                                 {"d_model", 8},
                                 {"heads", 2},
                                 {"decoder_heads", 2},
                                 {"vocab_size", 7},
                                 {"target_vocab_size", 5}};

inline Tensor ids_of(std::vector<float> ids) {
  const auto n = static_cast<Index>(ids.size());
  return Tensor({"n"}, {n}, std::move(ids));
}
inline Tensor tensor_of(std::vector<Index> shape, std::vector<float> data) {
  std::vector<std::string> axes(shape.size(), "axis");
  return Tensor(std::move(axes), std::move(shape), std::move(data));
}

class NamedModel : public testing::Test {
 protected:
  ModelInputs read(const NamedTensors& given,
                   const std::optional<MaskSettings>& mask = std::nullopt) const {
    return read_model_inputs(encoder_.config(), given, mask);
  }
  Tensor logits(const NamedTensors& given,
                const std::optional<MaskSettings>& mask = std::nullopt) const {
    return inspect_model(encoder_, read(given, mask), {}, Keep::kOutputs, {}).logits;
  }

  TokenModel encoder_ = named_model(kEncoder, {nullptr, {}, 1});
  TokenModel translation_ = named_model(kTranslation, {nullptr, {}, 1});
  NamedTensors inputs_{{"ids", ids_of({1, 2, 3, 4})}};
  NamedTensors pair_{{"ids", ids_of({1, 2, 3, 4})}, {"target_ids", ids_of({0, 2, 1})}};
};

}  // namespace attn
