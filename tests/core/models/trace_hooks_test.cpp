// Interventions at the fields of whole models, and gradients with respect to every field.
#include "attention/trace_hooks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/finite.h"
#include "core/models/model_cases.h"
#include "models/answers/number_gradients.h"
#include "support/refusal.h"

namespace attn {
namespace {

using reference::Rows;
using reference::Values;

class Hooks : public ModelTest {
 protected:
  TokenModelTrace traced(const PassOptions& options = {}, const ModelInputs* inputs = nullptr) {
    TokenModelTrace trace;
    model_.forward(inputs == nullptr ? inputs_ : *inputs, options, &trace);
    return trace;
  }

  // The logits of the same model in double, with `by` times direction_ added to its parameters.
  template <class AtField>
  Rows in_double(double by, const AtField& at_field) const {
    Values values, direction;
    reference::put_parameters(parameters_, "", values);
    reference::put_parameters(direction_, "", direction);
    for (auto& [name, x] : values) {
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += by * direction.at(name)[i];
    }
    values.at_field = at_field;
    return reference::logits(config_, values, inputs_);
  }

  TokenModelParameters direction_ = stirred(parameters_, 7);
};
INSTANTIATE_TEST_SUITE_P(Kinds, Hooks, testing::ValuesIn(model_cases()), name_of_model());

// Returns an intervention that replaces a whole field, such as "layers.0.attention.weights".
Intervention whole_field(const std::string& name, std::vector<float> value) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return {"", name, {}, std::move(value)};
  return {name.substr(0, dot), name.substr(dot + 1), {}, std::move(value)};
}

PassOptions with(std::vector<Intervention> interventions) {
  PassOptions options;
  options.hooks = TraceHooks(std::move(interventions));
  return options;
}

Tensor field_of(TokenModelTrace& trace, const std::string& wanted) {
  Tensor found;
  TokenModelTrace::for_each(trace, [&](std::string_view name, const Tensor& field) {
    if (name == wanted) found = field;
  });
  return found;
}

std::vector<std::string> fields_of(TokenModelTrace& trace) {
  std::vector<std::string> names;
  TokenModelTrace::for_each(trace, [&](std::string_view name, const Tensor& field) {
    if (!field.empty() && !name.ends_with("row_status")) names.emplace_back(name);
  });
  return names;
}

// The slope at 0 of a function in double, which a gradient of the core must equal.
template <class Function>
double slope(const Function& f) {
  constexpr double kStep = 1e-5;
  return (f(kStep) - f(-kStep)) / (2 * kStep);
}
void expect_slope(double got, double expected, const std::string& of = "") {
  EXPECT_NEAR(got, expected, 1e-5 + 1e-4 * std::abs(expected)) << of;
}

// Changes a field of this shape in double, as an intervention with one value does.
void change(const Intervention& by, const std::vector<Index>& shape, Rows& x) {
  for (std::size_t cell = 0; cell < x.size(); ++cell) {
    auto rest = static_cast<Index>(cell);
    bool is_selected = true;
    for (std::size_t axis = shape.size(); axis-- > 0; rest /= shape[axis]) {
      const Index wanted = axis < by.index.size() ? by.index[axis] : Intervention::kAll;
      is_selected &= wanted == Intervention::kAll || wanted == rest % shape[axis];
    }
    if (!is_selected) continue;
    const double value = double{by.value.at(0)};
    x[cell] = by.multiplies ? x[cell] * value : by.adds ? x[cell] + value : value;
  }
}

TEST_P(Hooks, ReplacingAFieldByItselfChangesNothing) {
  TokenModelTrace plain = traced();
  for (const std::string& name : fields_of(plain)) {
    const TokenModelTrace replaced = traced(with({whole_field(name, field_of(plain, name).data)}));
    EXPECT_TRUE(identical(replaced.logits, plain.logits)) << name;
  }
}

// One head of size 1: w_q = w_k = w_v = w_o = 1.
MultiHead head_of_ones() {
  MultiHeadConfig config;
  config.d_model = config.num_heads = 1;
  config.bias = false;
  MultiHeadParameters p;
  p.w_q = p.w_k = p.w_v = p.w_o = Matrix::Ones(1, 1);
  return MultiHead(config, p);
}

Tensor one_and_two() { return Tensor({"batch", "query", "d_model"}, {1, 2, 1}, {1, 2}); }

// A masked key stays masked, whatever its score is multiplied by or shifted by.
TEST(Interventions, MultipliedOrShiftedMaskedScoresLeaveTheMask) {
  const MultiHead layer = head_of_ones();
  const Tensor x = one_and_two();
  for (const float value : {0.0f, -1.0f, 2.0f, kInfinity}) {
    for (const bool adds : {false, true}) {
      if (std::isinf(value) && !adds) continue;
      MultiHeadOptions options;
      // Applies only to the masked key, whose value is not finite.
      std::vector<Index> index;
      if (std::isinf(value)) index = {0, 0, 0, 1};
      options.hooks = TraceHooks({{"", "masked_scores", index, {value}, !adds, adds}});
      const Tensor output = layer.forward(x, x, x, Mask::causal_at(), options);
      EXPECT_EQ(output.data[0], 1) << value;
      EXPECT_TRUE(std::isfinite(output.data[1])) << value;
    }
  }
}

// Everything after the last encoder layer depends only on that layer's output.
TEST_P(Hooks, ALayersOutputFromOtherInputsGivesTheLogitsOfThoseInputs) {
  ModelInputs other = inputs_;
  for (Index& id : other.ids.ids) id = (id + 1) % 5;
  for (float& x : other.patches.data) x += 1;
  TokenModelTrace other_trace = traced({}, &other);
  ASSERT_FALSE(identical(other_trace.logits, traced().logits));
  const std::string layer = other_trace.has_decoder ? "encoder.layers." : "layers.";
  const std::string name = layer + std::to_string(config_.layers.num_layers - 1) + ".output";
  const PassOptions options = with({whole_field(name, field_of(other_trace, name).data)});
  EXPECT_TRUE(identical(traced(options).logits, other_trace.logits));
  EXPECT_TRUE(identical(model_.forward(inputs_, options), other_trace.logits));
}

// The slope of one number along a random direction of each field, and of the parameters.
TEST_P(Hooks, GradientsOfANumberWithRespectToEveryField) {
  TokenModelTrace plain = traced();
  const std::string weights =
      plain.has_decoder ? "decoder.layers.0.cross_attention.weights" : "layers.1.attention.weights";
  for (const std::string& number : {std::string("logits"), weights}) {
    const bool is_logit = number == "logits";
    const std::vector<Index> index =
        is_logit ? std::vector<Index>{0, 0, 1} : std::vector<Index>{0, 0, 1, 0};
    const std::size_t cell =
        is_logit ? 1 : static_cast<std::size_t>(field_of(plain, number).shape[3]);
    const NumberGradients got = gradients_of(number, index, model_, inputs_);
    const NamedTensors& gradients = got.fields;
    EXPECT_EQ(got.number, field_of(plain, number).data[cell]);

    std::size_t nonzero = 0;
    for (const std::string& name : fields_of(plain)) {
      ASSERT_NE(gradients.find(name), nullptr) << name;
      const Tensor field = field_of(plain, name), &d = gradients.at(name);
      ASSERT_EQ(d.shape, field.shape) << name;
      EXPECT_EQ(d.axes, field.axes) << name;
      const Tensor direction = random_tensor(field.axes, field.shape, 3);
      const auto moved = [&](double by) {
        double found = 0;
        in_double(0, [&](const std::string& at, Rows& x) {
          for (std::size_t i = 0; at == name && i < x.size(); ++i) {
            x[i] += by * double{direction.data.at(i)};
          }
          if (at == number) found = x[cell];
        });
        return found;
      };
      EXPECT_NEAR(double{got.number}, moved(0), kForwardTolerance);
      const double expected = slope(moved);
      expect_slope(dot(d, direction), expected, "d " + number + " / d " + name);
      nonzero += std::abs(expected) > 0.01 ? 1 : 0;
    }
    EXPECT_GT(nonzero, 3u);

    const auto moved = [&](double by) {
      double found = 0;
      in_double(by, [&](const std::string& at, Rows& x) {
        if (at == number) found = x[cell];
      });
      return found;
    };
    expect_slope(dot(got.parameters, direction_), slope(moved));
  }
}

// The same for parameters while numbers are replaced: no gradient flows through replaced numbers.
TEST_P(Hooks, GradientsOfParametersUnderInterventions) {
  const bool has_decoder = config_.architecture == Architecture::kEncoderDecoder;
  const std::string layer = has_decoder ? "decoder.layers.0.self_attention" : "layers.0.attention";
  const std::string last = has_decoder ? "decoder.layers.1" : "layers.1";
  const std::vector<Intervention> interventions = {
      {layer, "weights", {0, 0, 2, 1}, {0.5f}},
      {layer, "scores", {1, 0, 2}, {0.25f}},
      {layer, "q", {0, 0, 1}, {1}},
      {last, "norm_1", {1, 2, 3}, {-1}},
      {last, "output", {0, 1}, {0.5f}},
      {layer, "v", {0, 0}, {-2}, true},
      {layer, "k", {0, Intervention::kAll, 1}, {0.3f}, false, true},
      {last, "output", {1}, {-0.7f}, false, true},
      {last, "norm_1", {Intervention::kAll, Intervention::kAll, 0}, {1.5f}, true},
  };
  PassOptions options = with(interventions);
  TokenModelTrace plain = traced();
  const auto changed = [&](double by) {
    return in_double(by, [&](const std::string& at, Rows& x) {
      for (const Intervention& each : interventions) {
        if (each.layer + "." + each.field == at) change(each, field_of(plain, at).shape, x);
      }
    });
  };
  for (const Keep keep : {Keep::kTrace, Keep::kBackward}) {
    TokenModelTrace trace;
    trace.keep = keep;
    const Tensor logits = model_.forward(inputs_, options, &trace);
    const Tensor d_logits = random_tensor(logits.axes, logits.shape, 9);
    const TokenModelGradients got = model_.backward(inputs_, options, trace, d_logits);
    EXPECT_TRUE(all_near(logits, changed(0), kForwardTolerance));
    const auto moved = [&](double by) {
      const Rows rows = changed(by);
      double sum = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) sum += rows[i] * double{d_logits.data[i]};
      return sum;
    };
    expect_slope(dot(got.parameters, direction_), slope(moved));
  }
}

