#include "from_js.h"

#include <cmath>
#include <cstdint>
#include <utility>

namespace attn::js {
namespace {

constexpr double kMaxShown = 40;

std::string type_of(const val& value) { return value.typeOf().as<std::string>(); }

// Not by String(list), which asks what is in it: that may throw, or not end.
std::string shown_list(const val& list) {
  const auto count = list["length"].as<unsigned>();
  std::string text = "[";
  for (unsigned i = 0; i < count; ++i) {
    if (i != 0) text += ',';
    if (text.size() > kMaxShown) return text + "...]";
    const val each = list[i];
    text += is_array(each) ? "a list" : shown(each);
  }
  return text + ']';
}

}  // namespace

bool is_array(const val& value) {
  return val::global("Array").call<val>("isArray", value).isTrue();
}

void refuse_value(const char* words, std::initializer_list<Piece> pieces, const val& came) {
  refuse("expected {}, got {}", {message_of(words, pieces), shown(came)});
}

std::string shown(const val& value) {
  if (is_array(value)) return shown_list(value);
  const std::string type = type_of(value);
  if (type == "object" && !value.isNull()) return "an object";
  if (type == "function" || type == "symbol") return "a " + type;
  const val text = val::global("String")(value);
  const bool cut = text["length"].as<double>() > kMaxShown;
  const std::string start = text.call<val>("slice", 0, kMaxShown).as<std::string>();
  const std::string words = cut ? start + "..." : start;
  return type == "string" ? '"' + words + '"' : words;
}

const val& object_from_js(const char* name, const val& value) {
  if (type_of(value) != "object" || value.isNull())
    refuse_value("{} to be an object", {name}, value);
  return value;
}

double whole_number_from_js(const char* name, const val& value, double least, double most) {
  const double number = type_of(value) == "number" ? value.as<double>() : NAN;
  if (number >= least && number <= most && number == std::floor(number)) return number;
  refuse_value("{} to be a whole number from {} to {}",
               {name, integer_text(static_cast<std::int64_t>(least)),
                integer_text(static_cast<std::int64_t>(most))},
               value);
}

double whole_number(const val& object, const char* name, double least, double most) {
  return whole_number_from_js(name, object[name], least, most);
}

std::string text_from_js(const char* words, std::initializer_list<Piece> pieces, const val& value) {
  if (type_of(value) != "string") refuse_value(words, pieces, value);
  return value.as<std::string>();
}

bool is_second_word(const val& object, const char* name, const char* first, const char* second) {
  const val value = object[name];
  const std::string word = type_of(value) == "string" ? value.as<std::string>() : "";
  if (word != first && word != second)
    refuse_value("{} to be \"{}\" or \"{}\"", {name, first, second}, value);
  return word == second;
}

bool flag(const val& object, const char* name, bool default_value) {
  const val value = object[name];
  if (value.isUndefined()) return default_value;
  return flag_from_js(name, value);
}

bool flag_from_js(const char* name, const val& value) {
  if (type_of(value) != "boolean") refuse_value("{} to be true or false", {name}, value);
  return value.isTrue();
}

std::vector<std::string> texts(const val& object, const char* name) {
  return texts_from_js(name, object[name]);
}

std::vector<std::string> texts_from_js(const char* name, const val& array) {
  if (!is_array(array)) refuse_value("{} to be an array of texts", {name}, array);
  std::vector<std::string> read;
  const auto count = array["length"].as<unsigned>();
  for (unsigned i = 0; i < count; ++i) {
    read.push_back(text_from_js("{} to be texts", {name}, array[i]));
  }
  return read;
}

Tensor tensor_from_js(const val& object, const char* name, const std::vector<std::string>& axes) {
  const val value = object[name];
  const unsigned rank = rank_from_js(name, value);
  if (rank < 1 || rank > axes.size()) {
    refuse("expected {} with 1 to {} axes, got {}",
           {name, static_cast<Index>(axes.size()), static_cast<Index>(rank)});
  }
  std::vector<Index> shape = shape_from_js(name, value, rank);
  return Tensor({axes.end() - static_cast<std::ptrdiff_t>(rank), axes.end()}, std::move(shape),
                data_from_js(name, value));
}

unsigned rank_from_js(const std::string& label, const val& value) {
  if (type_of(value) != "object" || value.isNull())
    refuse_value("{} to be a tensor {shape, data}", {label}, value);
  const val extents = value["shape"];
  if (!is_array(extents))
    refuse_value("{} to be a tensor {shape, data} with an array for its shape", {label}, extents);
  return extents["length"].as<unsigned>();
}

std::vector<Index> shape_from_js(const std::string& label, const val& value, unsigned rank) {
  const val extents = value["shape"];
  std::vector<Index> shape;
  for (unsigned i = 0; i < rank; ++i) {
    const val extent = extents[i];
    const double number = type_of(extent) == "number" ? extent.as<double>() : NAN;
    if (!(number >= 0 && number <= 2147483647.0 && number == std::floor(number)))
      refuse_value("the extents of {} to be whole numbers", {label}, extents);
    shape.push_back(static_cast<Index>(number));
  }
  return shape;
}

std::vector<float> data_from_js(const std::string& label, const val& value,
                                std::vector<float> room) {
  const val data = value["data"];
  if (!data.instanceof(val::global("Float32Array")))
    refuse_value("{}.data to be a Float32Array", {label}, data);
  room.resize(data["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(room.size(), room.data())).call<void>("set", data);
  return room;
}

}  // namespace attn::js
