// Products alone, timed inside one module: the core's, with the right operand packed beforehand,
// and Eigen's.
#include <emscripten/bind.h>

#include "base/matrix.h"
#include "kernels/packed_matrix.h"
#include "kernels/product.h"

namespace attn {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

Matrix a, b, c;
PackedMatrix packed;

val view(Matrix& m) { return val(typed_memory_view(m.size(), m.data())); }

// a [rows, depth]  b [depth, columns]: filled by the caller, before pack().
void shape(int rows, int depth, int columns) {
  a.resize(rows, depth);
  b.resize(depth, columns);
  c.resize(rows, columns);
  packed = PackedMatrix();
}
val left() { return view(a); }
val right() { return view(b); }
val product() { return view(c); }
void pack() { packed = PackedMatrix(b); }

void core(int times) {
  if (packed.empty()) pack();
  for (int t = 0; t < times; ++t) multiply(a, packed, c);
}
void eigen(int times) {
  for (int t = 0; t < times; ++t) c.noalias() = a * b;
}

}  // namespace
}  // namespace attn

EMSCRIPTEN_BINDINGS(products) {
  using emscripten::function;
  function("shape", &attn::shape);
  function("left", &attn::left);
  function("right", &attn::right);
  function("product", &attn::product);
  function("pack", &attn::pack);
  function("core", &attn::core);
  function("eigen", &attn::eigen);
}