// Compares log p_i with central differences of the log-softmax in double.
TEST_P(Hooks, GradientsOfTheLogarithmOfAProbability) {
  const TokenModelTrace plain = traced();
  const Index labels = plain.logits.shape[2];
  const auto log_probability = [&](const Rows& logits) {
    double sum = 0;
    for (Index i = 0; i < labels; ++i) sum += std::exp(logits[static_cast<std::size_t>(i)]);
    return logits[2] - std::log(sum);
  };
  const std::vector<Index> index = {0, 0, 2};
  const NumberGradients got = gradients_of(kLogProbabilities, index, model_, inputs_);
  EXPECT_NEAR(double{got.number}, log_probability(reference::widen(plain.logits)), 1e-5);
  const auto moved = [&](double by) {
    return log_probability(in_double(by, [](const std::string&, Rows&) {}));
  };
  expect_slope(dot(got.parameters, direction_), slope(moved));
  const Tensor& d_logits = got.fields.at("logits");
  double sum = 0;
  for (Index i = 0; i < d_logits.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (i >= labels) {
      EXPECT_EQ(d_logits.data[at], 0);
    }
    sum += double{d_logits.data[at]};
  }
  EXPECT_NEAR(sum, 0, 1e-5);  // adding a number to all logits changes no probability
  EXPECT_EQ(refusal([&] {
              gradients_of(kLogProbabilities, {0, 0, labels}, model_, inputs_);
            }).substr(0, 44),
            "expected an index of log_probabilities with ");
}

