// The tasks that make_task knows.
#pragma once

#include "training/tasks/task.h"

namespace attn {

std::unique_ptr<Task> make_copy(const TaskOptions& options);
std::unique_ptr<Task> make_reverse(const TaskOptions& options);
std::unique_ptr<Task> make_sort(const TaskOptions& options);
std::unique_ptr<Task> make_induction(const TaskOptions& options);
std::unique_ptr<Task> make_needle(const TaskOptions& options);
std::unique_ptr<Task> make_copy_places(const TaskOptions& options);
std::unique_ptr<Task> make_goes_with(const TaskOptions& options);
std::unique_ptr<Task> make_who(const TaskOptions& options);
std::unique_ptr<Task> make_translation(const TaskOptions& options);
std::unique_ptr<Task> make_digits(const TaskOptions& options);
std::unique_ptr<Task> make_characters(const TaskOptions& options);
std::unique_ptr<Task> make_words(const TaskOptions& options);

}  // namespace attn
