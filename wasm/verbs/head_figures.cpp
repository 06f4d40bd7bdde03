#include "analysis/heads/head_figures.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/vectors/similarities.h"
#include "analysis/weights/rescaled_rows.h"
#include "analysis/weights/value_weighted.h"
#include "base/check.h"
#include "messages/interventions.h"
#include "operations/models/model_inspection.h"
#include "verbs/token_models.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

void check_one_text(const Tensor& tensor) {
  if (tensor.shape[0] != 1) refuse("expected one sentence, got {}", {tensor.shape[0]});
}

// The tensor of a single text, without its batch axis. Throws for that of several texts.
void put_of_text(Result& out, Tensor&& tensor) {
  check_one_text(tensor);
  tensor.axes.erase(tensor.axes.begin());
  tensor.shape.erase(tensor.shape.begin());
  out.tensor(std::move(tensor));
}

// Throws for the weights of several texts.
const Tensor& weights_of_text(const NamedTensors& trace, const std::string& attention) {
  const Tensor& weights = trace.at(attention + ".weights");
  check_one_text(weights);
  return weights;
}

void token_model_value_weighted(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  const std::string attention = in.text();
  const std::vector<Index> tokens = in.integers();
  const std::vector<std::string> fields = {attention + ".weights", attention + ".v"};
  const ModelInspection pass =
      inspect_model(model, inputs, read_interventions(in), Keep::kOutputs, fields);
  const Tensor& weights = weights_of_text(pass.trace, attention);
  ValueWeighted result = value_weighted(weights, pass.trace.at(fields[1]), tokens);
  out.object([&] {
    put_of_text(out.name("lengths"), std::move(result.lengths));
    put_of_text(out.name("weighted_rows"), std::move(result.weighted_rows));
    put_of_text(out.name("share"), std::move(result.share.heads));
    put_of_text(out.name("weighted_share"), std::move(result.weighted_share.heads));
  });
}

void put_heads(Result& out, const Tensor& weights, const std::vector<Index>& tokens,
               bool rescaled) {
  HeadFigures figures = head_figures(weights, tokens);
  out.object([&] {
    put_of_text(out.name("entropy"), std::move(figures.entropy));
    put_of_text(out.name("distance"), std::move(figures.distance));
    put_of_text(out.name("row_shares"), std::move(figures.share.rows));
    put_of_text(out.name("shares"), std::move(figures.share.heads));
    out.name("layer_share").number(figures.share.layer.data[0]);
    out.name("rescaled");
    if (rescaled) {
      put_of_text(out, rescaled_rows(weights, tokens));
    } else {
      out.undefined();
    }
  });
}

void token_model_heads(Message& in, Result& out) {
  const TokenModel& model = read_model(in);
  const ModelInputs inputs = read_inputs(in, model);
  std::vector<Intervention> interventions = read_interventions(in);
  const std::vector<std::string> attentions = in.texts();
  const std::vector<Index> tokens = in.integers();
  const bool rescaled = in.flag();
  std::vector<std::string> fields = in.texts();
  for (const std::string& attention : attentions) fields.push_back(attention + ".weights");
  const std::optional<RowPlace> row = read_row(in);
  ModelInspection pass =
      inspect_model(model, inputs, std::move(interventions), Keep::kOutputs, fields, row);
  const Tensor* pooled = pass.trace.find("pooled");
  out.object([&] {
    out.name("heads").list(attentions, [&](const std::string& attention) {
      put_heads(out, weights_of_text(pass.trace, attention), tokens, rescaled);
    });
    out.name("vector");
    if (pooled != nullptr) {
      put_of_text(out, text_vectors(*pooled));
    } else {
      out.undefined();
    }
    out.name("trace").tensors(std::move(pass.trace));
    if (row) out.name("row").tensors(std::move(pass.row));
  });
}

constexpr Verb kVerbs[] = {
    {"tokenModelHeads", token_model_heads},
    {"tokenModelValueWeighted", token_model_value_weighted},
};

}  // namespace

std::span<const Verb> head_figure_verbs() { return kVerbs; }

}  // namespace attn::js
