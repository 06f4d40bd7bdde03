// Sorting where no time goes: a heap sort is a quarter of the code of std::sort, which a page that
// loads the wasm would download once for every order.
#pragma once

#include <algorithm>
#include <functional>

namespace attn {

// [first, last) by rising order; not stable.
template <class Iterator, class Less = std::less<>>
void heap_sort(Iterator first, Iterator last, Less less = {}) {
  std::make_heap(first, last, less);
  std::sort_heap(first, last, less);
}

}  // namespace attn
