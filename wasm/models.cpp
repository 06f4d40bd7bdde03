#include "models.h"

#include <algorithm>
#include <list>
#include <optional>
#include <string>
#include <utility>

#include "base/check.h"
#include "operations/prepared.h"
#include "results.h"

namespace attn::js {
namespace {

struct Numbered {
  std::uint32_t number;
  Prepared prepared;
};

struct Models {
  std::list<Numbered> all;  // a released model leaves nothing behind
  std::uint32_t next = 1;
};

Models& models() {
  static Models models;
  return models;
}

std::list<Numbered>::iterator find(Message& in) {
  const std::uint32_t number = in.word();
  std::list<Numbered>& all = models().all;
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Numbered& each) { return each.number == number; });
  if (found == all.end()) {
    refuse("expected the number of a model that has not been released, got {}",
           {static_cast<Index>(number)});
  }
  return found;
}

}  // namespace

void prepare(Message& in, Result& out) {
  const std::string operation = in.text();
  Config config = in.config();
  Prepared model = in.flag() ? Prepared(operation, std::move(config), in.seed())
                             : Prepared(operation, std::move(config), in.tensors("parameter"));
  models().all.push_back({models().next, std::move(model)});
  out.number(models().next++);
}

void run_model(Message& in, Result& out) {
  const Prepared& model = find(in)->prepared;
  const NamedTensors inputs = in.tensors("input");
  const Keep keep = in.keep();
  NamedTensors trace;
  NamedTensors outputs = model.run(inputs, keep, &trace);
  put_outputs(out, std::move(outputs), std::move(trace), keep);
}

void inspect_model(Message& in, Result& out) {
  const Prepared& model = find(in)->prepared;
  const NamedTensors inputs = in.tensors("input");
  put_inspection(out, model.inspect(inputs, in.inspect_options()));
}

void model_gradients(Message& in, Result& out) {
  const Prepared& model = find(in)->prepared;
  const NamedTensors inputs = in.tensors("input");
  out.tensors(model.gradients(inputs, in.tensors("output's gradient")));
}

void step_model(Message& in, Result& out) {
  Prepared& model = find(in)->prepared;
  NamedTensors outputs = model.step(in.tensors("input"));
  out.object(2);
  out.name("outputs");
  out.tensors(std::move(outputs));
  out.name("length");
  out.number(static_cast<double>(model.length()));
}

void train_model(Message& in, Result& out) {
  Prepared& model = find(in)->prepared;
  const NamedTensors inputs = in.tensors("input"), targets = in.tensors("target");
  out.number(model.train(inputs, targets, in.config()));
}

void restart_model(Message& in, Result& out) {
  find(in)->prepared.restart();
  out.undefined();
}

void model_parameters(Message& in, Result& out) {
  const Prepared& model = find(in)->prepared;
  out.tensors(model.parameters(in.flag() ? std::optional(in.texts()) : std::nullopt));
}

void set_model_parameters(Message& in, Result& out) {
  Prepared& model = find(in)->prepared;
  model.set_parameters(in.tensors("parameter"));
  out.undefined();
}

void release_model(Message& in, Result& out) {
  models().all.erase(find(in));
  out.undefined();
}

}  // namespace attn::js
