// A sort for code where size matters more than speed. std::sort takes four times as much code in
// the wasm, once for each comparison function.
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

// Sorts a list in ascending order and leaves one of each.
template <class List>
void sort_unique(List& list) {
  heap_sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace attn
