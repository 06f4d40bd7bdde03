#include "messages/interventions.h"

namespace attn::js {

std::vector<Intervention> read_interventions(Message& in) {
  std::vector<Intervention> interventions(in.count());
  for (Intervention& each : interventions) {
    each.layer = in.text();
    each.field = in.text();
    each.index = in.integers();
    each.multiplies = in.flag();
    each.adds = in.flag();
    each.value.resize(in.count());
    for (float& number : each.value) number = static_cast<float>(in.number());
  }
  return interventions;
}

}  // namespace attn::js
