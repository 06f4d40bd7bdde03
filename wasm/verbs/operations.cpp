#include <string>
#include <utility>

#include "messages/operation_results.h"
#include "operations/inspect.h"
#include "operations/operation.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

struct Named {
  std::string operation;
  Config config;
};

// Braces, because they evaluate their elements from left to right, the order of the message.
Named read_named(Message& in) { return {in.text(), in.config()}; }

void put_operation(Result& out, const Operation& operation) {
  out.object([&] {
    out.name("name").text(operation.name);
    out.name("header").text(operation.header);
    out.name("inputs").list(operation.inputs, [&](const char* input) {
      if (input != nullptr) out.text(input);
    });
    out.name("has_parameters").flag(operation.random_parameters != nullptr);
    out.name("has_gradients").flag(operation.backward != nullptr);
    out.name("can_be_prepared").flag(operation.prepare != nullptr);
    out.name("can_be_inspected").flag(operation.inspect != nullptr);
  });
}

void list_operations(Message&, Result& out) {
  out.list(operations(), [&](const Operation& operation) { put_operation(out, operation); });
}

void draw_parameters(Message& in, Result& out) {
  const Named named = read_named(in);
  out.tensors(random_parameters(named.operation, named.config, in.seed()));
}

void run_operation(Message& in, Result& out) {
  const Named named = read_named(in);
  const NamedTensors parameters = in.tensors("parameter");
  NamedTensors inputs = in.tensors("input");
  const Keep keep = in.keep();
  NamedTensors trace;
  NamedTensors outputs =
      run(named.operation, named.config, parameters, std::move(inputs), keep, &trace);
  put_outputs(out, std::move(outputs), std::move(trace), keep);
}

void operation_gradients(Message& in, Result& out) {
  const Named named = read_named(in);
  const NamedTensors parameters = in.tensors("parameter");
  NamedTensors inputs = in.tensors("input");
  out.tensors(gradients(named.operation, named.config, parameters, std::move(inputs),
                        in.tensors("output's gradient")));
}

void inspect_operation(Message& in, Result& out) {
  const Named named = read_named(in);
  const NamedTensors parameters = in.flag()
                                      ? random_parameters(named.operation, named.config, in.seed())
                                      : in.tensors("parameter");
  NamedTensors inputs = in.tensors("input");
  put_inspection(out, inspect(named.operation, named.config, parameters, std::move(inputs),
                              in.inspect_options()));
}

constexpr Verb kVerbs[] = {
    {"operations", list_operations}, {"randomParameters", draw_parameters},
    {"run", run_operation},          {"gradients", operation_gradients},
    {"inspect", inspect_operation},
};

}  // namespace

std::span<const Verb> operation_verbs() { return kVerbs; }

}  // namespace attn::js
