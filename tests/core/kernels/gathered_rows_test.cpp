#include "kernels/gathered_rows.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/finite.h"
#include "base/random.h"
#include "support/same_bits.h"
#include "support/scalar_twin.h"

namespace attn {
namespace {

using twin::GuardedRow;
using Floats = std::vector<float>;
using List = std::vector<std::int32_t>;

constexpr std::size_t kRows = 7;
const List kLists[] = {{}, {4}, {0, 6}, {1, 2, 5}, {0, 1, 2, 3, 4, 5, 6}};

Floats normal(std::size_t n, std::uint64_t seed) {
  Random random(seed, n);
  Floats x(n);
  for (float& each : x) each = static_cast<float>(random.normal());
  return x;
}

// The kernels keep 32 or 64 columns in registers.
std::vector<std::size_t> widths() {
  std::vector<std::size_t> all = {63, 64, 65, 83, 95, 96, 97, 127, 128, 129, 150};
  for (std::size_t n = 0; n <= twin::kMaxLength; ++n) all.push_back(n);
  return all;
}

// Sixteen partial sums, added in halves: the same order on every target.
template <class X>
float twin_dot(const Floats& x, const X& row) {
  Floats sums(16);
  for (std::size_t c = 0; c < x.size(); ++c) sums[c % 16] += x[c] * row[c];
  for (std::size_t width = 8; width > 0; width /= 2) {
    for (std::size_t i = 0; i < width; ++i) sums[i] += sums[i + width];
  }
  return sums[0];
}

class GatheredRowsOn : public testing::TestWithParam<std::int64_t> {
 protected:
  const OnTargets on_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Targets, GatheredRowsOn, testing::ValuesIn(targets()));

GatheredRows gathered(const List& list, std::size_t columns) {
  return {list.data(), static_cast<Index>(list.size()), static_cast<Index>(columns)};
}

bool names(const List& list, std::size_t row) {
  return std::find(list.begin(), list.end(), static_cast<std::int32_t>(row)) != list.end();
}

// Fills the rows that the list does not name with NaN, so that reading them shows.
Floats rows_for(const List& list, std::size_t columns, const Floats& named) {
  Floats rows = named;
  for (std::size_t j = 0; j < rows.size(); ++j) {
    if (!names(list, j / columns)) rows[j] = kNaN;
  }
  return rows;
}

// TEST-CASES 39, 40, 44
TEST_P(GatheredRowsOn, GatherDotMatchesTheScalarTwinBitForBitAndDoubleWithinRounding) {
  for (const std::size_t n : widths()) {
    const Floats plain = normal(n, 1), matrix = normal(kRows * n, 2);
    Floats denormal = plain, one_infinity = plain;
    for (float& each : denormal) each *= 1e-39f;
    if (n > 0) one_infinity[n / 2] = -kInfinity;
    for (const Floats& x : {plain, denormal, one_infinity, twin::with_special_values(plain, n)}) {
      for (const List& list : kLists) {
        const Floats all = rows_for(list, n, matrix);
        Floats expected;
        for (const std::int32_t row : list) {
          const float* values = all.data() + static_cast<std::size_t>(row) * n;
          expected.push_back(twin_dot(x, values));
          double exact = 0, magnitude = 0;  // sum of the finite products' absolute values
          for (std::size_t c = 0; c < n; ++c) {
            const double product = static_cast<double>(x[c]) * values[c];
            exact += product;
            if (std::isfinite(product)) magnitude += std::abs(product);
          }
          const double roundings = static_cast<double>(n) / 16 + 6;
          const double allowed =
              roundings * 0x1p-24 * magnitude + static_cast<double>(n) * 0x1p-149;
          const bool may_overflow = magnitude > std::numeric_limits<float>::max();
          ASSERT_TRUE(may_overflow || twin::is_within(expected.back(), exact, allowed)) << n;
        }
        for (std::size_t offset = 0; offset < 16; offset += 5) {
          GuardedRow from(x, offset), rows(all, 15 - offset), to(list.size(), offset);
          gather_dot(gathered(list, n), from.data(), rows.data(), to.data());
          ASSERT_TRUE(same_bits(to.values(), expected)) << n;
          ASSERT_TRUE(to.guards_are_untouched());
        }
      }
    }
  }
}

// Factors for the rows of a list, some of them 0.
Floats factors_for(const List& list) {
  const float kinds[] = {0.3f, 0.0f, -1e-40f, -0.0f, -1, 2e-3f, kInfinity};
  Floats factors;
  for (const std::int32_t row : list) factors.push_back(kinds[row]);
  return factors;
}

// Computes sum += factor x and compares the result with double arithmetic.
testing::AssertionResult add_scaled(float factor, float x, float& sum) {
  const double exact = sum + static_cast<double>(factor) * x;
  const float product = factor * x;
  sum += product;
  const double allowed = 0x1p-24 * (std::abs(product) + std::abs(exact)) + 0x1p-149;
  const bool overflows = std::isfinite(exact) && std::isinf(sum);
  if (overflows || twin::is_within(sum, exact, allowed)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "expected " << exact << ", got " << sum;
}

// TEST-CASES 21, 39, 40, 44
TEST_P(GatheredRowsOn, GatherAddRoundsEachProductAndEachSumInListOrder) {
  for (const std::size_t n : widths()) {
    const Floats matrix = twin::with_special_values(normal(kRows * n, 3), n);
    const Floats sum = twin::with_special_values(normal(n, 4), n / 2);
    for (const List& list : kLists) {
      const Floats factors = factors_for(list);
      Floats all = rows_for(list, n, matrix), expected = sum;
      for (std::size_t i = 0; i < list.size(); ++i) {
        float* row = all.data() + static_cast<std::size_t>(list[i]) * n;
        if (factors[i] == 0) std::fill_n(row, n, kNaN);
        for (std::size_t c = 0; factors[i] != 0 && c < n; ++c) {
          ASSERT_TRUE(add_scaled(factors[i], row[c], expected[c])) << n;
        }
      }
      for (std::size_t offset = 0; offset < 16; offset += 5) {
        GuardedRow rows(all, offset), to(sum, 15 - offset);
        gather_add(gathered(list, n), factors.data(), rows.data(), to.data());
        ASSERT_TRUE(same_bits(to.values(), expected)) << n;
        ASSERT_TRUE(to.guards_are_untouched());
      }
    }
  }
}

// TEST-CASES 21, 39, 40, 44
TEST_P(GatheredRowsOn, ScatterAddChangesOnlyTheListedRows) {
  for (const std::size_t n : widths()) {
    const Floats matrix = twin::with_special_values(normal(kRows * n, 5), n);
    for (const Floats& x : {normal(n, 6), twin::with_special_values(normal(n, 7), n / 3)}) {
      for (const List& list : kLists) {
        const Floats factors = factors_for(list);
        Floats expected = matrix;
        for (std::size_t i = 0; i < list.size(); ++i) {
          float* row = expected.data() + static_cast<std::size_t>(list[i]) * n;
          for (std::size_t c = 0; factors[i] != 0 && c < n; ++c) {
            ASSERT_TRUE(add_scaled(factors[i], x[c], row[c])) << n;
          }
        }
        for (std::size_t offset = 0; offset < 16; offset += 5) {
          GuardedRow from(x, offset), rows(matrix, 15 - offset);
          scatter_add(gathered(list, n), factors.data(), from.data(), rows.data());
          ASSERT_TRUE(same_bits(rows.values(), expected)) << n;
          ASSERT_TRUE(rows.guards_are_untouched());
        }
      }
    }
  }
}

}  // namespace
}  // namespace attn
