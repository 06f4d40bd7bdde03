// MiniLM from the files that `npm run model` makes, beside what transformers computes from the same
// weights rounded to float16 (tests/golden/minilm).
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "hub/model.h"
#include "support/file.h"
#include "support/token_ids.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSentences = 11, kLayers = 6;
const fs::path kMiniLm = ATTN_TESTS_FOLDER "/../web/public/models/minilm-float16";

// Maps our field names ("embedded" "layers.0.output" .. "output", "layers.0.attention.weights" ..)
// to the file's.
std::map<std::string, std::string> fields_of(std::size_t sentence) {
  std::map<std::string, std::string> names;
  for (std::size_t layer = 0; layer <= kLayers; ++layer) {
    const std::string before = "layers." + std::to_string(layer - 1) + ".output";
    names[layer == 0         ? "embedded"
          : layer == kLayers ? "output"
                             : before] =
        "hidden." + std::to_string(sentence) + "." + std::to_string(layer);
  }
  for (std::size_t layer = 0; layer < kLayers; ++layer) {
    names["layers." + std::to_string(layer) + ".attention.weights"] =
        "attention." + std::to_string(sentence) + "." + std::to_string(layer);
  }
  return names;
}

TEST(MiniLm, ComputesWhatTransformersDoes) {
  const hub::Model model = hub::Model::open(kMiniLm);
  EXPECT_EQ(model.form(), ParameterForm::kFloat16);
  const NamedTensors expected =
      safetensors_of(ATTN_TESTS_FOLDER "/golden/minilm/reference.safetensors").tensors;

  std::vector<RowVector> vectors;
  for (std::size_t sentence = 0; sentence < kSentences; ++sentence) {
    const std::vector<Index> ids = ids_in(expected.at("ids." + std::to_string(sentence)));
    std::map<std::string, std::string> missing = fields_of(sentence);
    const TokenModelTrace trace = model.inspect(ids);
    TokenModelTrace::for_each(trace, [&](const std::string& field, const Tensor& got) {
      const auto found = missing.find(field);
      if (found == missing.end()) return;
      const Tensor& wanted = expected.at(found->second);
      ASSERT_EQ(got.data.size(), wanted.data.size()) << found->second;
      for (std::size_t i = 0; i < got.data.size(); ++i) {
        const float allowed = 1e-5f + 1e-4f * std::abs(wanted.data[i]);
        ASSERT_LE(std::abs(got.data[i] - wanted.data[i]), allowed) << found->second << " " << i;
      }
      missing.erase(found);
    });
    EXPECT_TRUE(missing.empty()) << missing.begin()->first;
    vectors.push_back(model.embed(ids));
  }

  const Matrix similarity = expected.at("similarity").matrix();
  for (std::size_t a = 0; a < kSentences; ++a) {
    for (std::size_t b = 0; b < kSentences; ++b) {
      EXPECT_NEAR(vectors[a].dot(vectors[b]),
                  similarity(static_cast<Index>(a), static_cast<Index>(b)), 1e-5);
    }
  }
}

}  // namespace
}  // namespace attn
