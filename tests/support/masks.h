// Every kind of mask in two forms: as a Mask for the core and as a Rule for the reference.
#pragma once

#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include "base/random.h"
#include "ops/mask.h"
#include "ops/mask_patterns.h"
#include "support/reference.h"

namespace attn {

enum class MaskKind {
  kNone,
  kCausalEnd,
  kCausalStart,
  kKeyPadding,
  kAttendPerHead,
  kSharedBias,
  kBiasPerBatchItem,
  kCausalWithPaddingAndBias,
  kWindow,
  kCausalStartWindowAndBias,
  kPrefix,
  kCausalStartPrefix,
  kPrefixWindowPaddingAndBias,
};
constexpr int kMaskKinds = static_cast<int>(MaskKind::kPrefixWindowPaddingAndBias) + 1;

inline void PrintTo(MaskKind kind, std::ostream* out) { *out << "mask " << static_cast<int>(kind); }

inline std::vector<MaskKind> all_masks() {
  std::vector<MaskKind> all;
  for (int kind = 0; kind < kMaskKinds; ++kind) all.push_back(static_cast<MaskKind>(kind));
  return all;
}

// true where query i may attend to key j, the same in every batch item and head
//   allowed  [n_query, n_key]
inline Mask attend_of(Index n_query, Index n_key, std::vector<std::uint8_t> allowed) {
  Mask mask;
  mask.attend = Attend{{1, 1, n_query, n_key}, std::move(allowed)};
  return mask;
}

struct MaskCase {
  Mask mask;
  reference::Rule rule = reference::no_mask;
};

// The masks of one shape, each with the rule that says the same cell by cell.
class MaskCases {
 public:
  explicit MaskCases(const ScoresShape& shape) : s_(shape) {
    const Index cells = s_.batch * s_.num_heads * s_.n_query * s_.n_key;
    Random random(17, static_cast<std::uint64_t>(cells));
    for (Index cell = 0; cell < cells; ++cell) uniform_.push_back(random.uniform());
    for (Index j = 0; j < s_.n_key; ++j) key_padding_.push_back(is_padding(j) ? 0 : 1);
  }

  MaskCase none() const { return {}; }

  MaskCase causal_end() const {
    return {Mask::causal_at(CausalAlignment::kEnd),
            [s = s_](Index, Index, Index i, Index j) { return zero_if(after(s, i, j) <= 0); }};
  }

  MaskCase causal_start() const {
    return {Mask::causal_at(CausalAlignment::kStart),
            [](Index, Index, Index i, Index j) { return zero_if(j <= i); }};
  }

  MaskCase key_padding() const {
    return {padding_mask(key_padding_, 1, s_.n_query, s_.n_key),
            [](Index, Index, Index, Index j) { return zero_if(!is_padding(j)); }};
  }

  MaskCase attend_per_head() const {
    Mask mask;
    mask.attend = Attend{{s_.batch, s_.num_heads, s_.n_query, s_.n_key}, {}};
    for (const double x : uniform_) mask.attend->allowed.push_back(x < 0.6 ? 1 : 0);
    return {mask,
            [*this](Index b, Index h, Index i, Index j) { return zero_if(at(b, h, i, j) < 0.6); }};
  }

  MaskCase shared_bias() const {
    Mask mask;
    mask.score_bias = bias(1, 1);
    return {mask, [*this](Index, Index, Index i, Index j) { return bias_at(0, 0, i, j); }};
  }

  MaskCase bias_per_batch_item() const {
    Mask mask;
    mask.score_bias = bias(s_.batch, 1);
    return {mask, [*this](Index b, Index, Index i, Index j) { return bias_at(b, 0, i, j); }};
  }

  MaskCase causal_with_padding_and_bias() const {
    Mask mask = padding_mask(key_padding_, 1, s_.n_query, s_.n_key);
    mask.causal = CausalAlignment::kEnd;
    mask.score_bias = bias(1, s_.num_heads);
    return {mask, [*this](Index, Index h, Index i, Index j) {
              return zero_if(!is_padding(j) && after(s_, i, j) <= 0) + bias_at(0, h, i, j);
            }};
  }

  MaskCase window() const {
    Mask mask;
    mask.window = Window{2, 1};
    return {mask,
            [s = s_](Index, Index, Index i, Index j) { return zero_if(within(s, i, j, -2, 1)); }};
  }

