// What JavaScript talks to: the layers it has made, each with the last trace that was asked for.
// Every method takes and returns plain values; the types stand in engine.d.ts.
#pragma once

#include <emscripten/val.h>

#include <map>

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
  val parameters(int layer) const;
  void release(int layer);

  // {query, key, value, mask} -> output
  val forward(int layer, const val& inputs) const;
  // The same, every intermediate. Kept until the next one, for row_detail and average.
  val trace(int layer, const val& inputs);

  // {batch, head, query, most}; a head of null is the mean of all
  val row_detail(int layer, const val& request) const;
  // One [batch, head, rows, columns] field of the kept trace, averaged over heads
  val average(int layer, const std::string& field) const;

  // {heap_bytes, used_bytes}
  val memory() const;

 private:
  struct Layer {
    MultiHead multi_head;
    AttentionTrace trace;
  };
  const Layer& layer(int number) const;
  const AttentionTrace& kept_trace(int number) const;

  std::map<int, Layer> layers_;
  int next_layer_ = 1;
};

}  // namespace attn::js
