// Objects that live between calls. JavaScript holds each by its number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <utility>

#include "base/check.h"

namespace attn::js {

template <class Object>
class Numbered {
 public:
  // `unknown` is the template of the refusal of a number: "expected .., got {}".
  explicit Numbered(const char* unknown) : unknown_(unknown) {}

  // Returns the object's number. No later object gets the same.
  std::uint32_t add(Object object) {
    all_.push_back({next_, std::move(object)});
    return next_++;
  }
  // Both throw std::invalid_argument for a number of no object, or of one that has been released.
  Object& at(std::uint32_t number) { return find(number)->object; }
  void release(std::uint32_t number) { all_.erase(find(number)); }
  std::size_t size() const { return all_.size(); }

 private:
  struct Item {
    std::uint32_t number;
    Object object;
  };
  typename std::list<Item>::iterator find(std::uint32_t number) {
    const auto found = std::find_if(all_.begin(), all_.end(),
                                    [number](const Item& each) { return each.number == number; });
    if (found == all_.end()) refuse(unknown_, {static_cast<Index>(number)});
    return found;
  }

  const char* unknown_;
  std::list<Item> all_;  // a released object leaves nothing behind
  std::uint32_t next_ = 1;
};

}  // namespace attn::js
