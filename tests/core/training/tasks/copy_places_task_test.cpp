// Compares copying from several places with brute force.
#include <gtest/gtest.h>

#include "core/training/tasks/rules_of_tasks.h"
#include "support/refusal.h"
#include "training/tasks/task.h"

namespace attn {
namespace {

TEST(CopyPlacesTask, AsksForTheLettersAtFixedOffsets) {
  for (const Index places : {1, 2, 6, 8}) {
    TaskOptions options;
    options.places = places;
    const auto task = make_task("copy_places", options);
    ASSERT_EQ(task->answers_per_place(), places);
    const Index offsets[] = {10, 3, 8, 5, 11, 2, 7, 4};  // modulo 12
    check_samples(
        *task,
        [&](const Example& example) {
          expect_indices_in_range(*task, example);
          ASSERT_EQ(example.ids.size(), 12u);
          std::vector<Index> twice = example.ids;
          twice.insert(twice.end(), example.ids.begin(), example.ids.end());
          std::vector<Index> labels;
          RelationSet relations;
          for (Index p = 0; p < 12; ++p) {
            for (Index j = 0; j < places; ++j) {
              labels.push_back(twice[static_cast<std::size_t>(p + offsets[j])]);
              relations.insert({j, p, (p + offsets[j]) % 12});
            }
          }
          ASSERT_EQ(example.labels, labels);
          ASSERT_EQ(relation_set(example), relations);
        },
        kSamples / 4);
  }
}

TEST(CopyPlacesTask, HeldOutRowsAreNeverSampled) {
  expect_held_out_is_never_sampled(*make_task("copy_places", {}));
}

TEST(CopyPlacesTask, ASeedGivesTheseExamplesOnEveryTarget) {
  EXPECT_EQ(hash_of_samples(*make_task("copy_places", {})), 0xa58cb0643647487bu);
}

TEST(CopyPlacesTask, ParsesATypedRow) {
  const auto task = make_task("copy_places", {});
  EXPECT_EQ(task->relations(), (std::vector<std::string>{"-2", "+3"}));
  EXPECT_EQ(text_of(task->parse("abcdefghaceg").labels, task->vocabulary()),
            "e d g e a f b g c h d a e c f e g g h a a b c c");
  EXPECT_EQ(refusal([&] { task->parse("abc"); }), "expected 12 tokens, got 3");
}

}  // namespace
}  // namespace attn
