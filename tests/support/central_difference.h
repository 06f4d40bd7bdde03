// The gradient of any reference in double, by central differences: an oracle that knows no
// calculus.
#pragma once

#include <cassert>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace attn::reference {

// Everything that a formula reads, by name: "w_q", "query" ..
using Values = std::map<std::string, std::vector<double>>;
using Formula = std::function<std::vector<double>(const Values&)>;

// For each number x among `values` (of all names, or of those in `names` alone):
//   sum_i d_output[i] (output_i(x + step) - output_i(x - step)) / (2 step)
// With step 1e-5 and numbers of the size of 1 it is right to about 1e-9.
inline Values central_differences(const Formula& formula, Values values,
                                  const std::vector<double>& d_output,
                                  const std::vector<std::string>& names = {}) {
  constexpr double kStep = 1e-5;
  Values gradients;
  for (auto& [name, numbers] : values) {
    bool wanted = names.empty();
    for (const std::string& each : names) wanted = wanted || each == name;
    if (!wanted) continue;
    std::vector<double>& gradient = gradients[name];
    for (double& x : numbers) {
      const double kept = x;
      x = kept + kStep;
      const std::vector<double> above = formula(values);
      x = kept - kStep;
      const std::vector<double> below = formula(values);
      x = kept;
      assert(above.size() == d_output.size() && below.size() == d_output.size());
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
