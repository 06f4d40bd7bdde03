#include "to_js.h"

#include <cmath>

#include "base/check.h"

namespace attn::js {

namespace {

std::string type_of(const val& value) { return value.typeOf().as<std::string>(); }

std::string quoted(const val& value) {
  const std::string text = val::global("String")(value).as<std::string>();
  return type_of(value) == "string" ? '"' + text + '"' : text;
}

}  // namespace

val to_js(const Tensor& tensor) {
  val object = val::object();
  object.set("axes", val::array(tensor.axes));
  object.set("shape", val::array(tensor.shape));
  object.set("data",
             val::global("Float32Array")
                 .new_(emscripten::typed_memory_view(tensor.data.size(), tensor.data.data())));
  return object;
}

Tensor tensor_from_js(const char* name, const val& value, const std::vector<std::string>& axes) {
  const std::string label = name;
  check(type_of(value) == "object" && !value.isNull() && !value["shape"].isUndefined() &&
            !value["data"].isUndefined(),
        "expected " + label + " to be a tensor {shape, data}, got " + quoted(value));
  std::vector<Index> shape;
  for (const double extent : emscripten::convertJSArrayToNumberVector<double>(value["shape"])) {
    check(
        extent >= 0 && extent <= 2147483647.0 && extent == std::floor(extent),
        "expected the extents of " + label + " to be whole numbers, got " + quoted(value["shape"]));
    shape.push_back(static_cast<Index>(extent));
  }
  check(!shape.empty() && shape.size() <= axes.size(),
        "expected " + label + " with 1 to " + std::to_string(axes.size()) + " axes, got " +
            std::to_string(shape.size()));
  return Tensor({axes.end() - static_cast<std::ptrdiff_t>(shape.size()), axes.end()}, shape,
                emscripten::convertJSArrayToNumberVector<float>(value["data"]));
}

double whole_number(const val& object, const char* name, double least, double most) {
  const val value = object[name];
  const double number = type_of(value) == "number" ? value.as<double>() : NAN;
  check(number >= least && number <= most && number == std::floor(number),
        "expected " + std::string(name) + " to be a whole number from " +
            std::to_string(static_cast<long long>(least)) + " to " +
            std::to_string(static_cast<long long>(most)) + ", got " + quoted(value));
  return number;
}

bool is_second_word(const val& object, const char* name, const char* first, const char* second) {
  const val value = object[name];
  const std::string word = type_of(value) == "string" ? value.as<std::string>() : "";
  check(word == first || word == second, "expected " + std::string(name) + " to be \"" + first +
                                             "\" or \"" + second + "\", got " + quoted(value));
  return word == second;
}

}  // namespace attn::js
