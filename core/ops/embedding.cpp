#include "ops/embedding.h"

#include <map>

#include "base/check.h"
#include "base/random.h"
#include "base/tensor.h"

namespace attn {
namespace {

void check_id(Index id, Index position, Index vocab_size) {
  if (id >= 0 && id < vocab_size) return;
  refuse("expected an id in 0 .. vocab_size - 1 with vocab_size {}, got {} at position {}",
         {vocab_size, id, position});
}

}  // namespace

void check_ids_in(Index vocab_size, const std::vector<Index>& ids) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    check_id(ids[i], static_cast<Index>(i), vocab_size);
  }
}

Matrix embedding(const std::vector<Index>& ids, ConstMatrixRef table) {
  const auto n = static_cast<Index>(ids.size());
  check_element_count({n, table.cols()});
  Matrix x(n, table.cols());
  for (Index i = 0; i < n; ++i) {
    const Index id = ids[static_cast<std::size_t>(i)];
    check_id(id, i, table.rows());
    x.row(i) = table.row(id);
  }
  return x;
}

void embedding_backward(const std::vector<Index>& ids, ConstMatrixRef d_y, MatrixRef d_table) {
  const auto n = static_cast<Index>(ids.size());
  check_shape("d_y", d_y, n, d_table.cols());
  check_ids_in(d_table.rows(), ids);
  for (Index i = 0; i < n; ++i) d_table.row(ids[static_cast<std::size_t>(i)]) += d_y.row(i);
}

Vocabulary build_vocabulary(const std::vector<std::string>& tokens) {
  Vocabulary vocabulary;
  std::map<std::string, Index> id_of;
  for (const std::string& token : tokens) {
    const auto next = static_cast<Index>(vocabulary.tokens.size());
    const auto [entry, is_new] = id_of.emplace(token, next);
    if (is_new) vocabulary.tokens.push_back(token);
    vocabulary.ids.push_back(entry->second);
  }
  return vocabulary;
}

Matrix random_embedding_table(const std::vector<std::string>& tokens, Index d_model,
                              std::uint64_t seed) {
  const auto vocab_size = static_cast<Index>(tokens.size());
  check_element_count({vocab_size, d_model});
  Matrix table(vocab_size, d_model);
  for (Index id = 0; id < vocab_size; ++id) {
    // The prefix distinguishes the token "w_q" from the parameter of that name.
    Random random(seed, stream_of("token " + tokens[static_cast<std::size_t>(id)]));
    table.row(id) = normal_matrix(1, d_model, 1.0, random);
  }
  return table;
}

}  // namespace attn