// The context is the sum of the contributions, each a key's weight times its v. Adding to a
// contribution adds to the context before any other change of the context.
TEST_P(Hooks, GradientsOfTheContributions) {
  const bool has_decoder = config_.architecture == Architecture::kEncoderDecoder;
  const std::string layer = has_decoder ? "decoder.layers.0.cross_attention" : "layers.0.attention";
  const std::vector<Intervention> changes = {
      {layer, "context", {0, 1}, {2}, true},
      {layer, "context", {0, 0, 1, 0}, {0.5f}},
      {layer, "context", {0, 0, 0}, {0.2f}, false, true},
  };
  const std::vector<Index> number = {0, 0, 1};
  const NumberGradients got = gradients_of("logits", number, model_, inputs_, changes);
  const Tensor& d = got.fields.at(layer + ".contributions");
  TokenModelTrace plain = traced();
  ASSERT_EQ(d.shape, field_of(plain, layer + ".context").shape);
  const auto d_at = [&](Index head, Index query, Index column) {
    return d.matrix(head)(query, column);
  };
  for (Index head = 0; head < 2; ++head) {
    for (Index query = 0; query < 2; ++query) {
      const auto moved = [&](double by) {
        const Rows logits = in_double(0, [&](const std::string& at, Rows& x) {
          if (at != layer + ".context") return;
          x[static_cast<std::size_t>((head * d.shape[2] + query) * d.shape[3])] += by;
          for (const Intervention& each : changes) change(each, d.shape, x);
        });
        return logits[1];
      };
      EXPECT_NEAR(double{got.number}, moved(0), kForwardTolerance);
      expect_slope(double{d_at(head, query, 0)}, slope(moved));
    }
  }
  // No gradient flows through the replaced contribution.
  EXPECT_EQ(d_at(0, 1, 0), 0);
  EXPECT_NE(d_at(1, 0, 0), 0);
  EXPECT_EQ(refusal([&] { traced(with({{layer, "contributions", {}, {1}}})); }),
            "expected an intervention at a field of this model, or at a parameter of a "
            "projection, feed-forward, norm or untied head, got \"" +
                layer + ".contributions\"");
}

