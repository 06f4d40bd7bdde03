// Tables of refusals: what is changed in something valid, and the message.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "support/refusal.h"

namespace attn {

template <class Changed>
struct RefusalRow {
  void (*change)(Changed&);
  std::string message;
};

// Each row changes a copy of `valid`, which use(copy) then refuses with the row's message. `valid`
// itself is not refused.
template <class Changed, class Use>
void expect_refusals(const Changed& valid, Use&& use,
                     std::initializer_list<RefusalRow<Changed>> rows) {
  EXPECT_EQ(refusal([&] { use(valid); }), "nothing was refused");
  for (const RefusalRow<Changed>& row : rows) {
    Changed changed = valid;
    row.change(changed);
    EXPECT_EQ(refusal([&] { use(changed); }), row.message);
  }
}

}  // namespace attn
