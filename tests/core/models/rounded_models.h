// Float32 models with the numbers that other forms hold, to compare packed models with.
#pragma once

#include <string>

#include "base/named_tensors.h"
#include "kernels/parameter_form.h"
#include "models/token_model.h"
#include "support/rounded.h"

namespace attn {

// Whether a parameter is packed in the model's form, not in float32.
inline bool is_packed(const std::string& name) {
  const std::string last = name.substr(name.rfind('.') + 1);
  if (last.ends_with("embedding")) return true;
  for (const char* each : {"w_q", "w_k", "w_v", "w_o", "w_1", "w_2", "w_gate", "w_out"}) {
    if (last == each) return true;
  }
  return false;
}

struct Rounding {
  ParameterForm form;

  void operator()(const char* name, Matrix& w) const {
    if (!is_packed(name) || w.size() == 0) return;
    const bool is_table = std::string(name).ends_with("embedding");
    w = is_table ? Matrix(rounded(w.transpose(), form).transpose()) : rounded(w, form);
  }
  void operator()(const char*, RowVector&) const {}
};

// The allowed difference of a form's products from products with the rounded parameters. Int8
// products also round their left operand to 16 bits, with a relative error of at most 1/65,000; the
// norms of these models, over 4 numbers, multiply it by about 20 (3.1e-4 at most; twice that is
// allowed).
inline double tolerance_of(ParameterForm form, double other_tolerance) {
  return form == ParameterForm::kInt8 ? 6.2e-4 : other_tolerance;
}

inline TokenModelParameters all_rounded(TokenModelParameters parameters, ParameterForm form) {
  TokenModelParameters::for_each(parameters, Rounding{form});
  return parameters;
}

inline NamedTensors named_fields(TokenModelTrace& trace) {
  NamedTensors fields;
  TokenModelTrace::for_each(trace, [&](const char* name, const Tensor& field) {
    if (!field.empty()) fields.put(name, field);
  });
  return fields;
}

}  // namespace attn
