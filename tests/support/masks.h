// Every kind of mask in two forms: as a Mask for the core and as a Rule for the reference.
#pragma once

#include <ostream>

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

struct MaskCase {
  Mask mask;
  reference::Rule rule = reference::no_mask;
};

inline MaskCase mask_case(MaskKind kind, const ScoresShape& s) {
  MaskCase result;
  const Index n_query = s.n_query, n_key = s.n_key;
  const Index cells = s.batch * s.num_heads * n_query * n_key;
  // One random number per cell of [batch, head, query, key], for the rules below.
  Random random(17, static_cast<std::uint64_t>(cells));
  std::vector<double> uniform;
  for (Index cell = 0; cell < cells; ++cell) uniform.push_back(random.uniform());
  const auto of = [uniform, s](Index b, Index h, Index i, Index j) {
    return uniform[static_cast<std::size_t>(((b * s.num_heads + h) * s.n_query + i) * s.n_key + j)];
  };
  const auto bias_of = [](double x) { return x < 0.25 ? -reference::kInfinity : 4 * x - 2; };
  const auto fill_bias = [&](Index batch, Index heads) {
    Tensor bias({"batch", "head", "query", "key"}, {batch, heads, n_query, n_key});
    auto to = bias.data.begin();
    for (Index b = 0; b < batch; ++b) {
      for (Index h = 0; h < heads; ++h) {
        for (Index i = 0; i < n_query; ++i) {
          for (Index j = 0; j < n_key; ++j) *to++ = static_cast<float>(bias_of(of(b, h, i, j)));
        }
      }
    }
    return bias;
  };
  std::vector<std::uint8_t> keep;
  for (Index j = 0; j < n_key; ++j) keep.push_back(j % 3 != 2);

  switch (kind) {
    case MaskKind::kNone:
      break;
    case MaskKind::kCausalEnd:
      result.mask = Mask::causal_at(CausalAlignment::kEnd);
      result.rule = [=](Index, Index, Index i, Index j) {
        return n_key - 1 - j >= n_query - 1 - i ? 0 : -reference::kInfinity;
      };
      break;
    case MaskKind::kCausalStart:
      result.mask = Mask::causal_at(CausalAlignment::kStart);
      result.rule = [](Index, Index, Index i, Index j) {
        return j > i ? -reference::kInfinity : 0;
      };
      break;
    case MaskKind::kKeyPadding:
      result.mask = padding_mask(keep, 1, n_query, n_key);
      result.rule = [](Index, Index, Index, Index j) {
        return j % 3 == 2 ? -reference::kInfinity : 0;
      };
      break;
    case MaskKind::kAttendPerHead: {
      result.mask.attend = Attend{{s.batch, s.num_heads, n_query, n_key}, {}};
      for (const double x : uniform) result.mask.attend->allowed.push_back(x < 0.6 ? 1 : 0);
      result.rule = [of](Index b, Index h, Index i, Index j) {
        return of(b, h, i, j) < 0.6 ? 0 : -reference::kInfinity;
      };
      break;
    }
    case MaskKind::kSharedBias:
      result.mask.score_bias = fill_bias(1, 1);
      result.rule = [=](Index, Index, Index i, Index j) { return bias_of(of(0, 0, i, j)); };
      break;
    case MaskKind::kBiasPerBatchItem:
      result.mask.score_bias = fill_bias(s.batch, 1);
      result.rule = [=](Index b, Index, Index i, Index j) { return bias_of(of(b, 0, i, j)); };
      break;
    case MaskKind::kCausalWithPaddingAndBias:
      result.mask = padding_mask(keep, 1, n_query, n_key);
      result.mask.causal = CausalAlignment::kEnd;
      result.mask.score_bias = fill_bias(1, s.num_heads);
      result.rule = [=](Index, Index h, Index i, Index j) {
        const bool seen = j % 3 != 2 && n_key - 1 - j >= n_query - 1 - i;
        return seen ? bias_of(of(0, h, i, j)) : -reference::kInfinity;
      };
      break;
    case MaskKind::kWindow:
      result.mask.window = Window{2, 1};
      result.rule = [=](Index, Index, Index i, Index j) {
        const Index after =
            (n_query - 1 - i) - (n_key - 1 - j);  // position of the key relative to the query
        return after >= -2 && after <= 1 ? 0 : -reference::kInfinity;
      };
      break;
    case MaskKind::kCausalStartWindowAndBias:
      result.mask.causal = CausalAlignment::kStart;
      result.mask.window = Window{3, 3};
      result.mask.score_bias = fill_bias(1, 1);
      result.rule = [=](Index, Index, Index i, Index j) {
        const Index after = (n_query - 1 - i) - (n_key - 1 - j);
        const bool seen = j <= i && after >= -3 && after <= 3;
        return seen ? bias_of(of(0, 0, i, j)) : -reference::kInfinity;
      };
      break;
    case MaskKind::kPrefix:
      result.mask.causal = CausalAlignment::kEnd;
      result.mask.prefix = 10;
      result.rule = [=](Index, Index, Index i, Index j) {
        return j < 10 || n_key - 1 - j >= n_query - 1 - i ? 0 : -reference::kInfinity;
      };
      break;
    case MaskKind::kCausalStartPrefix:
      result.mask.causal = CausalAlignment::kStart;
      result.mask.prefix = 3;
      result.rule = [](Index, Index, Index i, Index j) {
        return j < 3 || j <= i ? 0 : -reference::kInfinity;
      };
      break;
    case MaskKind::kPrefixWindowPaddingAndBias:
      result.mask = padding_mask(keep, 1, n_query, n_key);
      result.mask.causal = CausalAlignment::kEnd;
      result.mask.prefix = 20;
      result.mask.window = Window{9, 9};
      result.mask.score_bias = fill_bias(1, s.num_heads);
      result.rule = [=](Index, Index h, Index i, Index j) {
        const Index after = (n_query - 1 - i) - (n_key - 1 - j);
        const bool seen = (j < 20 || after <= 0) && after >= -9 && after <= 9 && j % 3 != 2;
        return seen ? bias_of(of(0, h, i, j)) : -reference::kInfinity;
      };
      break;
  }
  return result;
}

}  // namespace attn
