#include "models/answers/generate.h"

#include <algorithm>

#include "base/check.h"
#include "base/check_finite.h"
#include "base/random.h"
#include "models/answers/decode.h"
#include "ops/softmax.h"

namespace attn {
namespace {

// Steps with cached keys do not read these inputs, so that passes without the cache would differ.
void check_prompt(const ModelInputs& prompt, bool has_decoder) {
  const char* unread = nullptr;
  if (!has_decoder && !prompt.type_ids.ids.empty()) unread = "type_ids";
  if (!has_decoder && !prompt.key_padding.empty()) unread = "key_padding";
  if (!prompt.target_key_padding.empty()) unread = "target_key_padding";
  if (prompt.masks) unread = "masks";
  if (unread != nullptr)
    refuse("expected a sequence to continue without {}, got one with it", {unread});
}

void check(const TokenModel& model, const TokenIds& ids, const GenerateOptions& options) {
  const TokenModelConfig& config = model.config();
  const bool has_decoder = config.architecture == Architecture::kEncoderDecoder;
  if (!has_decoder && config.architecture != Architecture::kDecoderOnly) {
    refuse(
        "expected a decoder-only or encoder-decoder model, to generate step by step, got an "
        "encoder");
  }
  const Index vocab_size = (has_decoder ? config.target : config.embedding).vocab_size;
  if (config.num_labels != vocab_size || config.answers_per_place != 1) {
    refuse("expected a model whose answers are its {} tokens, got {} answers",
           {vocab_size, config.num_labels});
  }
  check_ids(has_decoder ? "target_ids" : "ids", ids);
  if (ids.batch != 1 || ids.n < 1) {
    refuse("expected one sequence of at least one token, got {}",
           {std::vector<Index>{ids.batch, ids.n}});
  }
  check_range("count", options.count, 1, kMaxNewTokens);
  check_finite("temperature", options.temperature);
  if (options.end_id) check_index("end_id", *options.end_id, vocab_size);
  if (options.length != 0) check_min("length", options.length, ids.n + options.count - 1);
}

// Draws an index in proportion to these weights [1, n]. -1 if rounding puts the draw at the very
// end.
Index drawn(ConstMatrixRef weights, Random& random) {
  double sum = 0;
  for (Index i = 0; i < weights.cols(); ++i) sum += double{weights(0, i)};
  const double target = random.uniform() * sum;
  sum = 0;
  for (Index i = 0; i < weights.cols(); ++i) {
    sum += double{weights(0, i)};
    if (target < sum) return i;
  }
  return -1;
}

// A token from the logits of one position [vocab_size], which are overwritten.
GeneratedToken next_token(MatrixRef logits, const GenerateOptions& options, Index position) {
  const Index vocab_size = logits.cols();
  Tensor probabilities({"token"}, {vocab_size});
  const MatrixMap p(probabilities.data.data(), 1, vocab_size);
  if (softmax_rows(logits, p)[0] == RowStatus::kNotFinite) {
    refuse("expected logits that are finite, got NaN or infinity at position {}", {position});
  }
  GeneratedToken next;
  next.likely = best_guesses(probabilities)[0];
  next.token = next.likely[0];
  if (options.temperature == 0) return next;
  softmax_rows(logits, logits, options.temperature);
  Random random(options.seed, stream_of("generate") + static_cast<std::uint64_t>(position));
  const Index id = drawn(logits, random);
  if (id >= 0) next.token = {id, p(0, id)};
  return next;
}

MatrixMap row_of(Tensor& logits, Index position) {
  const Index width = logits.shape[2];
  return MatrixMap(logits.data.data() + position * width, 1, width);
}

}  // namespace

std::vector<GeneratedToken> generate(const TokenModel& model, const ModelInputs& prompt,
                                     const GenerateOptions& options) {
  ModelInputs inputs = prompt;
  const bool has_decoder = model.config().architecture == Architecture::kEncoderDecoder;
  TokenIds& sequence = has_decoder ? inputs.target_ids : inputs.ids;
  check(model, sequence, options);
  check_prompt(prompt, has_decoder);
  const bool cached = options.interventions.empty();
  PassOptions pass;
  pass.hooks = TraceHooks(options.interventions);
  Decoding decoding;
  const Index first = sequence.n;
  Tensor logits;
  if (cached) {
    decoding = model.begin(inputs, first + options.count - 1);
    logits = model.step(sequence, decoding);
  } else {
    sequence.n = std::max(options.length, first + options.count - 1);
    sequence.ids.resize(static_cast<std::size_t>(sequence.n), 0);
    logits = model.forward(inputs, pass);
  }

  std::vector<GeneratedToken> tokens;
  const auto choose = [&](Index position) {
    const Index row = cached ? logits.shape[1] - 1 : position - 1;
    tokens.push_back(next_token(row_of(logits, row), options, position));
    return tokens.back().token.answer;
  };
  const auto feed = [&](Index id, Index position) {
    if (cached) {
      logits = model.step({1, 1, {id}}, decoding);
    } else {
      sequence.ids[static_cast<std::size_t>(position)] = id;
      logits = model.forward(inputs, pass);
    }
  };
  decode(first, options.count, options.end_id, choose, feed);
  return tokens;
}

}  // namespace attn