TEST_P(Hooks, ASwitchedOffHeadHasContextZero) {
  const std::string attention = config_.architecture == Architecture::kEncoderDecoder
                                    ? "encoder.layers.0.attention"
                                    : "layers.0.attention";
  TokenModelTrace trace = traced(with({Intervention::head_off(attention, 1)}));
  const Tensor context = field_of(trace, attention + ".context");
  for (Index i = 0; i < context.matrix_count(); ++i) {
    EXPECT_EQ(context.matrix(i).isZero(0), i % context.shape[1] == 1);
  }
  EXPECT_FALSE(identical(trace.logits, traced().logits));
}

TEST_P(Hooks, UnknownFieldsAndWrongIndicesAreRefused) {
  const auto refused = [&](const Intervention& intervention) {
    return refusal([&] { traced(with({intervention})); });
  };
  EXPECT_EQ(refused({"layers.7.attention", "weights", {}, {0}}),
            "expected an intervention at a field of this model, or at a parameter of a "
            "projection, feed-forward, norm or untied head, got \"layers.7.attention.weights\"");
  EXPECT_TRUE(contains(refused({"", "logits", {0, 0, 99}, {0}}),
                       "expected an index of logits with shape [2, "));
  EXPECT_TRUE(contains(refused({"", "logits", {0, 0}, {0, 1}}), "values for logits, got 2"));
  // The same hooks, used again with shorter inputs.
  const PassOptions hooked = with({{"", "logits", {1}, {0}}});
  traced(hooked);
  ModelInputs one = inputs_;
  one.ids.ids.resize(one.ids.ids.size() / 2);
  one.target_ids.ids.resize(one.target_ids.ids.size() / 2);
  one.type_ids.ids.resize(one.type_ids.ids.size() / 2);
  one.key_padding.resize(one.key_padding.size() / 2);
  one.target_key_padding.resize(one.target_key_padding.size() / 2);
  one.ids.batch = one.target_ids.batch = one.type_ids.batch = 1;
  if (!one.patches.empty()) one.patches = batch_item(one.patches, 0);
  EXPECT_TRUE(
      contains(refusal([&] { model_.forward(one, hooked); }), "expected an index of logits"));
  EXPECT_EQ(refusal([&] { gradients_of("layers.7.attention.q", {0}, model_, inputs_); }),
            "expected a field of this model, got \"layers.7.attention.q\"");
  EXPECT_TRUE(contains(refusal([&] { gradients_of("logits", {0, 0}, model_, inputs_); }),
                       "expected an index of logits with shape [2, "));
}

