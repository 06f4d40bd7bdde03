// A sort for code where size matters more than speed: a quarter of std::sort's code in the wasm,
// which has one instance for each comparison.
#pragma once

#include <algorithm>
#include <functional>

namespace attn {

// Sorts [first, last) in ascending order. Not stable.
template <class Iterator, class Less = std::less<>>
void heap_sort(Iterator first, Iterator last, Less less = {}) {
  std::make_heap(first, last, less);
  std::sort_heap(first, last, less);
}

}  // namespace attn
