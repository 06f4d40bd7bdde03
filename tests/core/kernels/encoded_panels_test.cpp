// Products with encoded matrices, whose rounded numbers are computed here by plain loops in double.
// int8_panels_test.cpp tests what is specific to int8.
#include "kernels/encoded_panels.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "base/finite.h"
#include "base/random.h"
#include "kernels/product.h"
#include "support/highway_target.h"
#include "support/near.h"
#include "support/refusal.h"
#include "support/rounded.h"

namespace attn {
namespace {

Matrix parameters(Index rows, Index columns, std::uint64_t seed) {
  Random random(7, seed);
  return normal_matrix(rows, columns, 0.1, random);
}

PackedMatrix encoded(const MatrixView& b, ParameterForm form) {
  PackedMatrix packed;
  packed.assign(std::span(&b, 1), form);
  return packed;
}

void shrink_negative(float* x, Index n) {
  for (Index i = 0; i < n; ++i) x[i] = x[i] < 0 ? x[i] / 8 : x[i];
}

class EncodedPanels : public testing::TestWithParam<std::int64_t> {
 protected:
  OnTargets only_{GetParam()};
};

TEST_P(EncodedPanels, MultiplyAsTheirRoundedNumbersAtEverySize) {
  for (const ParameterForm form : kForms) {
    for (const Index columns : {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 65}) {
      for (const Index depth : {1, 2, 5, 31, 32, 33, 63, 64, 65, 100, 257, 300}) {
        const Matrix b = parameters(depth, columns, static_cast<std::uint64_t>(columns + depth));
        const Matrix stored = rounded(b, form);
        const PackedMatrix packed = encoded(b, form);
        for (const Index rows : {1, 3, 4, 5, 17}) {
          Random random(2, static_cast<std::uint64_t>(rows));
          Matrix a = normal_matrix(rows, depth, 1, random);
          // A product with int8 also rounds a. Numbers that 16 bits can represent stay the same.
          const bool rounds_a = form == ParameterForm::kInt8;
          if (rounds_a) a = rounded_to_16_bits(a);
          const Matrix bias = normal_matrix(1, columns, 1, random);
          Matrix got(rows, columns);
          multiply(a, packed, got, {1, 0, bias.data()});
          const std::vector<double> expected = [&] {
            std::vector<double> c;
            for (Index i = 0; i < rows; ++i) {
              for (Index j = 0; j < columns; ++j) {
                double sum = bias(0, j);
                for (Index k = 0; k < depth; ++k) sum += double{a(i, k)} * double{stored(k, j)};
                c.push_back(sum);
              }
            }
            return c;
          }();
          EXPECT_TRUE(all_near(got, expected, reduction_tolerance(depth)))
              << "form " << static_cast<int>(form) << ", depth " << depth << ", rows " << rows;
          if (rounds_a) continue;
          // The bits do not depend on the layout.
          Matrix plain(rows, columns);
          multiply(a, stored, plain, {1, 0, bias.data()});
          EXPECT_EQ(got, plain);
        }
      }
    }
  }
}

// TEST-CASES 41
TEST_P(EncodedPanels, OfDepthZeroMultiplyToTheBias) {
  for (const ParameterForm form : kForms) {
    for (const Index rows : {0, 1, 5, 20}) {
      const Matrix bias = parameters(1, 19, 1), none(0, 19);
      Matrix got = Matrix::Constant(rows, 19, kNaN);
      multiply(Matrix(rows, 0), encoded(none, form), got, {1, 0, bias.data()});
      EXPECT_EQ(got, bias.replicate(rows, 1)) << "form " << static_cast<int>(form);
    }
  }
}

TEST_P(EncodedPanels, SideBySideStartAtPanelsAndCanBeUsedAlone) {
  Random random(3);
  const Matrix a = normal_matrix(9, 40, 1, random);
  for (const ParameterForm form : kForms) {
    const Matrix parts[] = {parameters(40, 13, 1), parameters(40, 32, 2), parameters(40, 5, 3)};
    PackedMatrix packed;
    packed.assign(std::array<MatrixView, 3>{parts[0], parts[1], parts[2]}, form);
    Index first = 0;
    for (const Matrix& part : parts) {
      Matrix got(9, part.cols()), expected(9, part.cols()), read(40, part.cols());
      multiply(a, packed.columns_from(first), got);
      multiply(a, encoded(part, form), expected);
      EXPECT_EQ(got, expected);
      unpack_columns(packed.columns_from(first), 0, read);
      EXPECT_EQ(read, rounded(part, form));
      first = packed.next_panel(first + part.cols());
    }
    Matrix all(9, packed.cols());
    multiply(a, packed, all);
    Matrix last(9, 5);
    multiply(a, encoded(parts[2], form), last);
    EXPECT_EQ(Matrix(all.rightCols(5)), last);
  }
}

TEST_P(EncodedPanels, ByColumnBlocksIsTheProductOfEachBlock) {
  const Index d = panel_columns() * 2;
  for (const ParameterForm form : kForms) {
    const Matrix b = parameters(70, 3 * d, 4), bias = parameters(1, 3 * d, 8);
    const PackedMatrix packed = encoded(b, form);
    Random random(5);
    const Matrix a = normal_matrix(140, 70, 1, random);
    for (const bool is_plain : {true, false}) {
      ProductOptions options;
      if (!is_plain) options = {0.5f, 0, bias.data()};
      Matrix blocks(3 * 140, d), expected(140, 3 * d);
      multiply(a, packed, expected, options);
      if (!is_plain) {
        options.activate = shrink_negative;
        shrink_negative(expected.data(), expected.size());
      }
      multiply_in_column_blocks(a, packed, blocks.topRows(140), 3, 140 * d, options);
      for (Index i = 0; i < 3; ++i) {
        EXPECT_EQ(Matrix(blocks.middleRows(i * 140, 140)), Matrix(expected.middleCols(i * d, d)))
            << "form " << static_cast<int>(form) << ", block " << i;
      }
    }
  }
}

TEST_P(EncodedPanels, TransposedProductIsThatOfTheRoundedNumbers) {
  for (const ParameterForm form : kForms) {
    for (const Index columns : {1, 7, 33, 64, 65, 150}) {
      const Matrix b = parameters(37, columns, 6);
      const Matrix stored = rounded(b, form);
      Random random(6);
      const Matrix a = normal_matrix(5, columns, 1, random),
                   before = normal_matrix(5, 37, 1, random);
      {
        Matrix c = before;
        multiply_transposed(a, encoded(b, form), c);
        std::vector<double> expected;
        for (Index i = 0; i < 5; ++i) {
          for (Index k = 0; k < 37; ++k) {
            double sum = 0;
            for (Index j = 0; j < columns; ++j) sum += double{a(i, j)} * double{stored(k, j)};
            expected.push_back(sum);
          }
        }
        EXPECT_TRUE(all_near(c, expected, reduction_tolerance(columns)));
      }
    }
  }
}

TEST_P(EncodedPanels, SetPartByPartEqualTheWholeColumnByColumn) {
  const Index step = panel_columns() * 3, columns = step * 2 + 5;
  const Matrix table = parameters(columns, 45, 7);  // a row is a column of the packed matrix
  for (const ParameterForm form : kForms) {
    const Matrix transposed_table = table.transpose();
    const Matrix stored = rounded(transposed_table, form);
    PackedMatrix packed;
    packed.begin(45, columns, form);
    for (Index first = 0; first < columns; first += step) {
      const Index n = std::min(step, columns - first);
      packed.set_columns(first, transposed(MatrixView(table).row_range(first, n)));
    }
    for (Index j = 0; j < columns; ++j) {
      RowVector got(45);
      unpack_column(packed, j, got.data(), 45);
      EXPECT_EQ(got, RowVector(stored.col(j).transpose())) << "column " << j;
    }
  }
}

// Covers every 16-bit pattern, including NaN with its payload.
TEST_P(EncodedPanels, Float16AndBfloat16AreExactForEveryNumber) {
  const auto bits_of = [](float x) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &x, 4);
    return bits;
  };
  for (const ParameterForm form : {ParameterForm::kFloat16, ParameterForm::kBfloat16}) {
    Matrix all(256, 256);
    for (std::uint32_t word = 0; word < 65536; ++word) {
      std::uint32_t bits = word << 16;
      if (form == ParameterForm::kFloat16) {
        const std::uint32_t sign = word >> 15 << 31, exponent = word >> 10 & 31;
        const std::uint32_t fraction = word & 1023;
        if (exponent == 31) {
          bits = sign | 0x7F800000 | fraction << 13;
        } else {
          const double magnitude = exponent == 0 ? std::ldexp(fraction, -24)
                                                 : std::ldexp(1024 + fraction, int(exponent) - 25);
          bits = sign | bits_of(static_cast<float>(magnitude));
        }
      }
      std::memcpy(all.data() + word, &bits, 4);
    }
    const PackedMatrix packed = encoded(all, form);
    Matrix read(256, 256);
    unpack_columns(packed, 0, read);
    Index different = 0;
    for (Index i = 0; i < 65536; ++i) {
      different += bits_of(read.data()[i]) != bits_of(all.data()[i]);
    }
    EXPECT_EQ(different, 0);
  }
}

