// Names that stand in one text, each of them once: half the memory of as many string_views, which
// counts where a hostile file is made of names alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/heap_sort.h"
#include "base/quoted.h"

namespace attn {

class DistinctNames {
 public:
  // `text` is shorter than 4 GB and outlives this.
  DistinctNames(std::size_t count, std::string_view text) : text_(text) {
    places_.reserve(count);  // exactly: growing would take three times as much
  }

  void add(std::string_view name) {
    places_.push_back({static_cast<std::uint32_t>(name.data() - text_.data()),
                       static_cast<std::uint32_t>(name.size())});
  }

  // compare(a, b) is negative, 0 or positive. Throws std::invalid_argument naming one that is there
  // twice.
  template <class Compare>
  void check(std::string_view kind, Compare&& compare) {
    const auto name = [this](Place place) { return text_.substr(place.start, place.size); };
    heap_sort(places_.begin(), places_.end(),
              [&](Place a, Place b) { return compare(name(a), name(b)) < 0; });
    for (std::size_t i = 1; i < places_.size(); ++i) {
      if (compare(name(places_[i - 1]), name(places_[i])) == 0) {
        refuse("expected each {} once, got {} twice", {kind, quoted(name(places_[i]))});
      }
    }
  }

 private:
  struct Place {
    std::uint32_t start, size;
  };
  std::string_view text_;
  std::vector<Place> places_;
};

}  // namespace attn
