#include "ops/embedding.h"

#include <map>

#include "base/check.h"
#include "base/random.h"
#include "base/tensor.h"

namespace attn {

Matrix embedding(const std::vector<Index>& ids, ConstMatrixRef table) {
  const auto n = static_cast<Index>(ids.size());
  element_count({n, table.cols()});
  Matrix x(n, table.cols());
  for (Index i = 0; i < n; ++i) {
    const Index id = ids[static_cast<std::size_t>(i)];
    if (id < 0 || id >= table.rows()) {
      refuse({"expected an id in 0 .. vocab_size - 1 with vocab_size ", table.rows(), ", got ", id,
              " at position ", i});
    }
    x.row(i) = table.row(id);
  }
  return x;
}

Vocabulary build_vocabulary(const std::vector<std::string>& tokens) {
  Vocabulary vocabulary;
  std::map<std::string, Index> id_of;
  for (const std::string& token : tokens) {
    const auto next = static_cast<Index>(vocabulary.tokens.size());
    const auto [place, is_new] = id_of.emplace(token, next);
    if (is_new) vocabulary.tokens.push_back(token);
    vocabulary.ids.push_back(place->second);
  }
  return vocabulary;
}

Matrix random_embedding_table(const std::vector<std::string>& tokens, Index d_model,
                              std::uint64_t seed) {
  const auto vocab_size = static_cast<Index>(tokens.size());
  element_count({vocab_size, d_model});
  Matrix table(vocab_size, d_model);
  for (Index id = 0; id < vocab_size; ++id) {
    // The prefix keeps a token that is called "w_q" apart from the parameter of that name.
    Random random(seed, stream_of("token " + tokens[static_cast<std::size_t>(id)]));
    table.row(id) = normal_matrix(1, d_model, 1.0, random);
  }
  return table;
}

}  // namespace attn
