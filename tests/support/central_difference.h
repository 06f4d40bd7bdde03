// Gradients of any double-precision reference by central differences. This oracle needs no derived
// formulas.
#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace attn::reference {

// The arguments of a formula by name: "w_q", "query" ..
struct Values : std::map<std::string, std::vector<double>> {
  using map::map;

  // If set, called with each field that a formula computes, by the name and in the layout that the
  // core's trace has. May read and change it.
  std::function<void(const std::string& field, std::vector<double>& x)> at_field = {};
};

inline void at_field(const Values& values, const std::string& field, std::vector<double>& x) {
  if (values.at_field) values.at_field(field, x);
}

using Formula = std::function<std::vector<double>(const Values&)>;

// For each number x in `values` (of all names, or only those in `names`):
//   sum_i d_output[i] (output_i(x + step) - output_i(x - step)) / (2 step)
// With step 1e-5 and values of magnitude 1 the error is about 1e-9.
inline Values central_differences(const Formula& formula, Values values,
                                  const std::vector<double>& d_output,
                                  const std::vector<std::string>& names = {}) {
  constexpr double kStep = 1e-5;
  Values gradients;
  for (auto& [name, numbers] : values) {
    bool selected = names.empty();
    for (const std::string& each : names) selected = selected || each == name;
    if (!selected) continue;
    std::vector<double>& gradient = gradients[name];
    for (double& x : numbers) {
      const double original = x;
      x = original + kStep;
      const std::vector<double> above = formula(values);
      x = original - kStep;
      const std::vector<double> below = formula(values);
      x = original;
      if (above.size() != d_output.size() || below.size() != d_output.size()) {
        throw std::runtime_error("the formula's output and d_output differ in length");
      }
      double slope = 0;
      for (std::size_t i = 0; i < d_output.size(); ++i) {
        slope += d_output[i] * (above[i] - below[i]) / (2 * kStep);
      }
      gradient.push_back(slope);
    }
  }
  return gradients;
}

}  // namespace attn::reference
