#include "messages/result.h"

#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "base/check.h"

namespace attn::js {
namespace {

constexpr std::size_t kNumberWords = 3;  // its kind and a double

template <class Value>
void keep_reserved(std::vector<Value>& values, std::size_t reserved) {
  if (values.capacity() == reserved) return;
  std::vector<Value>().swap(values);
  values.reserve(reserved);
}

}  // namespace

void Result::clear() {
  words_.assign(1, 0);
  count_ = 0;
  tensors_.clear();
}

void Result::release() {
  keep_reserved(words_, 256);
  keep_reserved(tensors_, 1);
  clear();
}

void Result::flag(bool value) {
  begin(Kind::kFlag);
  word(value ? 1 : 0);
}

void Result::number(double value) {
  begin(Kind::kNumber);
  std::uint32_t halves[2];
  std::memcpy(halves, &value, sizeof value);
  word(halves[0]);
  word(halves[1]);
}

void Result::text(std::string_view value) {
  begin(Kind::kText);
  bytes(value);
}

void Result::tensor(Tensor&& tensor) {
  begin(Kind::kTensor);
  word(tensor.shape.size());
  for (const Index extent : tensor.shape) word(static_cast<std::size_t>(extent));
  for (const std::string& axis : tensor.axes) bytes(axis);
  word(tensor.data.size());
  word(reinterpret_cast<std::uintptr_t>(tensor.data.data()));
  tensors_.push_back(std::move(tensor));
}

Result& Result::name(const char* name) {
  bytes(name);
  return *this;
}

Result& Result::name(const std::string& name) {
  bytes(name);
  return *this;
}

void Result::texts(const std::vector<std::string>& texts) {
  list(texts, [this](const std::string& each) { text(each); });
}

void Result::tensors(NamedTensors&& tensors) {
  object([&] {
    for (NamedTensors::Item& item : std::move(tensors).items()) {
      name(item.first).tensor(std::move(item.second));
    }
  });
}

void Result::config(const std::vector<Config::Entry>& entries) {
  object([&] {
    for (const Config::Entry& entry : entries) {
      name(entry.key);
      switch (entry.kind) {
        case Config::Kind::kNumber:
          number(entry.number);
          break;
        case Config::Kind::kFlag:
          flag(entry.number != 0);
          break;
        case Config::Kind::kList:
          list(entry.list, [this](double each) { number(each); });
          break;
        default:
          text(entry.text);
      }
    }
  });
}

void Result::begin(Kind kind) {
  ++words_[count_];
  word(static_cast<std::size_t>(kind));
}

std::size_t Result::open(Kind kind) {
  begin(kind);
  const std::size_t around = std::exchange(count_, words_.size());
  word(0);
  return around;
}

void Result::bytes(std::string_view bytes) {
  word(bytes.size());
  const std::size_t first = words_.size(), end = first + (bytes.size() + 3) / 4;
  // With room for a number: writing it cannot fail after its name, so no object is given a number
  // that its owner does not get to know.
  words_.resize(end + kNumberWords);
  words_.resize(end);
  std::memcpy(words_.data() + first, bytes.data(), bytes.size());
}

void Result::refusal() {
  clear();
  try {
    try {
      throw;
    } catch (const Refusal& refused) {
      refusal(refused.what(), refused.words(), refused.pieces());
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::length_error&) {
      throw;
    } catch (const std::exception& error) {
      refusal(error.what(), error.what(), {});
    }
  } catch (const std::exception&) {  // the call's, or one from writing its refusal
    constexpr const char* kNoMemory = "not enough memory for this request";
    clear();
    refusal(kNoMemory, kNoMemory, {});
  }
}

void Result::refusal(std::string_view message, std::string_view words,
                     const std::vector<std::string>& pieces) {
  begin(Kind::kRefusal);
  bytes(message);
  bytes(words);
  word(pieces.size());
  for (const std::string& piece : pieces) bytes(piece);
}

}  // namespace attn::js
