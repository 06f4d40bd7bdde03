#include "models/checkpoints/bert_family.h"

namespace attn {
namespace {

using enum Extent;

constexpr TableNames kBertTables[] = {
    {"embeddings.word_embeddings.weight", "embedding", kVocab},
    {"embeddings.position_embeddings.weight", "positions", kPositions},
    {"embeddings.token_type_embeddings.weight", "types", kTypes},
};

constexpr LinearNames kBertLinears[] = {
    {"attention.self.query", "attention.w_q", "attention.b_q", kModel, kModel},
    {"attention.self.key", "attention.w_k", "attention.b_k", kModel, kModel},
    {"attention.self.value", "attention.w_v", "attention.b_v", kModel, kModel},
    {"attention.output.dense", "attention.w_o", "attention.b_o", kModel, kModel},
    {"intermediate.dense", "feed_forward.w_1", "feed_forward.b_1", kFeedForward, kModel},
    {"output.dense", "feed_forward.w_2", "feed_forward.b_2", kModel, kFeedForward},
};

constexpr NormNames kBertNorms[] = {
    {"attention.output.LayerNorm", "norm_1"},
    {"output.LayerNorm", "norm_2"},
};

constexpr LinearNames kDistilbertLinears[] = {
    {"attention.q_lin", "attention.w_q", "attention.b_q", kModel, kModel},
    {"attention.k_lin", "attention.w_k", "attention.b_k", kModel, kModel},
    {"attention.v_lin", "attention.w_v", "attention.b_v", kModel, kModel},
    {"attention.out_lin", "attention.w_o", "attention.b_o", kModel, kModel},
    {"ffn.lin1", "feed_forward.w_1", "feed_forward.b_1", kFeedForward, kModel},
    {"ffn.lin2", "feed_forward.w_2", "feed_forward.b_2", kModel, kFeedForward},
};

constexpr NormNames kDistilbertNorms[] = {
    {"sa_layer_norm", "norm_1"},
    {"output_layer_norm", "norm_2"},
};

constexpr LinearNames kBertPooler = {"pooler.dense", "w", "b", kModel, kModel};

constexpr LinearNames transform_of(const char* tensor) {
  return {tensor, "w_transform", "b_transform", kModel, kModel};
}

constexpr ArchitectureNames of_bert(const char* model_type, const char* prefix) {
  return {.model_type = model_type,
          .prefix = prefix,
          .d_model = "hidden_size",
          .num_layers = "num_hidden_layers",
          .num_heads = "num_attention_heads",
          .d_ff = "intermediate_size",
          .activation = "hidden_act",
          .num_types = "type_vocab_size",
          .epsilon = "layer_norm_eps",
          .positions_after_padding = false,
          .tables = kBertTables,
          .embedding_norm = "embeddings.LayerNorm",
          .layers = "encoder.layer.",
          .linears = kBertLinears,
          .norms = kBertNorms,
          .pooler = &kBertPooler,
          .words = {.transform = transform_of("cls.predictions.transform.dense"),
                    .norm = {"cls.predictions.transform.LayerNorm", "norm"},
                    .decoder = "cls.predictions.decoder",
                    .bias = "cls.predictions.bias",
                    .activation_of_config = true}};
}

constexpr ArchitectureNames of_roberta() {
  ArchitectureNames names = of_bert("roberta", "roberta.");
  names.positions_after_padding = true;
  names.words = {.transform = transform_of("lm_head.dense"),
                 .norm = {"lm_head.layer_norm", "norm"},
                 .decoder = "lm_head.decoder",
                 .bias = "lm_head.bias",
                 .activation_of_config = false};
  return names;
}

constexpr ArchitectureNames kArchitectures[] = {
    of_bert("bert", "bert."),
    {.model_type = "distilbert",
     .prefix = "distilbert.",
     .d_model = "dim",
     .num_layers = "n_layers",
     .num_heads = "n_heads",
     .d_ff = "hidden_dim",
     .activation = "activation",
     .num_types = nullptr,
     .epsilon = nullptr,
     .positions_after_padding = false,
     .tables = std::span(kBertTables).first(2),
     .embedding_norm = "embeddings.LayerNorm",
     .layers = "transformer.layer.",
     .linears = kDistilbertLinears,
     .norms = kDistilbertNorms,
     .pooler = nullptr,
     .words = {.transform = transform_of("vocab_transform"),
               .norm = {"vocab_layer_norm", "norm"},
               .decoder = "vocab_projector",
               .bias = "vocab_projector.bias",
               .activation_of_config = true}},
    of_roberta(),
};

}  // namespace

std::span<const ArchitectureNames> bert_family() { return kArchitectures; }

}  // namespace attn
