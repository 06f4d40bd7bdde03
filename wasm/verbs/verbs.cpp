#include "verbs/verbs.h"

#include <emscripten/heap.h>
#include <malloc.h>

#include <string>

#include "base/check.h"

namespace attn::js {
namespace {

void info(Result& out) {
  out.object(5);
  out.name("module");
  out.text(kModule.file);
  out.name("simd");
#ifdef __wasm_relaxed_simd__
  out.text("relaxed SIMD");
#else
  out.text("SIMD");
#endif
  out.name("heap_bytes");
  out.number(static_cast<double>(emscripten_get_heap_size()));
  out.name("used_bytes");
  out.number(static_cast<double>(mallinfo().uordblks));
  out.name("models");
  out.number(static_cast<double>(kModule.model_count()));
}

}  // namespace

void run_verb(Message& message, Result& result) {
  const std::string name = message.text();
  if (name == "info") return info(result);
  for (const auto verbs : kModule.verbs) {
    for (const Verb& verb : verbs()) {
      if (name == verb.name) return verb.run(message, result);
    }
  }
  refuse("expected a verb of the module, got \"{}\"", {name});
}

}  // namespace attn::js
