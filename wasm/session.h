// What JavaScript talks to: the layers it has made, each with the last trace that was asked for.
// Every method takes and returns plain values; the types stand in engine.d.ts.
#pragma once

#include <emscripten/val.h>

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "attention/multi_head.h"
#include "attention/trace.h"
#include "room.h"

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
  // The same -> {weights, output}, as a trace has them, which is not kept
  val weights(double layer, const val& inputs) const;
  // The same, every intermediate. Kept until the next one, for row_detail and average.
  val trace(double layer, const val& inputs);

  // For calls that come again with the same shapes, of which each passes only numbers (room.h):
  // {query: {shape}, key: {shape}, mask, is_self}, the last when key and value are the query.
  void open_room(double layer, const val& request);
  // `parts`: 0 the output, 1 weights and output, 2 the whole trace, which then is the kept one.
  void compute(double layer, int parts);
  // Live views, good until memory grows.
  val room_inputs(double layer);
  val room_results(double layer);
  val room_layout(double layer);

  // {batch, head, query, most}; a head of null is the mean of all
  val row_detail(double layer, const val& request) const;
  // One [batch, head, rows, columns] field of the kept trace, averaged over heads
  val average(double layer, const val& field) const;
  // {a, b}, two tensors of one shape of at most four axes -> a - b
  val difference(const val& given) const;

 private:
  struct Layer {
    MultiHead multi_head;
    std::unique_ptr<AttentionTrace> trace = {};  // none yet
    std::optional<Room> room = {};
  };
  // The layer of a number, which is whatever JavaScript has given for one.
  const Layer& layer(double number) const;
  Layer& layer(double number) { return const_cast<Layer&>(std::as_const(*this).layer(number)); }
  AttentionTrace traced(double number, const val& inputs, Keep keep) const;
  Room& room(double number);
  const AttentionTrace& kept_trace(double number) const;

  std::map<int, Layer> layers_;
  int next_layer_ = 1;
};

}  // namespace attn::js
