// Everything that JavaScript can reach. One line a method; engine.d.ts has the types.
#include <emscripten/bind.h>

#include "guard.h"
#include "session.h"

namespace {

using attn::js::guard;
using attn::js::Session;
using emscripten::val;

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  emscripten::class_<Session>("Session")
      .constructor<>()
      .function(
          "embed", +[](Session& s, val r) { return guard([&] { return s.embed(r); }); })
      .function(
          "createMultiHead",
          +[](Session& s, val r) { return guard([&] { return s.create_multi_head(r); }); })
      .function(
          "parameters",
          +[](Session& s, double n) { return guard([&] { return s.parameters(n); }); })
      .function(
          "release", +[](Session& s, double n) { guard([&] { s.release(n); }); })
      .function(
          "forward",
          +[](Session& s, double n, val r) { return guard([&] { return s.forward(n, r); }); })
      .function(
          "weights",
          +[](Session& s, double n, val r) { return guard([&] { return s.weights(n, r); }); })
      .function(
          "trace",
          +[](Session& s, double n, val r) { return guard([&] { return s.trace(n, r); }); })
      .function(
          "openRoom", +[](Session& s, double n, val r) { guard([&] { s.open_room(n, r); }); })
      .function(
          "compute", +[](Session& s, double n, int parts) { guard([&] { s.compute(n, parts); }); })
      .function(
          "roomInputs",
          +[](Session& s, double n) { return guard([&] { return s.room_inputs(n); }); })
      .function(
          "roomResults",
          +[](Session& s, double n) { return guard([&] { return s.room_results(n); }); })
      .function(
          "roomLayout",
          +[](Session& s, double n) { return guard([&] { return s.room_layout(n); }); })
      .function(
          "rowDetail",
          +[](Session& s, double n, val r) { return guard([&] { return s.row_detail(n, r); }); })
      .function(
          "average", +[](Session& s, double n,
                         val field) { return guard([&] { return s.average(n, field); }); })
      .function(
          "memory", +[](Session& s) { return s.memory(); });
}