  MaskCase causal_start_window_and_bias() const {
    Mask mask = Mask::causal_at(CausalAlignment::kStart);
    mask.window = Window{3, 3};
    mask.score_bias = bias(1, 1);
    return {mask, [*this](Index, Index, Index i, Index j) {
              return zero_if(j <= i && within(s_, i, j, -3, 3)) + bias_at(0, 0, i, j);
            }};
  }

  MaskCase prefix() const {
    Mask mask = Mask::causal_at(CausalAlignment::kEnd);
    mask.prefix = 10;
    return {mask, [s = s_](Index, Index, Index i, Index j) {
              return zero_if(j < 10 || after(s, i, j) <= 0);
            }};
  }

  MaskCase causal_start_prefix() const {
    Mask mask = Mask::causal_at(CausalAlignment::kStart);
    mask.prefix = 3;
    return {mask, [](Index, Index, Index i, Index j) { return zero_if(j < 3 || j <= i); }};
  }

  MaskCase prefix_window_padding_and_bias() const {
    Mask mask = padding_mask(key_padding_, 1, s_.n_query, s_.n_key);
    mask.causal = CausalAlignment::kEnd;
    mask.prefix = 20;
    mask.window = Window{9, 9};
    mask.score_bias = bias(1, s_.num_heads);
    return {mask, [*this](Index, Index h, Index i, Index j) {
              const bool is_early = j < 20 || after(s_, i, j) <= 0;
              return zero_if(is_early && within(s_, i, j, -9, 9) && !is_padding(j)) +
                     bias_at(0, h, i, j);
            }};
  }

 private:
  // What a rule adds to a score: 0 if its key is seen, else -inf.
  static double zero_if(bool is_seen) { return is_seen ? 0 : -reference::kInfinity; }
  static bool is_padding(Index j) { return j % 3 == 2; }
  // How far the key is after the query, if the last ones stand at the same position.
  static Index after(const ScoresShape& s, Index i, Index j) {
    return (s.n_query - 1 - i) - (s.n_key - 1 - j);
  }
  static bool within(const ScoresShape& s, Index i, Index j, Index first, Index last) {
    return after(s, i, j) >= first && after(s, i, j) <= last;
  }

  double at(Index b, Index h, Index i, Index j) const {
    const Index row = (b * s_.num_heads + h) * s_.n_query + i;
    return uniform_[static_cast<std::size_t>(row * s_.n_key + j)];
  }
  double bias_at(Index b, Index h, Index i, Index j) const {
    const double x = at(b, h, i, j);
    return x < 0.25 ? -reference::kInfinity : 4 * x - 2;
  }
  Tensor bias(Index batch, Index heads) const {
    Tensor bias({"batch", "head", "query", "key"}, {batch, heads, s_.n_query, s_.n_key});
    auto to = bias.data.begin();
    for (Index b = 0; b < batch; ++b) {
      for (Index h = 0; h < heads; ++h) {
        for (Index i = 0; i < s_.n_query; ++i) {
          for (Index j = 0; j < s_.n_key; ++j) *to++ = static_cast<float>(bias_at(b, h, i, j));
        }
      }
    }
    return bias;
  }

  ScoresShape s_;
  std::vector<double> uniform_;  // a random number per cell of [batch, head, query, key]
  std::vector<std::uint8_t> key_padding_;
};

inline MaskCase mask_case(MaskKind kind, const ScoresShape& s) {
  const MaskCases cases(s);
  switch (kind) {
    case MaskKind::kNone:
      return cases.none();
    case MaskKind::kCausalEnd:
      return cases.causal_end();
    case MaskKind::kCausalStart:
      return cases.causal_start();
    case MaskKind::kKeyPadding:
      return cases.key_padding();
    case MaskKind::kAttendPerHead:
      return cases.attend_per_head();
    case MaskKind::kSharedBias:
      return cases.shared_bias();
    case MaskKind::kBiasPerBatchItem:
      return cases.bias_per_batch_item();
    case MaskKind::kCausalWithPaddingAndBias:
      return cases.causal_with_padding_and_bias();
    case MaskKind::kWindow:
      return cases.window();
    case MaskKind::kCausalStartWindowAndBias:
      return cases.causal_start_window_and_bias();
    case MaskKind::kPrefix:
      return cases.prefix();
    case MaskKind::kCausalStartPrefix:
      return cases.causal_start_prefix();
    case MaskKind::kPrefixWindowPaddingAndBias:
      return cases.prefix_window_padding_and_bias();
  }
  return {};
}

}  // namespace attn
