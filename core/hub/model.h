// A model of the BERT family from the files of the Hugging Face hub.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "models/answers/answers.h"
#include "models/token_model.h"

namespace attn::hub {

class Model {
 public:
  //   path  a folder with config.json and model.safetensors or its shards (model_folder.h), or the
  //         .safetensors file in it
  //   form  of the large matrices; by default that of the largest one in the file
  // Reads slice by slice: in addition to the model, only one slice is in memory.
  // Throws std::invalid_argument, naming what was expected and what was found, as
  // open_model_folder, read_checkpoint and checkpoint_model do.
  static Model open(const std::filesystem::path& path, std::optional<ParameterForm> form = {});

  ParameterForm form() const { return *model_.form(); }
  const TokenModel& token_model() const { return model_; }

  // All fields of the pass: "layers.0.attention.weights" [batch, head, query, key] and so on.
  //   ids  [token], with the delimiters of the model's tokenizer
  TokenModelTrace inspect(const std::vector<Index>& ids) const;

  // The mean of the last layer over all tokens, scaled to length 1: [d_model]. The dot product of
  // two of them is the similarity of their texts.
  RowVector embed(const std::vector<Index>& ids) const;

  // The most probable words at the positions of mask tokens (models/answers/masked_words.h). Throws
  // std::invalid_argument for a model without a head for masked words.
  std::vector<std::vector<Guess>> predict_words(const std::vector<Index>& ids,
                                                const std::vector<Index>& positions,
                                                std::size_t max_words = 5) const;

  // tanh of a linear layer on the first token's vector: [d_model]. Throws std::invalid_argument for
  // a model without a pooler.
  RowVector pooler_output(const std::vector<Index>& ids) const;

 private:
  explicit Model(TokenModel model) : model_(std::move(model)) {}

  TokenModel model_;
};

}  // namespace attn::hub
