// Models from files on disk, beside the same models read in one piece and what transformers
// computes.
#include "hub/model.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/models/checkpoints/checkpoint_folder.h"
#include "support/file.h"
#include "support/near.h"
#include "support/refusal.h"
#include "support/token_ids.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

const fs::path kCheckpoints = ATTN_TESTS_FOLDER "/golden/checkpoints";
const char* const kIndex = "model.safetensors.index.json";

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

// Gives each test a separate folder, which is removed at the end.
class HubModel : public ::testing::Test {
 protected:
  HubModel() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / (std::string("attn_hub_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    fs::copy(kCheckpoints / "bert" / "config.json", folder_);
  }
  ~HubModel() override { fs::remove_all(folder_); }

  // Writes the tensors of bert in three shards (tensor i in shard i % 3), and their index.
  void write_shards() {
    const Folder bert("bert");
    Safetensors shards[3];
    std::size_t i = 0;
    for (const auto& [name, tensor] : bert.tensors) {
      index_["weight_map"][name] = shard(i % 3);
      shards[i++ % 3].tensors.put(name, tensor);
    }
    for (i = 0; i < 3; ++i) {
      const std::vector<std::uint8_t> bytes = write_safetensors(shards[i]);
      write(folder_ / shard(i), {bytes.begin(), bytes.end()});
    }
    write(folder_ / kIndex, index_.dump());
  }

  static std::string shard(std::size_t i) {
    return "model-0000" + std::to_string(i + 1) + "-of-00003.safetensors";
  }

  std::string refused() const {
    return refusal([&] { hub::Model::open(folder_); });
  }

  fs::path folder_;
  nlohmann::json index_;
};

const std::vector<Index> kIds = {2, 74, 177, 158, 118, 163, 74, 171, 115, 78, 86, 113, 173, 8, 3};

bool same_output(const hub::Model& a, const hub::Model& b) {
  return a.inspect(kIds).layers.output.data == b.inspect(kIds).layers.output.data;
}

TEST_F(HubModel, OfAFolderComputesWhatTransformersDoes) {
  for (const char* name : {"bert", "distilbert", "roberta"}) {
    const hub::Model model = hub::Model::open(kCheckpoints / name);
    EXPECT_EQ(model.form(), ParameterForm::kFloat32);
    const NamedTensors reference = tensors_of(name, "reference.safetensors");
    std::vector<Index> ids = ids_in(reference.at("ids"));
    ids.resize(15);  // the first sentence, without padding
    const TokenModelTrace trace = model.inspect(ids);
    for (std::size_t layer = 0; layer < trace.layers.layers.size(); ++layer) {
      const Tensor& expected = reference.at("attention." + std::to_string(layer));
      const Tensor& got = trace.layers.layers[layer].attention.weights;
      for (Index head = 0; head < got.shape[1]; ++head) {
        const Matrix wanted = expected.matrix(head).topLeftCorner(15, 15);
        const Eigen::ArrayXXf allowed = 1e-6f + 1e-5f * wanted.array().abs();
        EXPECT_TRUE(((got.matrix(head) - wanted).array().abs() <= allowed).all()) << name;
      }
    }
  }
}

TEST_F(HubModel, OfAFolderPredictsMaskedWordsAsPyTorchDoes) {
  const hub::Model model = hub::Model::open(kCheckpoints / "roberta");
  const NamedTensors words = tensors_of("roberta", "words.safetensors");
  std::vector<Index> ids = ids_in(words.at("ids"));
  ids.resize(15);  // the first sentence
  const auto guesses = model.predict_words(ids, {9, 5}, 2);
  ASSERT_EQ(guesses.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    Index best = 0;
    words.at("logits").matrix(0).row(i == 0 ? 9 : 5).maxCoeff(&best);
    ASSERT_EQ(guesses[i].size(), 2u);
    EXPECT_EQ(guesses[i][0].answer, best);
    EXPECT_GT(guesses[i][0].probability, guesses[i][1].probability);
  }
  EXPECT_EQ(refusal([&] { model.pooler_output(ids); }),
            "expected a model with a pooler, got one without");
}

TEST_F(HubModel, HasThePoolerOutputOfTheFirstToken) {
  Folder bert("bert");
  const NamedTensors words = tensors_of("bert", "words.safetensors");
  bert.tensors.put("bert.pooler.dense.weight", words.at("pooler.weight"));
  bert.tensors.put("bert.pooler.dense.bias", words.at("pooler.bias"));
  const std::vector<std::uint8_t> bytes = write_safetensors({bert.tensors, {}});
  write(folder_ / "model.safetensors", {bytes.begin(), bytes.end()});
  std::vector<Index> ids = ids_in(words.at("ids"));
  ids.resize(15);
  const RowVector got = hub::Model::open(folder_).pooler_output(ids);
  const RowVector expected = words.at("pooler_output").matrix().row(0);
  EXPECT_LT((got - expected).cwiseAbs().maxCoeff(), 1e-5f);
}

TEST_F(HubModel, OfAFileOrOfShardsIsThatOfTheFolder) {
  const hub::Model whole = hub::Model::open(kCheckpoints / "bert");
  EXPECT_TRUE(same_output(whole, hub::Model::open(kCheckpoints / "bert" / "model.safetensors")));
  write_shards();
  EXPECT_TRUE(same_output(whole, hub::Model::open(folder_)));
  const hub::Model rounded = hub::Model::open(folder_, ParameterForm::kInt8);
  EXPECT_EQ(rounded.token_model().form(), ParameterForm::kInt8);
  EXPECT_FALSE(same_output(whole, rounded));
  EXPECT_TRUE(same_output(hub::Model::open(kCheckpoints / "bert", ParameterForm::kInt8), rounded));
}

TEST_F(HubModel, NamesAFileThatIsMissing) {
  EXPECT_TRUE(contains(refused(), "model.safetensors"));
  write_shards();
  fs::remove(folder_ / shard(1));
  EXPECT_TRUE(contains(refused(), shard(1)));
  fs::remove(folder_ / "config.json");
  EXPECT_TRUE(contains(refused(), "config.json"));
  fs::create_directory(folder_ / "config.json");
  EXPECT_TRUE(contains(refused(), "none that can be read"));
}

TEST_F(HubModel, RefusesAnIndexThatContradictsTheShards) {
  write_shards();
  const std::string name = "bert.encoder.layer.1.output.dense.bias";
  const std::string right = index_["weight_map"][name];
  const std::string wrong_file = "expected the index to say that tensor \"" + name +
                                 "\" is in file \"" + right + "\", got another file or none";
  for (std::size_t i = 0; i < 3; ++i) {
    if (shard(i) == right) continue;
    nlohmann::json index = index_;
    index["weight_map"][name] = shard(i);
    write(folder_ / kIndex, index.dump());
    EXPECT_EQ(refused(), wrong_file);
  }
  nlohmann::json index = index_;
  index["weight_map"].erase(name);
  write(folder_ / kIndex, index.dump());
  EXPECT_EQ(refused(), wrong_file);
  index = index_;
  index["weight_map"]["absent"] = shard(0);
  write(folder_ / kIndex, index.dump());
  EXPECT_TRUE(contains(refused(), "\"absent\""));
  index = index_;
  index["weight_map"][name] = "../" + right;
  for (const std::string& text : {std::string("{"), std::string("[]"), std::string("{}"),
                                  std::string(R"({"weight_map": []})"),
                                  std::string(R"({"weight_map": {"a": 1}})"), index.dump()}) {
    write(folder_ / kIndex, text);
    EXPECT_TRUE(contains(refused(), kIndex)) << text;
  }
  EXPECT_EQ(
      refused(),
      "expected file \"model.safetensors.index.json\" to have a weight_map with a file of its "
      "folder for each tensor, got no such weight_map");
}

TEST_F(HubModel, RefusesTruncatedAndInconsistentFiles) {
  const std::string file = contents_of(path_in("bert", "model.safetensors"));
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, std::size_t{100}}) {
    write(folder_ / "model.safetensors", file.substr(0, size));
    EXPECT_TRUE(contains(refused(), "safetensors")) << size;
  }
  write(folder_ / "model.safetensors", file.substr(0, file.size() - 1));
  EXPECT_TRUE(contains(refused(), "bytes of data, as the offsets say"));
  std::string long_header = file;
  long_header[7] = '\x7f';
  write(folder_ / "model.safetensors", long_header);
  EXPECT_TRUE(contains(refused(), "header of at most"));
  write(folder_ / "config.json", "[1]");
  EXPECT_TRUE(contains(refused(), "config.json"));
}

