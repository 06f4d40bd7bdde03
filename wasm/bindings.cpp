// Everything of the playground's that JavaScript can reach; engine.d.ts has the types. Functions
// and not a class, whose glue in JavaScript is half as long again.
#include <emscripten/bind.h>

#include "guard.h"
#include "memory.h"
#include "session.h"

namespace attn::js {
namespace {

Session session;

// A method of the session, for emscripten::function, with whatever it throws carried over.
template <auto method, class... Given>
val guarded(Given... given) {
  return guard([&] { return (session.*method)(given...); });
}

}  // namespace
}  // namespace attn::js

EMSCRIPTEN_BINDINGS(attention) {
  using namespace attn::js;
  using emscripten::function;
  function("embed", &guarded<&Session::embed, val>);
  function("createMultiHead", &guarded<&Session::create_multi_head, val>);
  function("parameters", &guarded<&Session::parameters, double>);
  function("release", &guarded<&Session::release, double>);
  function("forward", &guarded<&Session::forward, double, val>);
  function("weights", &guarded<&Session::weights, double, val>);
  function("trace", &guarded<&Session::trace, double, val>);
  function("openRoom", &guarded<&Session::open_room, double, val>);
  function("compute", &guarded<&Session::compute, double, int>);
  function("roomInputs", &guarded<&Session::room_inputs, double>);
  function("roomResults", &guarded<&Session::room_results, double>);
  function("roomLayout", &guarded<&Session::room_layout, double>);
  function("rowDetail", &guarded<&Session::row_detail, double, val>);
  function("average", &guarded<&Session::average, double, val>);
  function("difference", &guarded<&Session::difference, val>);
  function("memory", &memory_to_js);
}
