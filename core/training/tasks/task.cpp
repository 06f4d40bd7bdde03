#include "training/tasks/task.h"

#include "base/check.h"
#include "base/quoted.h"
#include "training/tasks/factories.h"

namespace attn {
namespace {

const std::vector<std::string>& no_names() {
  static const std::vector<std::string> none;
  return none;
}

struct NamedTask {
  const char* name;
  std::unique_ptr<Task> (*make)(const TaskOptions& options);
};
constexpr NamedTask kTasks[] = {
    {"copy", make_copy},
    {"reverse", make_reverse},
    {"sort", make_sort},
    {"copy_places", make_copy_places},
    {"induction", make_induction},
    {"needle", make_needle},
    {"goes_with", make_goes_with},
    {"who", make_who},
    {"translation", make_translation},
    {"digits", make_digits},
    {"characters", make_characters},
    {"words", make_words},
};

}  // namespace

const std::vector<std::string>& Task::target_vocabulary() const { return no_names(); }
const std::vector<std::string>& Task::relations() const { return no_names(); }
const std::vector<std::string>& Task::categories() const {
  static const std::vector<std::string> one = {""};
  return one;
}
const std::vector<std::string>& Task::answers() const {
  return target_vocabulary().empty() ? vocabulary() : target_vocabulary();
}

Example Task::of_image(const std::vector<Index>&) const {
  refuse("expected an example in tokens, got an image: only digits have images");
}

std::vector<Example> Task::held_out(Index count) const {
  check_range("held_out", count, 0, kMaxHeldOut);
  Random random(0, stream_of("held out"));
  std::vector<Example> examples;
  while (static_cast<Index>(examples.size()) < count) {
    examples.push_back(draw(random, Split::kHeldOut));
  }
  return examples;
}

std::unique_ptr<Task> make_task(std::string_view name, const TaskOptions& options) {
  std::string names;
  for (const NamedTask& task : kTasks) {
    if (name == task.name) return task.make(options);
    append_name(names, task.name);
  }
  refuse("expected one of the tasks {}, got {}", {names, quoted(name)});
}

}  // namespace attn
