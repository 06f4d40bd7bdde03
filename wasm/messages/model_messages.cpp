#include "messages/model_messages.h"

namespace attn::js {

void put(Result& out, const char* name, Index number) {
  out.name(name);
  out.number(static_cast<double>(number));
}

void put(Result& out, const char* name, double number) {
  out.name(name);
  out.number(number);
}

void put(Result& out, const char* name, const std::vector<std::string>& texts) {
  out.name(name);
  out.list(texts.size());
  for (const std::string& text : texts) out.text(text);
}

void put(Result& out, const char* name, const std::vector<Config::Entry>& config) {
  out.name(name);
  out.object(config.size());
  for (const Config::Entry& entry : config) {
    out.name(entry.key);
    switch (entry.kind) {
      case Config::Kind::kNumber:
        out.number(entry.number);
        break;
      case Config::Kind::kFlag:
        out.flag(entry.number != 0);
        break;
      case Config::Kind::kList:
        out.list(entry.list.size());
        for (const double number : entry.list) out.number(number);
        break;
      default:
        out.text(entry.word);
    }
  }
}

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
