#include "verbs/examples.h"

#include <string>
#include <utility>
#include <vector>

#include "base/check.h"

namespace attn::js {
namespace {

void put_tokens(Result& out, const std::vector<Index>& ids,
                const std::vector<std::string>& vocabulary) {
  out.list(ids, [&](Index id) { out.text(vocabulary[static_cast<std::size_t>(id)]); });
}

void put_relation(Result& out, const HeadRelation& relation, const Task& task) {
  out.object([&] {
    out.name("kind").text(task.relations()[static_cast<std::size_t>(relation.kind)]);
    out.name("query").number(relation.query);
    out.name("key").number(relation.key);
  });
}

// Entries of an object.
void put_example(Result& out, const Example& example, const Task& task) {
  put_tokens(out.name("tokens"), example.ids, task.vocabulary());
  put_tokens(out.name("target_tokens"), example.target_ids, task.target_vocabulary());
  out.name("labels").list(example.labels, [&](Index label) {
    if (label < 0) return out.undefined();
    out.text(task.answers()[static_cast<std::size_t>(label)]);
  });
  out.name("relations").list(example.relations, [&](const HeadRelation& relation) {
    put_relation(out, relation, task);
  });
}

void put_guess(Result& out, const Guess& guess, const Task& task) {
  out.object([&] {
    out.name("token").text(task.answers()[static_cast<std::size_t>(guess.answer)]);
    out.name("probability").number(guess.probability);
  });
}

}  // namespace

Example read_example(Message& in, const Task& task) {
  enum class Kind { kText, kHeldOut, kIds, kImage };
  switch (in.choice(Kind::kImage)) {
    case Kind::kText:
      return task.parse(in.text());
    case Kind::kHeldOut: {
      const auto index = static_cast<Index>(in.word());
      check_index("held_out", index, Task::kMaxHeldOut);
      std::vector<Example> examples = task.held_out(index + 1);
      const auto count = static_cast<Index>(examples.size());
      if (index >= count) refuse("expected a held-out example below {}, got {}", {count, index});
      return std::move(examples.back());
    }
    case Kind::kImage:
      return task.of_image(in.integers());
    default: {
      std::vector<Index> ids = in.integers();
      return example_of_ids(task, std::move(ids), in.integers());
    }
  }
}

void put_example_inspection(Result& out, const Example& example, ExampleInspection&& found,
                            const Task& task) {
  out.object([&] {
    put_example(out, example, task);
    out.name("answers").list(found.guesses, [&](const std::vector<Guess>& guesses) {
      out.list(guesses, [&](const Guess& guess) { put_guess(out, guess, task); });
    });
    out.name("weights").tensors(std::move(found.weights));
    if (!found.trace.empty()) out.name("trace").tensors(std::move(found.trace));
  });
}

}  // namespace attn::js
