#include "verbs/verbs.h"

#include <emscripten/heap.h>
#include <malloc.h>

#include <string>

#include "base/check.h"

namespace attn::js {
namespace {

#ifdef __wasm_relaxed_simd__
constexpr const char* kSimd = "relaxed SIMD";
#else
constexpr const char* kSimd = "SIMD";
#endif

void info(Result& out) {
  out.object([&] {
    out.name("module").text(kModule.file);
    out.name("simd").text(kSimd);
    out.name("heap_bytes").number(emscripten_get_heap_size());
    out.name("used_bytes").number(mallinfo().uordblks);
    out.name("models").number(kModule.model_count());
  });
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
