#include "messages/message.h"

#include <cstring>
#include <exception>
#include <iterator>
#include <new>
#include <stdexcept>
#include <utility>

#include "base/check.h"

namespace attn::js {

namespace {

[[noreturn]] void refuse_malformed() { refuse("expected a call as the client writes it", {}); }

}  // namespace

const std::uint32_t* Message::take(std::size_t count) {
  if (count > words_.size() - at_) refuse_malformed();
  const std::uint32_t* words = words_.data() + at_;
  at_ += count;
  return words;
}

std::uint32_t Message::word_below(std::uint32_t end) {
  const std::uint32_t number = word();
  if (number >= end) refuse_malformed();
  return number;
}

std::size_t Message::count() {
  const std::size_t count = word();
  if (count > words_.size() - at_) refuse_malformed();
  return count;
}

double Message::number() {
  double number = 0;
  std::memcpy(&number, take(2), sizeof number);
  return number;
}

std::vector<float> Message::slot() {
  if (next_slot_ == slots_.size()) refuse_malformed();
  return std::move(slots_[next_slot_++]);
}

std::string Message::text() {
  const std::size_t length = word();
  const std::size_t words = length / 4 + (length % 4 != 0 ? 1 : 0);
  return std::string(reinterpret_cast<const char*>(take(words)), length);
}

std::vector<std::string> Message::texts() {
  std::vector<std::string> texts(count());
  for (std::string& each : texts) each = text();
  return texts;
}

std::vector<Index> Message::integers() {
  std::vector<Index> integers(count());
  for (Index& each : integers) each = static_cast<std::int32_t>(word());
  return integers;
}

Keep Message::keep() {
  constexpr Keep kKeeps[] = {Keep::kOutputs, Keep::kWeights, Keep::kTrace};
  return kKeeps[word_below(std::size(kKeeps))];
}

Config Message::config() {
  std::vector<Config::Entry> entries(count());
  for (Config::Entry& entry : entries) {
    entry.key = text();
    entry.text = text();
    entry.kind = choice(Config::Kind::kTexts);
    switch (entry.kind) {
      case Config::Kind::kNumber:
      case Config::Kind::kFlag:
        entry.number = number();
        break;
      case Config::Kind::kWord:
        entry.word = text();
        break;
      case Config::Kind::kList:
        entry.list.resize(count());
        for (double& each : entry.list) each = number();
        break;
      case Config::Kind::kTexts:
        entry.texts = texts();
    }
  }
  return Config(std::move(entries));
}

InspectOptions Message::inspect_options() {
  const Config settings = config();
  InspectOptions options = read_inspect_options(settings);
  settings.expect_all_read();
  return options;
}

NamedTensors Message::tensors(const char* what) {
  NamedTensors tensors;
  for (std::size_t left = count(); left > 0; --left) {
    const std::string name = text();
    tensors.put(name, tensor(what, name));
  }
  return tensors;
}

Tensor Message::tensor(const char* what, const std::string& name) {
  std::vector<Index> shape(count());
  for (Index& extent : shape) extent = static_cast<Index>(word());
  std::vector<std::string> axes(shape.size());
  const bool has_axes = word() != 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    axes[i] = has_axes ? text() : "axis_" + integer_text(static_cast<Index>(i));
  }
  std::vector<float> numbers = slot();
  try {
    return Tensor(std::move(axes), std::move(shape), std::move(numbers));
  } catch (const std::invalid_argument& error) {
    refuse("the {} \"{}\": {}", {what, name, error.what()});
  }
}

void Result::clear() {
  words_.clear();
  tensors_.clear();
}

void Result::flag(bool value) {
  kind(Kind::kFlag);
  word(value ? 1 : 0);
}

void Result::number(double value) {
  kind(Kind::kNumber);
  std::uint32_t halves[2];
  std::memcpy(halves, &value, sizeof value);
  word(halves[0]);
  word(halves[1]);
}

void Result::text(std::string_view value) {
  kind(Kind::kText);
  bytes(value);
}

void Result::list(std::size_t count) {
  kind(Kind::kList);
  word(count);
}

void Result::object(std::size_t count) {
  kind(Kind::kObject);
  word(count);
}

void Result::tensor(Tensor&& tensor) {
  kind(Kind::kTensor);
  word(tensor.shape.size());
  for (const Index extent : tensor.shape) word(static_cast<std::size_t>(extent));
  for (const std::string& axis : tensor.axes) bytes(axis);
  word(tensor.data.size());
  word(reinterpret_cast<std::uintptr_t>(tensor.data.data()));
  tensors_.push_back(std::move(tensor));
}

void Result::tensors(NamedTensors&& tensors) {
  std::vector<NamedTensors::Item> items = std::move(tensors).items();
  object(items.size());
  for (NamedTensors::Item& item : items) {
    name(item.first);
    tensor(std::move(item.second));
  }
}

void Result::bytes(std::string_view bytes) {
  word(bytes.size());
  const std::size_t first = words_.size();
  words_.resize(first + (bytes.size() + 3) / 4);
  std::memcpy(words_.data() + first, bytes.data(), bytes.size());
}

void Result::refusal() {
  constexpr const char* kNoMemory = "not enough memory for this request";
  clear();
  try {
    throw;
  } catch (const Refusal& refused) {
    refusal(refused.what(), refused.words(), refused.pieces());
  } catch (const std::bad_alloc&) {
    refusal(kNoMemory, kNoMemory, {});
  } catch (const std::length_error&) {
    refusal(kNoMemory, kNoMemory, {});
  } catch (const std::exception& error) {
    refusal(error.what(), error.what(), {});
  }
}

void Result::refusal(std::string_view message, std::string_view words,
                     const std::vector<std::string>& pieces) {
  kind(Kind::kRefusal);
  bytes(message);
  bytes(words);
  word(pieces.size());
  for (const std::string& piece : pieces) bytes(piece);
}

}  // namespace attn::js
