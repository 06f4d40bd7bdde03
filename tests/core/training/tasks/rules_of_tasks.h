// The properties of every task: held-out examples are fixed and never sampled, a seed determines
// the examples, and the parts of an example are consistent.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "training/tasks/task.h"

namespace attn {

inline constexpr int kSamples = 10000;

// Passes `count` samples and 500 held-out examples to `check`, which derives the answers
// independently.
template <class Check>
void check_samples(const Task& task, Check&& check, int count = kSamples) {
  Random random(1, stream_of("check"));
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) check(task.sample(random));
  for (const Example& example : task.held_out(500)) {
    if (!testing::Test::HasFailure()) check(example);
  }
}

// FNV-1a over everything in the first 200 examples.
inline std::uint64_t hash_of_samples(const Task& task) {
  Random random(1);
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&](Index number) {
    hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x100000001b3u;
  };
  for (int i = 0; i < 200; ++i) {
    const Example example = task.sample(random);
    for (const auto* list : {&example.ids, &example.target_ids, &example.labels}) {
      add(static_cast<Index>(list->size()));
      for (const Index id : *list) add(id);
    }
    for (const HeadRelation& relation : example.relations) {
      for (const Index number : {Index{relation.kind}, relation.query, relation.key}) add(number);
    }
    for (const float value : example.patches.data) add(static_cast<Index>(value * 4096));
    add(example.category);
  }
  return hash;
}

// Examples are compared by their inputs.
inline void expect_held_out_is_never_sampled(const Task& task) {
  std::set<std::vector<Index>> held_out;
  for (const Example& example : task.held_out(2000)) held_out.insert(example.ids);
  Random random(2);
  for (int i = 0; i < kSamples; ++i) {
    ASSERT_EQ(held_out.count(task.sample(random).ids), 0u) << "sample " << i << " is held out";
  }
  const std::vector<Example> first = task.held_out(10), more = task.held_out(20);
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].ids, more[i].ids);
}

inline void expect_indices_in_range(const Task& task, const Example& example) {
  const auto below = [](Index value, std::size_t count) {
    return value >= 0 && value < static_cast<Index>(count);
  };
  const auto all_below = [&](const std::vector<Index>& values, std::size_t count) {
    return std::all_of(values.begin(), values.end(),
                       [&](Index value) { return below(value, count); });
  };
  ASSERT_LE(static_cast<Index>(example.ids.size()), task.max_length());
  ASSERT_LE(static_cast<Index>(example.target_ids.size()), task.max_target_length());
  ASSERT_TRUE(all_below(example.ids, task.vocabulary().size()));
  ASSERT_TRUE(all_below(example.target_ids, task.target_vocabulary().size()));
  std::vector<Index> asked = example.labels;
  asked.erase(std::remove(asked.begin(), asked.end(), Index{-1}), asked.end());
  ASSERT_TRUE(all_below(asked, task.answers().size()));
  ASSERT_TRUE(below(example.category, task.categories().size()));
  const std::size_t places =
      example.target_ids.empty() ? example.ids.size() : example.target_ids.size();
  const std::size_t kinds = task.relations().size(), keys = example.ids.size();
  for (const auto& [kind, query, key] : example.relations) {
    const bool in_place = example.ids.empty() || (below(query, places) && below(key, keys));
    if (!below(kind, kinds) || !in_place) FAIL() << kind << ' ' << query << ' ' << key;
  }
  if (!example.ids.empty()) {
    ASSERT_EQ(example.labels.size(), places * static_cast<std::size_t>(task.answers_per_place()));
  }
}

// {kind, query, key}
using RelationSet = std::set<std::array<Index, 3>>;

// For comparisons with relations that a test derives independently.
inline RelationSet relation_set(const Example& example) {
  RelationSet set;
  for (const HeadRelation& relation : example.relations) {
    set.insert({relation.kind, relation.query, relation.key});
  }
  EXPECT_EQ(set.size(), example.relations.size()) << "a relation is given twice";
  return set;
}

// Formats ids as "a b | a".
inline std::string text_of(const std::vector<Index>& ids,
                           const std::vector<std::string>& vocabulary) {
  std::string text;
  for (const Index id : ids) {
    text += (text.empty() ? "" : " ") + (id < 0 ? "-" : vocabulary[static_cast<std::size_t>(id)]);
  }
  return text;
}

}  // namespace attn
