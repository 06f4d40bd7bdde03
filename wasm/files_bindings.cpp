// The files that tensors come in, and PyTorch's layouts, as JavaScript can reach them. files.d.ts
// has the types.
#include <emscripten/bind.h>

#include <cstdint>
#include <string>
#include <vector>

#include "from_js.h"
#include "guarded.h"
#include "io/npz.h"
#include "io/pytorch.h"
#include "io/safetensors.h"
#include "memory.h"
#include "named.h"

namespace attn::js {
namespace {

val safetensors_to_js(const val& given) {
  const std::vector<std::uint8_t> bytes = bytes_from_js("the file", given);
  const Safetensors file = read_safetensors(bytes.data(), bytes.size());
  val result = val::object();
  result.set("tensors", named_tensors_to_js(file.tensors));
  result.set("metadata", named_texts_to_js(file.metadata));
  return result;
}

val safetensors_from_js(const val& tensors, const val& metadata) {
  return bytes_to_js(write_safetensors(
      {named_tensors_from_js("tensor", tensors), named_texts_from_js("the metadata", metadata)}));
}

val npz_to_js(const val& given) {
  const std::vector<std::uint8_t> bytes = bytes_from_js("the file", given);
  return named_tensors_to_js(read_npz(bytes.data(), bytes.size()));
}

val npz_from_js(const val& tensors) {
  return bytes_to_js(write_npz(named_tensors_from_js("tensor", tensors)));
}

std::string module_of(const val& module) {
  return text_from_js("the module to be a text", {}, module);
}

val from_module(const val& module, const val& state) {
  return named_tensors_to_js(
      from_pytorch(module_of(module), named_tensors_from_js("tensor", state)));
}

val to_module(const val& module, const val& parameters) {
  return named_tensors_to_js(
      to_pytorch(module_of(module), named_tensors_from_js("parameter", parameters)));
}

}  // namespace
}  // namespace attn::js

EMSCRIPTEN_BINDINGS(files) {
  using namespace attn::js;
  using emscripten::function;
  function("readSafetensors", &guarded<safetensors_to_js, val>);
  function("writeSafetensors", &guarded<safetensors_from_js, val, val>);
  function("readNpz", &guarded<npz_to_js, val>);
  function("writeNpz", &guarded<npz_from_js, val>);
  function("fromPyTorch", &guarded<from_module, val, val>);
  function("toPyTorch", &guarded<to_module, val, val>);
  function("memory", &memory_to_js);
}
