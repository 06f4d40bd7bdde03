#include "attention/trace_hooks.h"

#include <string_view>
#include <utility>

#include "base/check.h"

namespace attn {
namespace {

class HeadsOff final : public FieldHooks {
 public:
  explicit HeadsOff(std::vector<Index> heads) : heads_(std::move(heads)) {}

  bool reaches(Name name) const override { return is_context(name); }
  void change_heads(Name name, const HeadsRef& x, Index batch, Index num_heads) override {
    if (!is_context(name)) return;
    for (const Index head : heads_) check_index("head", head, num_heads);
    for (Index b = 0; b < batch; ++b) {
      for (const Index head : heads_) head_matrix(x, b, head).setZero();
    }
  }
  void backward(Name name, Tensor& d) override {
    if (!is_context(name)) return;
    const Index num_heads = d.shape[1];
    for (const Index head : heads_) check_index("head", head, num_heads);
    for (Index b = 0; b < d.shape[0]; ++b) {
      for (const Index head : heads_) d.matrix(b * num_heads + head).setZero();
    }
  }

 private:
  static bool is_context(Name name) { return std::string_view(name.field) == "context"; }

  std::vector<Index> heads_;
};

}  // namespace

TraceHooks TraceHooks::heads_off(std::vector<Index> heads) {
  if (heads.empty()) return {};
  return TraceHooks(std::make_shared<HeadsOff>(std::move(heads)));
}

TraceHooks TraceHooks::in(const char* part) const {
  if (empty()) return {};
  TraceHooks hooks = *this;
  hooks.prefix_ += part;
  hooks.prefix_ += '.';
  return hooks;
}

}  // namespace attn