// The lines below are those of core/models/checkpoints/README.md, and print what its comments say.
TEST(HubReadme, RunsAsItIs) {
  const fs::path before = fs::current_path();
  fs::current_path(ATTN_TESTS_FOLDER "/..");
  std::ostringstream printed;
  std::streambuf* const screen = std::cout.rdbuf(printed.rdbuf());
  // clang-format off
  // begin
const hub::Model model = hub::Model::open("tests/golden/checkpoints/bert", ParameterForm::kInt8);
// [CLS] the animal did not cross the street because it was too tired . [SEP]
const std::vector<Index> ids = {2, 74, 177, 158, 118, 163, 74, 171, 115, 78, 86, 113, 173, 8, 3};
const TokenModelTrace trace = model.inspect(ids);
const Tensor& weights = trace.layers.layers[1].attention.weights;  // [batch, head, query, key]
Index key = 0;
weights.matrix(3).row(9).maxCoeff(&key);  // layer 2, head 4: what "it" looks at
std::cout << key << "\n";  // 9
const float similarity = model.embed(ids).dot(model.embed({2, 74, 177, 3}));
std::cout << (similarity > 0.5f) << "\n";  // 1
std::vector<Index> masked = ids;
masked[5] = 4;  // [MASK] for "cross"
std::cout << model.predict_words(masked, {5})[0].size() << "\n";  // 5
  // end
  // clang-format on
  std::cout.rdbuf(screen);
  fs::current_path(before);

  const auto between = [](const std::string& text, const std::string& first,
                          const std::string& last) {
    const std::size_t begin = text.find(first) + first.size();
    return text.substr(begin, text.find(last, begin) - begin);
  };
  const std::string lines = between(contents_of(ATTN_TESTS_FOLDER "/core/hub/model_test.cpp"),
                                    "  // begin\n", "  // end\n");
  const std::string shown = between(
      contents_of(ATTN_TESTS_FOLDER "/../core/models/checkpoints/README.md"), "```cpp\n", "```\n");
  EXPECT_EQ(lines, shown);
  std::string said;
  const std::string mark = "\"\\n\";  // ";
  for (std::size_t at = shown.find(mark); at != std::string::npos; at = shown.find(mark, at + 1)) {
    said += shown.substr(at + mark.size(), shown.find('\n', at) + 1 - at - mark.size());
  }
  EXPECT_EQ(printed.str(), said);
}

}  // namespace
}  // namespace attn
