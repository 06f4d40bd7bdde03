#include "models/token_model_config.h"

#include "base/check.h"
#include "base/random.h"
#include "models/transformer.h"

namespace attn {
namespace {

InputEmbeddingConfig with_width(InputEmbeddingConfig config, Index d_model) {
  if (config.d_model == 0) config.d_model = d_model;
  if (config.d_model != d_model) {
    refuse("expected embeddings of d_model {}, got {}", {d_model, config.d_model});
  }
  config.check();
  return config;
}

bool predicts_next_tokens(const TokenModelConfig& c) {
  return c.architecture == Architecture::kDecoderOnly ||
         c.architecture == Architecture::kEncoderDecoder;
}

// A model that predicts the next token does so at every position, and generates step by step. So it
// has neither a class token nor a readout.
void check_next_token_model(const TokenModelConfig& c) {
  const bool has_decoder = c.architecture == Architecture::kEncoderDecoder;
  const auto refuse_key = [&](const char* key) {
    refuse("expected an encoder for {}, got architecture {}",
           {key, word_of(c.architecture, kArchitectureWords)});
  };
  if (c.embedding.class_token || (has_decoder && c.target.class_token)) refuse_key("class_token");
  if (c.readout != Readout::kEveryPosition) refuse_key("readout");
}

void check_labels(const TokenModelConfig& c, Index vocab_size) {
  check_min("num_labels", c.num_labels, 1);
  if (c.tied_head && c.num_labels != vocab_size) {
    refuse("expected num_labels of a tied head to be vocab_size {}, got {}",
           {vocab_size, c.num_labels});
  }
  if (c.answers_per_place < 1 || c.num_labels % c.answers_per_place != 0) {
    refuse("expected answers_per_place to divide num_labels {}, got {}",
           {c.num_labels, c.answers_per_place});
  }
}

}  // namespace

TokenModelConfig TokenModelConfig::resolved() const {
  TokenModelConfig config = *this;
  const bool has_decoder = architecture == Architecture::kEncoderDecoder;
  if (has_decoder) {
    const TransformerConfig stacks = TransformerConfig{layers, decoder}.resolved();
    config.layers = stacks.encoder;
    config.decoder = stacks.decoder;
  } else {
    config.layers = layers.resolved();
  }
  if (architecture == Architecture::kVision) {
    check_min("d_patch", embedding.d_patch, 1);
  } else if (embedding.d_patch != 0) {
    refuse("expected no d_patch for a model of tokens, got {}", {embedding.d_patch});
  }
  const Index d_model = config.layers.layer.attention.d_model;
  config.embedding = with_width(embedding, d_model);
  Index vocab_size = embedding.vocab_size;
  if (has_decoder) {
    if (target.vocab_size < 0) {
      refuse("expected target_vocab_size of at least 1, got {}", {target.vocab_size});
    }
    config.target = target.vocab_size == 0 ? config.embedding : with_width(target, d_model);
    config.target.num_types = 0;
    vocab_size = config.target.vocab_size;
  }
  if (predicts_next_tokens(*this)) check_next_token_model(*this);
  if (!head) {
    if (predicts_next_tokens(*this) || readout == Readout::kEveryPosition) {
      refuse("expected a model without a head to be an encoder with a readout, got another model");
    }
    config.num_labels = 0;
    config.tied_head = config.output_bias = false;
    return config;
  }
  if (num_labels == 0) config.num_labels = vocab_size;
  check_labels(config, vocab_size);
  return config;
}

TokenModelParameters TokenModelParameters::random(const TokenModelConfig& config,
                                                  std::uint64_t seed) {
  const TokenModelConfig c = config.resolved();
  TokenModelParameters p;
  p.has_decoder = c.architecture == Architecture::kEncoderDecoder;
  if (p.has_decoder) {
    p.layers = EncoderStackParameters::random(c.layers, part_seed(seed, "encoder"));
    p.decoder = DecoderStackParameters::random(c.decoder, part_seed(seed, "decoder"));
    p.embedding = InputEmbeddingParameters::random(c.embedding, seed, "source_");
    p.target = InputEmbeddingParameters::random(c.target, seed, "target_");
  } else {
    p.layers = EncoderStackParameters::random(c.layers, seed);
    p.embedding = InputEmbeddingParameters::random(c.embedding, seed, "");
  }
  if (c.head && !c.tied_head) {
    const Index d_model = c.embedding.d_model;
    Random random(seed, stream_of("w_out"));
    p.w_out = glorot_matrix(d_model, c.num_labels, random);
  }
  if (c.output_bias) p.b_out.setZero(c.num_labels);
  return p;
}

TokenModelParameters TokenModelParameters::unfilled(const TokenModelConfig& config) {
  TokenModelParameters p;
  p.has_decoder = config.architecture == Architecture::kEncoderDecoder;
  p.layers = EncoderStackParameters::unfilled(config.layers);
  if (p.has_decoder) p.decoder = DecoderStackParameters::unfilled(config.decoder);
  return p;
}

}  // namespace attn
