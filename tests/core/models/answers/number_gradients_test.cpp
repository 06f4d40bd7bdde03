// Gradients of a number of a whole model with respect to every field and to the parameters, without
// and under interventions.
#include "models/answers/number_gradients.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/models/hooked_model.h"
#include "support/refusal.h"

namespace attn {
namespace {

using Change = Intervention::Change;

using reference::Rows;
using reference::Values;

class FieldGradients : public HookedModel {
 protected:
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
INSTANTIATE_TEST_SUITE_P(Kinds, FieldGradients, testing::ValuesIn(model_cases()), name_of_model());

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
    switch (by.change) {
      case Change::kReplace:
        x[cell] = value;
        break;
      case Change::kMultiply:
        x[cell] *= value;
        break;
      case Change::kAdd:
        x[cell] += value;
    }
  }
}

// The slope of one number along a random direction of each field, and of the parameters.
TEST_P(FieldGradients, GradientsOfANumberWithRespectToEveryField) {
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
TEST_P(FieldGradients, GradientsOfParametersUnderInterventions) {
  const bool has_decoder = config_.architecture == Architecture::kEncoderDecoder;
  const std::string layer = has_decoder ? "decoder.layers.0.self_attention" : "layers.0.attention";
  const std::string last = has_decoder ? "decoder.layers.1" : "layers.1";
  const std::vector<Intervention> interventions = {
      {layer, "weights", {0, 0, 2, 1}, {0.5f}},
      {layer, "scores", {1, 0, 2}, {0.25f}},
      {layer, "q", {0, 0, 1}, {1}},
      {last, "norm_1", {1, 2, 3}, {-1}},
      {last, "output", {0, 1}, {0.5f}},
      {layer, "v", {0, 0}, {-2}, Change::kMultiply},
      {layer, "k", {0, Intervention::kAll, 1}, {0.3f}, Change::kAdd},
      {last, "output", {1}, {-0.7f}, Change::kAdd},
      {last, "norm_1", {Intervention::kAll, Intervention::kAll, 0}, {1.5f}, Change::kMultiply},
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
TEST_P(FieldGradients, GradientsOfTheLogarithmOfAProbability) {
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
TEST_P(FieldGradients, GradientsOfTheContributions) {
  const bool has_decoder = config_.architecture == Architecture::kEncoderDecoder;
  const std::string layer = has_decoder ? "decoder.layers.0.cross_attention" : "layers.0.attention";
  const std::vector<Intervention> changes = {
      {layer, "context", {0, 1}, {2}, Change::kMultiply},
      {layer, "context", {0, 0, 1, 0}, {0.5f}},
      {layer, "context", {0, 0, 0}, {0.2f}, Change::kAdd},
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

}  // namespace
}  // namespace attn
