#include "messages/interventions.h"

#include "base/check.h"

namespace attn::js {

std::vector<Intervention> read_interventions(Message& in) {
  std::vector<Intervention> interventions(in.count());
  for (Intervention& each : interventions) {
    each.layer = in.text();
    each.field = in.text();
    each.index = in.integers();
    const bool multiplies = in.flag(), adds = in.flag();
    if (multiplies && adds) {
      refuse("expected an intervention at {} that multiplies or adds, got both", {each.name()});
    }
    if (multiplies) each.change = Intervention::Change::kMultiply;
    if (adds) each.change = Intervention::Change::kAdd;
    each.value.resize(in.count());
    for (float& number : each.value) number = static_cast<float>(in.number());
  }
  return interventions;
}

}  // namespace attn::js