// Softmax and context are computed by hand.
TEST(Interventions, EachFieldOfAttentionFollowsFromTheReplacedOne) {
  const MultiHead layer = head_of_ones();
  const Tensor x = one_and_two();
  const auto output = [&](const Intervention& intervention) {
    MultiHeadOptions options;
    options.hooks = TraceHooks({intervention});
    return layer.forward(x, x, x, Mask::none(), options);
  };
  const float ln_3 = std::log(3.0f);
  // weights (1/4, 3/4): 1/4 + 2 * 3/4
  EXPECT_NEAR(output({"", "weights", {0, 0, 1}, {0.25f, 0.75f}}).data[1], 1.75f, 1e-6f);
  // scores (0, ln 3): the same weights
  EXPECT_NEAR(output({"", "scores", {0, 0, 0}, {0, ln_3}}).data[0], 1.75f, 1e-6f);
  EXPECT_NEAR(output({"", "masked_scores", {0, 0, 0}, {0, ln_3}}).data[0], 1.75f, 1e-6f);
  // k (0, ln 3) and q 1 give these scores for the first query
  EXPECT_NEAR(output({"", "k", {0, 0}, {0, ln_3}}).data[0], 1.75f, 1e-6f);
  // q 0: equal weights
  EXPECT_NEAR(output({"", "q", {0, 0, 0}, {0}}).data[0], 1.5f, 1e-6f);
  EXPECT_NEAR(output({"", "v", {}, {5}}).data[0], 5, 1e-6f);
  // scores (1, 2) times ln 3: (0, ln 3) and another number in both
  EXPECT_NEAR(output({"", "scores", {0, 0, 0}, {ln_3}, true}).data[0], 1.75f, 1e-6f);
  // One factor each: v (1, 2) becomes (3, 8)
  EXPECT_NEAR(output({"", "v", {}, {3, 4}, true}).data[0] - 3, 5 * 0.7310586f, 1e-5f);

  // One summand each: v (1, 2) becomes (4, 6)
  EXPECT_NEAR(output({"", "v", {}, {3, 4}, false, true}).data[0] - 4, 2 * 0.7310586f, 1e-5f);
  EXPECT_EQ(refusal([&] { output({"", "v", {}, {3}, true, true}); }),
            "expected an intervention at v that multiplies or adds, got both");

  EXPECT_EQ(output({"", "context", {Intervention::kAll, 0, 1}, {-2}}).data[1], -2);
  EXPECT_EQ(output({"", "concat", {0, 1, 0}, {-3}}).data[1], -3);
  EXPECT_EQ(output({"", "output", {0, 0}, {7}}).data[0], 7);
  EXPECT_EQ(output(Intervention::head_off("", 0)).data, (std::vector<float>{0, 0}));
}

}  // namespace
}  // namespace attn
