#include "named.h"

#include "base/check.h"
#include "from_js.h"
#include "to_js.h"

namespace attn::js {
namespace {

constexpr unsigned kMaxAxes = 8;
constexpr unsigned kMaxNames = 1 << 14;

std::vector<std::string> axes_from_js(const std::string& label, const val& value, unsigned rank) {
  const val given = value["axes"];
  std::vector<std::string> axes;
  if (given.isUndefined()) {
    for (unsigned i = 0; i < rank; ++i) axes.push_back("axis_" + integer_text(i));
    return axes;
  }
  if (!is_array(given) || given["length"].as<double>() != rank)
    refuse_value("the axes of {} to be {} texts", {label, static_cast<Index>(rank)}, given);
  for (unsigned i = 0; i < rank; ++i)
    axes.push_back(text_from_js("the axes of {} to be texts", {label}, given[i]));
  return axes;
}

Tensor tensor_from_js(const std::string& label, const val& value, std::vector<float> room) {
  const unsigned rank = rank_from_js(label, value);
  if (rank > kMaxAxes) {
    refuse("expected {} with at most {} axes, got {}",
           {label, static_cast<Index>(kMaxAxes), static_cast<Index>(rank)});
  }
  std::vector<std::string> axes = axes_from_js(label, value, rank);
  std::vector<Index> shape = shape_from_js(label, value, rank);
  try {
    return Tensor(std::move(axes), std::move(shape), data_from_js(label, value, std::move(room)));
  } catch (const std::invalid_argument& error) {
    refuse("expected {} to be whole: {}", {label, error.what()});
  }
}

// The names may come from a file: as fields that are merely set, "__proto__" would be no field.
val object_of(const val& entries) {
  return val::global("Object").call<val>("fromEntries", entries);
}

val entry_of(const std::string& name, const val& value) {
  val entry = val::array();
  entry.set(0, val(name));
  entry.set(1, value);
  return entry;
}

}  // namespace

std::vector<std::pair<std::string, val>> entries_of(const val& object) {
  const val entries = val::global("Object").call<val>("entries", object);
  const auto count = entries["length"].as<unsigned>();
  if (count > kMaxNames) {
    refuse("expected at most {} names in one object, got {}",
           {static_cast<Index>(kMaxNames), static_cast<Index>(count)});
  }
  std::vector<std::pair<std::string, val>> read;
  for (unsigned i = 0; i < count; ++i) {
    const val entry = entries[i];
    read.emplace_back(entry[0].as<std::string>(), entry[1]);
  }
  return read;
}

NamedTensors named_tensors_from_js(const char* what, const val& value, NamedTensors before) {
  NamedTensors tensors;
  const std::string kind = what;
  for (const auto& [name, tensor] : entries_of(object_from_js((kind + "s").c_str(), value))) {
    std::vector<float> room;
    if (before.find(name) != nullptr) room = std::move(before.at(name).data);
    tensors.put(name, tensor_from_js("the " + kind + " \"" + name + '"', tensor, std::move(room)));
  }
  return tensors;
}

val named_tensors_to_js(const NamedTensors& tensors) {
  val entries = val::array();
  int count = 0;
  for (const auto& [name, tensor] : tensors) entries.set(count++, entry_of(name, to_js(tensor)));
  return object_of(entries);
}

val results_to_js(const NamedTensors& outputs, const NamedTensors* trace) {
  val results = val::object();
  results.set("outputs", named_tensors_to_js(outputs));
  if (trace != nullptr) results.set("trace", named_tensors_to_js(*trace));
  return results;
}

std::vector<std::uint8_t> bytes_from_js(const char* name, const val& value) {
  if (!value.instanceof(val::global("Uint8Array")))
    refuse_value("{} to be a Uint8Array", {name}, value);
  return emscripten::convertJSArrayToNumberVector<std::uint8_t>(value);
}

val bytes_to_js(const std::vector<std::uint8_t>& bytes) {
  return val::global("Uint8Array").new_(emscripten::typed_memory_view(bytes.size(), bytes.data()));
}

std::vector<std::pair<std::string, std::string>> named_texts_from_js(const char* what,
                                                                     const val& value) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const auto& [name, text] : entries_of(object_from_js(what, value))) {
    texts.emplace_back(name, text_from_js("{} \"{}\" to be a text", {what, name}, text));
  }
  return texts;
}

val named_texts_to_js(const std::vector<std::pair<std::string, std::string>>& texts) {
  val entries = val::array();
  int count = 0;
  for (const auto& [name, text] : texts) entries.set(count++, entry_of(name, val(text)));
  return object_of(entries);
}

}  // namespace attn::js
