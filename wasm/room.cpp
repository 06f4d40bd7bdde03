#include "room.h"

#include <cstring>
#include <utility>

#include "base/check.h"
#include "layers/sequence.h"

namespace attn::js {
namespace {

Tensor zeros(const char* name, const char* n_axis, const std::vector<Index>& shape) {
  if (shape.size() != 2 && shape.size() != 3) {
    refuse("expected {} with 2 or 3 axes, got {}", {name, static_cast<Index>(shape.size())});
  }
  std::vector<std::string> axes{"batch", n_axis, "d_model"};
  if (shape.size() == 2) axes.erase(axes.begin());
  return Tensor(std::move(axes), shape);
}

val view_of(const std::vector<float>& numbers) {
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}

// visit(name, tensor) for the wanted ones.
template <class Visit>
void for_each_part(const AttentionTrace& trace, Parts parts, const Visit& visit) {
  if (parts != Parts::kTrace) {
    if (parts == Parts::kWeights) visit("weights", trace.weights);
    visit("output", trace.output);
    return;
  }
  AttentionTrace::for_each(trace, [&](const char* name, const Tensor& tensor) {
    if (!tensor.empty()) visit(name, tensor);
  });
}

val layout_of(const AttentionTrace& trace, Parts parts) {
  val layout = val::object();
  Index offset = 0;
  for_each_part(trace, parts, [&](const char* name, const Tensor& tensor) {
    val place = val::object();
    place.set("axes", val::array(tensor.axes));
    place.set("shape", val::array(tensor.shape));
    place.set("offset", offset);
    layout.set(name, place);
    offset += tensor.size();
  });
  return layout;
}

}  // namespace

Room::Room(const std::vector<Index>& query, const std::vector<Index>& key, bool is_self,
           const Mask& mask)
    : query_(zeros("query", "query", query)), is_self_(is_self), mask_(mask) {
  if (is_self) return;
  key_ = value_ = zeros("key", "key", key);
}

val Room::inputs() {
  val views = val::array();
  views.set(0, view_of(query_.data));
  if (is_self_) return views;
  views.set(1, view_of(key_.data));
  views.set(2, view_of(value_.data));
  return views;
}

void Room::compute(const MultiHead& multi_head, Parts parts,
                   std::unique_ptr<AttentionTrace>& kept) {
  const bool is_whole = parts == Parts::kTrace;
  if (is_whole && whole_ == nullptr) whole_ = std::make_unique<AttentionTrace>();
  AttentionTrace& trace = is_whole ? *whole_ : few_;
  trace.keep = is_whole ? Keep::kTrace : Keep::kWeights;
  Tensor output = multi_head.forward(query_, is_self_ ? query_ : key_, is_self_ ? query_ : value_,
                                     mask_, {}, parts == Parts::kOutput ? nullptr : &trace);
  if (parts == Parts::kOutput) trace.output = std::move(output);
  if (parts == Parts::kWeights) trace.output = with_batch(output);
  Index size = 0;
  for_each_part(trace, parts, [&](const char*, const Tensor& tensor) { size += tensor.size(); });
  results_.resize(static_cast<std::size_t>(size));
  float* next = results_.data();
  for_each_part(trace, parts, [&](const char*, const Tensor& tensor) {
    std::memcpy(next, tensor.data.data(), tensor.data.size() * sizeof(float));
    next += tensor.size();
  });
  if (!has_layout_ || parts != parts_) layout_ = layout_of(trace, parts);
  has_layout_ = true;
  parts_ = parts;
  if (is_whole) std::swap(whole_, kept);
}

val Room::results() const { return view_of(results_); }
val Room::layout() const { return layout_; }

}  // namespace attn::js
