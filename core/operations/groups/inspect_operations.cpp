// sentence_embedding, row_detail, weights_row, mean_of_heads, difference: what a view of one
// attention layer shows in addition to its trace
#include <utility>

#include "analysis/weights/weights_row.h"
#include "attention/head_layout.h"
#include "base/check.h"
#include "operations/adapter.h"
#include "operations/groups/groups.h"
#include "operations/layer_row.h"
#include "ops/difference.h"
#include "ops/embedding.h"
#include "ops/position.h"

namespace attn {
namespace {

constexpr Index kMaxTokens = 1 << 14;
constexpr Index kMaxTokenBytes = 1 << 20;

struct SentenceSettings {
  std::vector<std::string> tokens;
  Index d_model = 0;
  std::uint64_t seed = 0;
  bool has_positions = true;
};

SentenceSettings read_sentence(const Config& config) {
  SentenceSettings settings{config.texts("tokens", kMaxTokens, kMaxTokenBytes),
                            config.require("d_model")};
  config.read("seed", settings.seed);
  settings.has_positions = config.word("positions", {"sinusoidal", "none"}) == 0;
  return settings;
}

NamedTensors sentence_embedding(const OperationInputs& call, NamedTensors*) {
  const SentenceSettings settings = read_all(call.config, read_sentence);
  const Vocabulary vocabulary = build_vocabulary(settings.tokens);
  const Matrix table = random_embedding_table(vocabulary.tokens, settings.d_model, settings.seed);
  const Matrix embedded = embedding(vocabulary.ids, table);
  const Matrix position = settings.has_positions
                              ? sinusoidal_positions(embedded.rows(), settings.d_model)
                              : Matrix::Zero(embedded.rows(), settings.d_model);
  NamedTensors results = one_result("embedding", Tensor::from_matrix(embedded, "query", "d_model"));
  results.put("position", Tensor::from_matrix(position, "query", "d_model"));
  results.put("x", Tensor::from_matrix(Matrix(embedded + position), "query", "d_model"));
  return results;
}

struct RowSettings {
  LayerRow row;
  Index max_keys = kMaxExtent;  // of the ranking
  float temperature = 1;        // of row_detail only
};

RowSettings read_weights_row(const Config& config) {
  RowSettings settings{read_layer_row(config)};
  config.read("max_keys", settings.max_keys, 0);
  return settings;
}

RowSettings read_row_detail(const Config& config) {
  RowSettings settings = read_weights_row(config);
  config.read("temperature", settings.temperature);
  return settings;
}

NamedTensors row_detail_of(const OperationInputs& call, NamedTensors*) {
  const RowSettings settings = read_all(call.config, read_row_detail);
  AttentionTrace trace;
  AttentionTrace::for_each(trace, [&](const char* name, Tensor& field) {
    if (call.inputs.find(name) != nullptr) field = std::move(call.inputs.at(name));
  });
  const std::vector<Index>& dropped = trace.dropped_weights.shape;
  if (call.inputs.find("dropped_weights") != nullptr && dropped != trace.weights.shape) {
    refuse("expected dropped_weights of the shape of weights, {}, got {}",
           {trace.weights.shape, dropped});
  }
  return named(row_detail_at(settings.row, trace, settings.max_keys, settings.temperature));
}

NamedTensors weights_row_of(const OperationInputs& call, NamedTensors*) {
  const RowSettings settings = read_all(call.config, read_weights_row);
  const auto& [batch, head, query] = settings.row;
  return named(weights_row(call.inputs.at("weights"), batch, head, query, settings.max_keys));
}

NamedTensors mean_of_heads(const OperationInputs& call, NamedTensors*) {
  call.config.check_all_read();
  return one_result("mean", average_heads(call.inputs.at("x")));
}

NamedTensors difference_of(const OperationInputs& call, NamedTensors*) {
  call.config.check_all_read();
  return one_result("difference", difference(call.inputs.at("a"), call.inputs.at("b")));
}

}  // namespace

std::span<const Operation> inspect_operations() {
  static constexpr Operation kAll[] = {
      {.name = "sentence_embedding",
       .header = "ops/embedding.h",
       .inputs = {},
       .forward = sentence_embedding},
      {.name = "row_detail",
       .header = "attention/row_detail.h",
       .inputs = {"q", "k", "v", "scores", "masked_scores", "weights", "dropped_weights",
                  "row_status", "context"},
       .forward = row_detail_of},
      {.name = "weights_row",
       .header = "analysis/weights/weights_row.h",
       .inputs = {"weights"},
       .forward = weights_row_of},
      {.name = "mean_of_heads",
       .header = "attention/head_layout.h",
       .inputs = {"x"},
       .forward = mean_of_heads},
      {.name = "difference",
       .header = "ops/difference.h",
       .inputs = {"a", "b"},
       .forward = difference_of},
  };
  return kAll;
}

}  // namespace attn
