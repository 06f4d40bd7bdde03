#include "models/answers/masked_words.h"

#include <utility>
#include <vector>

#include "messages/interventions.h"
#include "verbs/token_models.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

void token_model_masked_words(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  const std::vector<Index> positions = in.integers();
  const std::size_t max_words = in.word();
  const auto words = masked_words(positions, max_words, model, inputs, read_interventions(in));
  out.list(words, [&](const std::vector<Guess>& guesses) { put_guesses(out, guesses); });
}

void token_model_masked_word_gradients(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  const auto position = static_cast<Index>(in.word()), word = static_cast<Index>(in.word());
  MaskedWordGradients gradients =
      masked_word_gradients(position, word, model, inputs, read_interventions(in));
  put_gradients(out, named_gradients(std::move(gradients), model, read_names(in)));
}

void token_model_pooler_output(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  out.tensor(pooler_output(model, inputs, read_interventions(in)));
}

constexpr Verb kVerbs[] = {
    {"tokenModelMaskedWords", token_model_masked_words},
    {"tokenModelMaskedWordGradients", token_model_masked_word_gradients},
    {"tokenModelPoolerOutput", token_model_pooler_output},
};

}  // namespace

std::span<const Verb> masked_word_verbs() { return kVerbs; }

}  // namespace attn::js
