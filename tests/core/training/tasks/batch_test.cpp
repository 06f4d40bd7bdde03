#include "training/tasks/batch.h"

#include <gtest/gtest.h>

#include "support/refusal.h"

namespace attn {
namespace {

TEST(BatchOf, PadsShorterSequences) {
  Example a, b;
  a.ids = {4, 2};
  a.labels = {-1, 3};
  a.target_ids = {1, 2, 3};
  b.ids = {5, 6, 7};
  b.labels = {1, 0, -1};
  b.target_ids = {1};
  const Batch batch = batch_of({a, b});
  EXPECT_EQ(batch.ids.batch, 2);
  EXPECT_EQ(batch.ids.n, 3);
  EXPECT_EQ(batch.ids.ids, (std::vector<Index>{4, 2, 0, 5, 6, 7}));
  EXPECT_EQ(batch.keep, (std::vector<std::uint8_t>{1, 1, 0, 1, 1, 1}));
  EXPECT_EQ(batch.target_ids.n, 3);
  EXPECT_EQ(batch.target_ids.ids, (std::vector<Index>{1, 2, 3, 1, 0, 0}));
  EXPECT_EQ(batch.target_keep, (std::vector<std::uint8_t>{1, 1, 1, 1, 0, 0}));
  EXPECT_EQ(batch.labels, (std::vector<Index>{-1, 3, -1, 1, 0, -1}));
  EXPECT_EQ(batch.weights, (std::vector<float>{0, 1, 0, 1, 1, 0}));
  EXPECT_TRUE(batch.patches.empty());
}

TEST(BatchOf, StacksPatches) {
  Example a, b;
  a.patches = Tensor({"patch", "d_patch"}, {2, 2}, {1, 2, 3, 4});
  b.patches = Tensor({"patch", "d_patch"}, {2, 2}, {5, 6, 7, 8});
  a.labels = b.labels = {7};
  const Batch batch = batch_of({a, b});
  EXPECT_EQ(batch.patches.shape_text(), "[batch 2, patch 2, d_patch 2]");
  EXPECT_EQ(batch.patches.data, (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(batch.labels, (std::vector<Index>{7, 7}));
  EXPECT_EQ(batch.ids.n, 0);
}

TEST(MakeTask, RefusesAnUnknownNameAndOptionsOutOfRange) {
  EXPECT_TRUE(contains(refusal([] { make_task("chess", {}); }), "\"copy\""));
  EXPECT_TRUE(contains(refusal([] { make_task("chess", {}); }), "got \"chess\""));
  TaskOptions options;
  options.length = 17;
  EXPECT_EQ(refusal([&] { make_task("sort", options); }), "expected length of 3 to 16, got 17");
  options.length = -1;
  EXPECT_EQ(refusal([&] { make_task("copy", options); }), "expected length of 3 to 64, got -1");
}

}  // namespace
}  // namespace attn
