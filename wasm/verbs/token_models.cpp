#include "verbs/token_models.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "messages/interventions.h"
#include "models/encoder_heads.h"
#include "operations/config/config_readers.h"
#include "operations/config/model_config.h"
#include "operations/models/model_inputs.h"
#include "operations/models/named_model.h"
#include "verbs/numbered.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

Numbered<TokenModel>& token_models() {
  static Numbered<TokenModel> models(
      "expected the number of a model that has not been released, got {}");
  return models;
}

// Two entries of an object.
void put_guess(Result& out, const Guess& guess) {
  out.name("id").number(guess.answer);
  out.name("probability").number(guess.probability);
}

void put_generated(Result& out, const GeneratedToken& generated) {
  out.object([&] {
    put_guess(out, generated.token);
    put_guesses(out.name("answers"), generated.likely);
  });
}

void create_token_model(Message& in, Result& out) {
  const Config config = in.config();
  TokenModel model = in.flag()
                         ? named_model(config, {nullptr, {}, in.seed()})
                         : named_model(config, {nullptr, in.tensors("parameter"), std::nullopt});
  put_token_model(out, std::move(model));
}

void inspect_token_model(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  std::vector<Intervention> interventions = read_interventions(in);
  const Keep keep = in.keep();
  const Names names = read_names(in);
  const std::optional<RowPlace> row = read_row(in);
  ModelInspection found = inspect_model(model, inputs, std::move(interventions), keep, names, row);
  out.object([&] {
    out.name("logits").tensor(std::move(found.logits));
    out.name("probabilities").tensor(std::move(found.probabilities));
    out.name("answers").list(found.guesses,
                             [&](const std::vector<Guess>& guesses) { put_guesses(out, guesses); });
    out.name("trace").tensors(std::move(found.trace));
    if (row) out.name("row").tensors(std::move(found.row));
  });
}

void token_model_gradients(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  const std::string field = read_field(in);
  const std::vector<Index> index = in.integers();
  const std::vector<Intervention> interventions = read_interventions(in);
  put_gradients(out,
                named_gradients_of(field, index, model, inputs, interventions, read_names(in)));
}

void generate_tokens(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_model_inputs(model.config(), in.tensors("input"), std::nullopt);
  GenerateOptions options = read_all(in.config(), read_generate);
  options.interventions = read_interventions(in);
  out.list(generate(model, inputs, options),
           [&](const GeneratedToken& token) { put_generated(out, token); });
}

void token_model_parameters(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  out.tensors(parameters_of(model, read_names(in)));
}

void set_token_model_parameters(Message& in, Result& out) {
  TokenModel& model = read_model(in);
  set_parameters(model, in.tensors("parameter"));
  out.undefined();
}

void release_token_model(Message& in, Result& out) {
  token_models().release(in.word());
  out.undefined();
}

constexpr Verb kVerbs[] = {
    {"createTokenModel", create_token_model},
    {"inspectTokenModel", inspect_token_model},
    {"tokenModelGradients", token_model_gradients},
    {"generateTokens", generate_tokens},
    {"tokenModelParameters", token_model_parameters},
    {"setTokenModelParameters", set_token_model_parameters},
    {"releaseTokenModel", release_token_model},
};

}  // namespace

std::span<const Verb> token_model_verbs() { return kVerbs; }

Names read_names(Message& in) { return in.flag() ? Names(in.texts()) : std::nullopt; }

void put_gradients(Result& out, NamedNumberGradients found) {
  out.object([&] {
    out.name("number").number(found.number);
    out.name("d_fields").tensors(std::move(found.d_fields));
    out.name("d_parameters").tensors(std::move(found.d_parameters));
  });
}

void put_guesses(Result& out, const std::vector<Guess>& guesses) {
  out.list(guesses, [&](const Guess& guess) { out.object([&] { put_guess(out, guess); }); });
}

void put_token_model(Result& out, TokenModel model) {
  const EncoderHeads* heads = model.heads();
  out.object([&] {
    out.name("predicts_words").flag(heads != nullptr && heads->config().masked_words);
    out.name("has_pooler").flag(heads != nullptr && heads->config().pooler);
    out.name("config").config(model_entries(model.config()));
    out.name("number").number(token_models().add(std::move(model)));
  });
}

ModelInputs read_inputs(Message& in, const TokenModel& model) {
  const NamedTensors tensors = in.tensors("input");
  std::optional<MaskSettings> mask;
  if (in.flag()) {
    mask = read_all<MaskSettings>(in.config(),
                                  [](const Config& config) { return read_mask_settings(config); });
  }
  return read_model_inputs(model.config(), tensors, mask);
}

std::optional<RowPlace> read_row(Message& in) {
  if (!in.flag()) return std::nullopt;
  std::string attention = in.text();
  RowPlace row = read_all(in.config(), read_row_place);
  row.attention = std::move(attention);
  return row;
}

std::string read_field(Message& in) {
  const std::string layer = in.text(), field = in.text();
  return layer.empty() ? field : layer + "." + field;
}

TokenModel& token_model(std::uint32_t number) { return token_models().at(number); }

TokenModel& read_model(Message& in) { return token_model(in.word()); }

std::size_t token_model_count() { return token_models().size(); }

}  // namespace attn::js
