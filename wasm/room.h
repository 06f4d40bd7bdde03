// Where a layer is called again and again with inputs of the same shapes: JavaScript writes numbers
// into it and reads numbers from it. What they are, it is told once.
#pragma once

#include <emscripten/val.h>

#include <memory>
#include <vector>

#include "attention/multi_head.h"
#include "attention/trace.h"

namespace attn::js {

using emscripten::val;

// Of a trace, what a caller wants.
enum class Parts { kOutput, kWeights, kTrace };

class Room {
 public:
  //   query  [batch, query, d_model] or [query, d_model]    key  likewise, value's shape too
  // Throws std::invalid_argument for another number of axes.
  Room(const std::vector<Index>& query, const std::vector<Index>& key, bool is_self,
       const Mask& mask);

  // Live: query, key and value, or query alone.
  val inputs();

  // From what stands in the inputs; the results are the wanted tensors one after the other. Throws
  // what MultiHead::forward throws. A whole trace is put into `kept`, and what was there is
  // filled by the next call.
  void compute(const MultiHead& multi_head, Parts parts, std::unique_ptr<AttentionTrace>& kept);

  val results() const;  // live
  val layout() const;   // {name: {axes, shape, offset}} of the results

 private:
  Tensor query_, key_, value_;
  bool is_self_;
  Mask mask_;
  AttentionTrace few_;                     // output, or weights and output
  std::unique_ptr<AttentionTrace> whole_;  // storage of the next whole trace
  std::vector<float> results_;
  val layout_ = val::object();
  Parts parts_ = Parts::kOutput;
  bool has_layout_ = false;
};

}  // namespace attn::js
