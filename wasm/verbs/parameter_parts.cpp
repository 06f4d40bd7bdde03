#include <string>
#include <vector>

#include "models/parameter_part.h"
#include "verbs/token_models.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

void token_model_parameter_part(Message& in, Result& out) {
  TokenModel& model = read_model(in);
  const std::string name = in.text();
  const std::vector<Index> from = in.integers(), to = in.integers();
  out.tensor(parameter_part(model, name, from, to));
}

constexpr Verb kVerbs[] = {{"tokenModelParameterPart", token_model_parameter_part}};

}  // namespace

std::span<const Verb> parameter_part_verbs() { return kVerbs; }

}  // namespace attn::js
