// If memory runs out at any allocation of a call, the model or trainer stays unchanged, and the
// refusal can still be written. The linker replaces malloc by __wrap_malloc (CMakeLists.txt): Eigen
// calls it, and so does operator new below.
#if defined(__linux__) && !defined(__EMSCRIPTEN__)
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "base/check.h"
#include "core/operations/models/stepped.h"
#include "core/operations/same_tensors.h"
#include "core/operations/samples.h"
#include "efficient/reformer.h"
#include "messages/result.h"
#include "operations/models/prepared.h"
#include "support/inputs.h"
#include "support/refusal.h"
#include "training/recipes.h"
#include "training/trainer.h"

namespace {

// The number of allocations that succeed before all fail; negative: none fails.
long allocations_left = -1;

bool fails() {
  if (allocations_left > 0) {
    --allocations_left;
  } else {
    return allocations_left == 0;
  }
  return false;
}

void* allocated(std::size_t size) {
  void* memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* allocated(std::size_t size, std::align_val_t align) {
  const auto line = static_cast<std::size_t>(align);
  void* memory = fails() ? nullptr : std::aligned_alloc(line, (size + line - 1) / line * line);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

extern "C" void* __real_malloc(std::size_t size);
extern "C" void* __wrap_malloc(std::size_t size) { return fails() ? nullptr : __real_malloc(size); }

void* operator new(std::size_t size) { return allocated(size); }
void* operator new[](std::size_t size) { return allocated(size); }
void* operator new(std::size_t size, std::align_val_t align) { return allocated(size, align); }
void* operator new[](std::size_t size, std::align_val_t align) { return allocated(size, align); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace attn {
namespace {

// Calls `action` with all allocations failing, then with all but the first, and so on, until it
// succeeds. Calls `check` after each failure. Returns the number of failures.
template <class Action, class Check>
long fail_each_allocation(const Action& action, const Check& check) {
  for (long k = 0;; ++k) {
    bool failed = false;
    allocations_left = k;
    try {
      action();
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    allocations_left = -1;
    if (!failed) return k;
    check();
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "after " << k << " allocations";
      return k;
    }
  }
}

class EachTrained : public testing::TestWithParam<Sample> {};

TEST_P(EachTrained, AFailedAllocationLeavesTheModelUnchanged) {
  const Sample& sample = GetParam();
  Prepared model(sample.operation, config_json(sample.config), 7);
  Prepared twin(sample.operation, config_json(sample.config), 7);
  const auto [name, output] = *model.run(sample.inputs).begin();
  const NamedTensors targets = {{name, Tensor(output.axes, output.shape)}};
  const auto expect_unchanged = [&] { expect_same(model.parameters(), twin.parameters()); };

  // First without Adam's moments, then with them.
  for (int step = 0; step < 2; ++step) {
    double loss = 0;
    const auto train = [&] { loss = model.train(sample.inputs, targets, {}); };
    EXPECT_GT(fail_each_allocation(train, expect_unchanged), 9);
    EXPECT_EQ(loss, twin.train(sample.inputs, targets, {}));
    expect_same(model.parameters(), twin.parameters());
    expect_same(model.run(sample.inputs), twin.run(sample.inputs));
  }

  const NamedTensors others = parameters_of(sample);
  const auto expect_same_results = [&] {
    expect_unchanged();
    expect_same(model.run(sample.inputs), twin.run(sample.inputs));
  };
  fail_each_allocation([&] { model.set_parameters(others); }, expect_same_results);
  expect_same(model.run(sample.inputs),
              Prepared(sample.operation, config_json(sample.config), others).run(sample.inputs));
}

INSTANTIATE_TEST_SUITE_P(Operations, EachTrained, testing::ValuesIn(prepared_samples()),
                         [](const auto& info) { return std::string(info.param.operation); });

class EachSteppedOn : public EachStepped {};

TEST_P(EachSteppedOn, AFailedAllocationLeavesTheCacheUnchanged) {
  Prepared model = this->model(), twin = this->model();
  Index first = 0;
  for (const Index count : {2, 1, 3}) {
    const NamedTensors inputs = step_inputs(first, first + count, first == 0);
    NamedTensors outputs;
    fail_each_allocation([&] { outputs = model.step(inputs); },
                         [&] { EXPECT_EQ(model.length(), first); });
    expect_same(outputs, twin.step(inputs));
    first += count;
    EXPECT_EQ(model.length(), first);
  }

  Prepared shorter = this->model();
  shorter.step(step_inputs(0, 2, true));
  const NamedTensors cache = shorter.cache();
  fail_each_allocation([&] { model.set_cache(cache); },
                       [&] { expect_same(model.cache(), twin.cache()); });
  expect_same(model.step(step_inputs(2, 3, false)), shorter.step(step_inputs(2, 3, false)));
}

INSTANTIATE_TEST_SUITE_P(Operations, EachSteppedOn, testing::ValuesIn(kStepped),
                         [](const auto& info) { return std::string(info.param.operation); });

// A recipe whose step is quick.
Recipe small_recipe(OptimizerKind optimizer) {
  Recipe recipe = named_recipe("induction");
  recipe.task_options.length = 6;
  recipe.optimizer.kind = optimizer;
  recipe.optimizer.momentum = 0.5f;
  recipe.batch = 2;
  recipe.seed = 7;
  return recipe;
}

class EachOptimizer : public testing::TestWithParam<OptimizerKind> {};

TEST_P(EachOptimizer, AFailedAllocationTakesNoTrainingStep) {
  const Recipe recipe = small_recipe(GetParam());
  Trainer trainer(recipe, {1, 3}), twin(recipe, {1, 3});
  // First without running means, then with them.
  for (Index step = 0; step < 2; ++step) {
    StepReport report, expected;
    const auto take_step = [&] {
      trainer.step(1, {}, [&](const StepReport& reported) { report = reported; });
    };
    EXPECT_GT(fail_each_allocation(take_step,
                                   [&] {
                                     EXPECT_EQ(trainer.steps_taken(), step);
                                     expect_same(trainer.state().tensors, twin.state().tensors);
                                   }),
              9);
    twin.step(1, {}, [&](const StepReport& reported) { expected = reported; });
    expect_same(trainer.state().tensors, twin.state().tensors);
    EXPECT_EQ(report.step, expected.step);
    EXPECT_EQ(report.loss, expected.loss);
    EXPECT_EQ(report.labels.right, expected.labels.right);
  }
  // The steps succeeded as soon as only their snapshots failed.
  EXPECT_EQ(trainer.snapshot_steps(), std::vector<Index>{0});
  EXPECT_EQ(twin.snapshot_steps(), (std::vector<Index>{0, 1, 2}));
}

TEST_P(EachOptimizer, AFailedAllocationWhileSeekingLeavesTheStateOfAStep) {
  constexpr Index kSteps = 3;
  const Recipe recipe = small_recipe(GetParam());
  Trainer trainer(recipe, {2, 3}), twin(recipe, {2, 3});
  std::vector<NamedTensors> states = {twin.state().tensors};  // [step]
  for (Index step = 0; step < kSteps; ++step) {
    twin.step();
    states.push_back(twin.state().tensors);
  }
  const auto expect_a_state = [&] {
    expect_same(trainer.state().tensors, states[static_cast<std::size_t>(trainer.steps_taken())]);
  };
  trainer.step(kSteps);
  for (const Index to : {2, 1, 3}) {
    fail_each_allocation([&] { trainer.seek(to); }, expect_a_state);
    EXPECT_EQ(trainer.steps_taken(), to);
    expect_a_state();
  }
}

TEST(TokenModelStep, AFailedAllocationLeavesTheDecodingAsItWas) {
  TokenModelConfig config;
  config.layers.layer.attention.d_model = 8;
  config.layers.layer.attention.num_heads = 2;
  config.layers.layer.feed_forward.d_ff = 16;
  config.layers.num_layers = 2;
  config.embedding.vocab_size = 5;
  const TokenModel decoder_only(config, TokenModelParameters::random(config, 1));
  config.architecture = Architecture::kEncoderDecoder;
  config.decoder = config.layers;
  const TokenModel encoder_decoder(config, TokenModelParameters::random(config, 1));
  for (const TokenModel* model : {&decoder_only, &encoder_decoder}) {
    const ModelInputs source{.ids = {1, 3, {0, 1, 2}}};
    Decoding decoding = model->begin(source, 4), twin = model->begin(source, 4);
    for (const Index id : {3, 1, 4}) {
      const Index length = decoding.length;
      Tensor logits;
      const auto step = [&] { logits = model->step({1, 1, {id}}, decoding); };
      const auto expect_unchanged = [&] {
        EXPECT_EQ(decoding.length, length);
        for (const KeyValueCache& cache : decoding.keys) EXPECT_EQ(cache.length(), length);
        for (const DecoderLayerCache& cache : decoding.layers) EXPECT_EQ(cache.length(), length);
      };
      EXPECT_GT(fail_each_allocation(step, expect_unchanged), 9);
      EXPECT_EQ(logits.data, model->step({1, 1, {id}}, twin).data);
    }
  }
}

// A result that has the name of an object's number has given the object to the caller, so that its
// number must follow.
TEST(Result, ANumberCanFollowItsNameWithoutMemory) {
  for (std::size_t length = 0; length < 1200; ++length) {
    js::Result out;
    out.text(std::string(4 * length, 'x'));
    out.name("number");
    allocations_left = 0;
    EXPECT_NO_THROW(out.number(1)) << length;
    allocations_left = -1;
  }
}

TEST(ReformerTraceOf, AFailedAllocationLeavesTheTraceUnchanged) {
  const auto heads = [](std::uint64_t seed) {
    return random_tensor({"batch", "head", "query", "d_head"}, {1, 2, 6, 4}, seed);
  };
  const auto numbers_of = [](const ReformerTrace& trace) {
    std::vector<std::vector<float>> numbers;
    ReformerTrace::for_each(
        trace, [&](const char*, const Tensor& field) { numbers.push_back(field.data); });
    return numbers;
  };
  const Tensor q = heads(1), k = heads(2), v = heads(3);
  const Reformer config{4, 1, 1}, other{4, 2, 2};
  ReformerTrace trace, expected;
  reformer_attention(q, k, v, config, {}, &trace);
  const std::vector<std::vector<float>> before = numbers_of(trace);
  const auto expect_unchanged = [&] { EXPECT_EQ(numbers_of(trace), before); };
  const auto attend = [&] { reformer_attention(k, q, v, other, {}, &trace); };
  EXPECT_GT(fail_each_allocation(attend, expect_unchanged), 9);
  reformer_attention(k, q, v, other, {}, &expected);
  EXPECT_EQ(numbers_of(trace), numbers_of(expected));
}

TEST(Result, SaysThatMemoryRanOutIfALongRefusalCannotBeWritten) {
  const std::string longest(2000, 'x');  // more than a result reserves
  js::Result out;
  try {
    refuse("expected {}, got {}", {longest, longest});
  } catch (...) {
    EXPECT_EQ(fail_each_allocation([&] { out.refusal(); }, [] {}), 0);
  }
  const std::uint32_t* words = out.data();  // the kind, the message's length, its bytes
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(words + 2), words[1]),
            "not enough memory for this request");
}

// After one step, with running means so large that the next step makes a parameter infinite.
TrainerState state_before_an_infinite_parameter(const Recipe& recipe) {
  Trainer trainer(recipe);
  trainer.step();
  TrainerState state = trainer.state();
  for (const auto& [name, tensor] : NamedTensors(state.tensors)) {
    const bool is_mean = name.starts_with("first_moment.") || name.starts_with("velocity.");
    if (!is_mean) continue;
    state.tensors.put(
        name, Tensor(tensor.axes, tensor.shape, std::vector<float>(tensor.data.size(), 3e38f)));
  }
  return state;
}

TEST_P(EachOptimizer, AFailedAllocationLeavesFiniteParametersWhereOneIsNotFinite) {
  Recipe recipe = small_recipe(GetParam());
  recipe.optimizer.adam.learning_rate = 10;
  recipe.schedule.warm_up = 0;
  const TrainerState state = state_before_an_infinite_parameter(recipe);
  Trainer trainer(recipe, {}, &state);
  std::string message;
  const auto take_step = [&] { message = refusal([&] { trainer.step(); }); };
  const auto expect_unchanged = [&] {
    EXPECT_EQ(trainer.steps_taken(), 1);
    expect_same(trainer.state().tensors, state.tensors);
  };
  EXPECT_GT(fail_each_allocation(take_step, expect_unchanged), 9);
  EXPECT_EQ(
      message,
      "layers.0.attention.w_q has a NaN or an infinity in step 2: the model is that of step 1");
  expect_unchanged();
}

INSTANTIATE_TEST_SUITE_P(Trainer, EachOptimizer,
                         testing::Values(OptimizerKind::kAdamW, OptimizerKind::kSgd),
                         [](const auto& info) {
                           return info.param == OptimizerKind::kSgd ? "Sgd" : "AdamW";
                         });

}  // namespace
}  // namespace attn
#endif
