// What JavaScript talks to: the layers it has made, each with the last trace that was asked for.
// Every method takes and returns plain values; the types stand in engine.d.ts.
#pragma once

#include <emscripten/val.h>

#include <map>
#include <utility>

#include "attention/multi_head.h"
#include "attention/trace.h"

namespace attn::js {

class Session {
 public:
  using val = emscripten::val;

  // {tokens, d_model, seed, positions} -> {embedding, position, x}, each [query, d_model]
  val embed(const val& request) const;

  // {d_model, num_heads, bias, seed} or {d_model, num_heads, parameters} -> the layer's number
  int create_multi_head(const val& config);
  val parameters(double layer) const;
  void release(double layer);

  // {query, key, value, mask} -> output
  val forward(double layer, const val& inputs) const;
  // The same, every intermediate. Kept until the next one, for row_detail and average.
  val trace(double layer, const val& inputs);

  // {batch, head, query, most}; a head of null is the mean of all
  val row_detail(double layer, const val& request) const;
  // One [batch, head, rows, columns] field of the kept trace, averaged over heads
  val average(double layer, const val& field) const;

  // {heap_bytes, used_bytes}
  val memory() const;

 private:
  struct Layer {
    MultiHead multi_head;
    AttentionTrace trace;
  };
  // The layer of a number, which is whatever JavaScript has given for one.
  const Layer& layer(double number) const;
  Layer& layer(double number) { return const_cast<Layer&>(std::as_const(*this).layer(number)); }
  const AttentionTrace& kept_trace(double number) const;

  std::map<int, Layer> layers_;
  int next_layer_ = 1;
};

}  // namespace attn::js
