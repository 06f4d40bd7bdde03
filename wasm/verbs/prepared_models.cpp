#include <optional>
#include <string>
#include <utility>

#include "messages/operation_results.h"
#include "operations/models/prepared.h"
#include "verbs/numbered.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

Numbered<Prepared>& models() {
  static Numbered<Prepared> models(
      "expected the number of a model that has not been released, got {}");
  return models;
}

Prepared& read_prepared(Message& in) { return models().at(in.word()); }

void prepare(Message& in, Result& out) {
  const std::string operation = in.text();
  Config config = in.config();
  Prepared model = in.flag() ? Prepared(operation, std::move(config), in.seed())
                             : Prepared(operation, std::move(config), in.tensors("parameter"));
  out.number(models().add(std::move(model)));
}

void run_model(Message& in, Result& out) {
  const Prepared& model = read_prepared(in);
  const NamedTensors inputs = in.tensors("input");
  const Keep keep = in.keep();
  NamedTensors trace;
  NamedTensors outputs = model.run(inputs, keep, &trace);
  put_outputs(out, std::move(outputs), std::move(trace), keep);
}

void inspect_prepared(Message& in, Result& out) {
  const Prepared& model = read_prepared(in);
  const NamedTensors inputs = in.tensors("input");
  put_inspection(out, model.inspect(inputs, in.inspect_options()));
}

void model_gradients(Message& in, Result& out) {
  const Prepared& model = read_prepared(in);
  const NamedTensors inputs = in.tensors("input");
  out.tensors(model.gradients(inputs, in.tensors("output's gradient")));
}

void step_model(Message& in, Result& out) {
  Prepared& model = read_prepared(in);
  NamedTensors outputs = model.step(in.tensors("input"));
  out.object([&] {
    out.name("outputs").tensors(std::move(outputs));
    out.name("length").number(model.length());
  });
}

void train_model(Message& in, Result& out) {
  Prepared& model = read_prepared(in);
  const NamedTensors inputs = in.tensors("input"), targets = in.tensors("target");
  out.number(model.train(inputs, targets, in.config()));
}

void restart_model(Message& in, Result& out) {
  read_prepared(in).restart();
  out.undefined();
}

void model_cache(Message& in, Result& out) { out.tensors(read_prepared(in).cache()); }

void set_model_cache(Message& in, Result& out) {
  Prepared& model = read_prepared(in);
  model.set_cache(in.tensors("cached tensor"));
  out.number(model.length());
}

void model_parameters(Message& in, Result& out) {
  const Prepared& model = read_prepared(in);
  out.tensors(model.parameters(in.flag() ? std::optional(in.texts()) : std::nullopt));
}

void set_model_parameters(Message& in, Result& out) {
  Prepared& model = read_prepared(in);
  model.set_parameters(in.tensors("parameter"));
  out.undefined();
}

void release_model(Message& in, Result& out) {
  models().release(in.word());
  out.undefined();
}

constexpr Verb kVerbs[] = {
    {"prepare", prepare},
    {"runModel", run_model},
    {"inspectModel", inspect_prepared},
    {"modelGradients", model_gradients},
    {"stepModel", step_model},
    {"trainModel", train_model},
    {"restartModel", restart_model},
    {"modelCache", model_cache},
    {"setModelCache", set_model_cache},
    {"modelParameters", model_parameters},
    {"setModelParameters", set_model_parameters},
    {"releaseModel", release_model},
};

}  // namespace

std::span<const Verb> prepared_model_verbs() { return kVerbs; }

std::size_t prepared_model_count() { return models().size(); }

}  // namespace attn::js
