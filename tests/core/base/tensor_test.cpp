#include "base/tensor.h"

#include <gtest/gtest.h>

#include "support/refusal.h"

namespace attn {
namespace {

TEST(Tensor, StartsAsZeros) {
  const Tensor tensor({"query", "key"}, {2, 3});
  EXPECT_EQ(tensor.data, std::vector<float>(6, 0.0f));
  EXPECT_EQ(tensor.rank(), 2);
  EXPECT_EQ(tensor.size(), 6);
}

TEST(Tensor, ADefaultTensorIsEmpty) {
  EXPECT_TRUE(Tensor().empty());
  EXPECT_FALSE(Tensor({}, {}).empty());        // a scalar
  EXPECT_FALSE(Tensor({"key"}, {0}).empty());  // a vector of no elements
  EXPECT_EQ(Tensor({}, {}).size(), 1);
}

TEST(Tensor, BecomeReallocatesOnlyForADifferentShape) {
  Tensor tensor;
  tensor.become({"query", "key"}, {2, 3});
  EXPECT_EQ(tensor.shape_text(), "[query 2, key 3]");
  EXPECT_EQ(tensor.data, std::vector<float>(6, 0.0f));
  tensor.data[5] = 7;
  const float* data = tensor.data.data();
  tensor.become({"query", "key"}, {2, 3});
  EXPECT_EQ(tensor.data.data(), data);
  EXPECT_EQ(tensor.data[5], 7);
  for (const std::vector<Index>& shape : {std::vector<Index>{3, 2}, {2, 3}}) {
    tensor.become({"query", "key"}, {shape[0], shape[1]});
    EXPECT_EQ(tensor.shape, shape);
    EXPECT_EQ(tensor.data, std::vector<float>(6, 0.0f));
  }
  tensor.become({"query", "d_head"}, {2, 3});
  EXPECT_EQ(tensor.shape_text(), "[query 2, d_head 3]");
  tensor.become({"query"}, {2});
  EXPECT_EQ(tensor.shape_text(), "[query 2]");
  EXPECT_EQ(tensor.size(), 2);
  Tensor scalar;
  scalar.become({}, {});
  EXPECT_EQ(scalar.size(), 1);
}

TEST(Tensor, ShapeTextIncludesAxisNames) {
  EXPECT_EQ(Tensor({"batch", "head", "query", "key"}, {1, 2, 6, 6}).shape_text(),
            "[batch 1, head 2, query 6, key 6]");
  EXPECT_EQ(Tensor({}, {}).shape_text(), "[]");
}

// TEST-CASES 43
TEST(Tensor, RefusesADifferentNumberOfAxisNamesAndExtents) {
  EXPECT_EQ(refusal([] { Tensor({"query"}, {2, 3}); }),
            "expected one axis name for each extent of [2, 3], got 1 names");
}

// TEST-CASES 43
TEST(Tensor, RefusesDataOfADifferentLength) {
  EXPECT_EQ(refusal([] { Tensor({"query", "key"}, {2, 3}, {1, 2, 3}); }),
            "expected 6 elements for the shape [query 2, key 3], got 3");
}

TEST(Tensor, RefusesANegativeExtent) {
  EXPECT_EQ(refusal([] { Tensor({"query", "key"}, {2, -3}); }),
            "expected extents of at least 0, got [2, -3]");
}

// TEST-CASES 42
TEST(Tensor, RefusesMoreThan31BitsOfElementsBeforeAllocating) {
  EXPECT_EQ(refusal([] { Tensor({"query", "key"}, {65536, 32768}); }),
            "expected at most 2147483647 elements, got the shape [65536, 32768]");
  // 2^32 and 2^64 elements: products that wrap to 0.
  EXPECT_EQ(refusal([] { check_element_count({65536, 65536}); }),
            "expected at most 2147483647 elements, got the shape [65536, 65536]");
  EXPECT_EQ(refusal([] { check_element_count({65536, 65536, 65536, 65536}); }),
            "expected at most 2147483647 elements, got the shape [65536, 65536, 65536, 65536]");
}

// TEST-CASES 42
TEST(ElementCount, AcceptsUpTo31Bits) {
  EXPECT_EQ(element_count({2147483647}), 2147483647);
  EXPECT_EQ(element_count({}), 1);
  EXPECT_EQ(element_count({2, 3, 4}), 24);
}

// TEST-CASES 41
TEST(ElementCount, IsZeroIfAnyAxisIsEmptyHoweverLargeTheOthers) {
  EXPECT_EQ(element_count({65536, 65536, 0}), 0);
}

TEST(Tensor, MatrixIndexesTheLeadingAxesInRowMajorOrder) {
  Tensor tensor({"batch", "head", "query", "key"}, {2, 3, 4, 5});
  for (std::size_t i = 0; i < tensor.data.size(); ++i) tensor.data[i] = static_cast<float>(i);
  EXPECT_EQ(tensor.matrix_count(), 6);
  // [1, 2, 3, 4] is the last element; [1, 0, 2, 1] is in the fourth matrix.
  EXPECT_EQ(tensor.matrix(5)(3, 4), 119);
  EXPECT_EQ(tensor.matrix(3)(2, 1), 1 * 60 + 0 * 20 + 2 * 5 + 1);
}

TEST(Tensor, WritesThroughItsMatrix) {
  Tensor tensor({"query", "key"}, {2, 2});
  tensor.matrix()(1, 0) = 7;
  EXPECT_EQ(tensor.data, (std::vector<float>{0, 0, 7, 0}));
}

TEST(Tensor, AVectorIsOneRow) {
  const Tensor tensor({"d_out"}, {3}, {1, 2, 3});
  EXPECT_EQ(tensor.matrix_count(), 1);
  EXPECT_EQ(tensor.matrix().rows(), 1);
  EXPECT_EQ(tensor.matrix()(0, 2), 3);
}

// TEST-CASES 40
TEST(Tensor, FromMatrixPacksAStridedMatrix) {
  Matrix matrix(2, 4);
  matrix << 1, 2, 3, 4,  //
      5, 6, 7, 8;
  const Tensor tensor = Tensor::from_matrix(matrix.middleCols(1, 2), "query", "d_model");
  EXPECT_EQ(tensor.data, (std::vector<float>{2, 3, 6, 7}));
  EXPECT_EQ(tensor.shape_text(), "[query 2, d_model 2]");
}

}  // namespace
}  // namespace attn