TEST(EncodedPanelsOf, RefuseNumbersThatTheFormDoesNotHave) {
  const auto encode = [](float x, ParameterForm form) {
    return [=] { encoded(Matrix(Matrix::Constant(2, 2, x)), form); };
  };
  EXPECT_EQ(refusal(encode(kInfinity, ParameterForm::kInt8)),
            "expected finite parameters to hold them as int8, got infinity");
  EXPECT_EQ(refusal(encode(65520, ParameterForm::kFloat16)),
            "expected parameters of at most 65504 to hold them as float16, got a larger one");
  encode(65519, ParameterForm::kFloat16)();
  encode(kInfinity, ParameterForm::kFloat16)();
  // The largest number of bfloat16 is 0x1.FEp127, so from 0x1.FFp127 on numbers round to infinity.
  constexpr float kFirstTooLarge = 0x1.FFp127f;
  for (const float x : {kFirstTooLarge, -kFirstTooLarge, std::numeric_limits<float>::max()}) {
    EXPECT_EQ(
        refusal(encode(x, ParameterForm::kBfloat16)),
        "expected parameters of at most 3.3895e38 to hold them as bfloat16, got a larger one");
  }
  encode(std::nextafter(kFirstTooLarge, 0.0f), ParameterForm::kBfloat16)();
  encode(kInfinity, ParameterForm::kBfloat16)();
}

TEST(EncodedPanelsOf, TakeTheBytesOfTheirForm) {
  const Matrix b = parameters(384, 1536, 9);
  const double numbers = 384 * 1536;
  EXPECT_EQ(encoded(b, ParameterForm::kFloat16).bytes(), numbers * 2);
  EXPECT_EQ(encoded(b, ParameterForm::kBfloat16).bytes(), numbers * 2);
  EXPECT_EQ(encoded(b, ParameterForm::kInt8).bytes(), numbers * (1 + 2.0 / 32));
}

INSTANTIATE_TEST_SUITE_P(Targets, EncodedPanels, testing::ValuesIn(targets()),
                         [](const auto& info) { return hwy::TargetName(info.param); });

}  // namespace
}  // namespace attn
