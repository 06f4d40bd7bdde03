#include "message.h"

#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "base/check.h"

namespace attn::js {

double Message::number() {
  double number = 0;
  std::memcpy(&number, words_.data() + at_, sizeof number);
  at_ += 2;
  return number;
}

std::string Message::text() {
  const std::size_t length = word();
  const auto* const bytes = reinterpret_cast<const char*>(words_.data() + at_);
  at_ += (length + 3) / 4;
  return std::string(bytes, length);
}

std::vector<std::string> Message::texts() {
  std::vector<std::string> texts(word());
  for (std::string& each : texts) each = text();
  return texts;
}

std::vector<Index> Message::integers() {
  std::vector<Index> integers(word());
  for (Index& each : integers) each = static_cast<std::int32_t>(word());
  return integers;
}

Keep Message::keep() {
  constexpr Keep kKeeps[] = {Keep::kOutputs, Keep::kWeights, Keep::kTrace};
  return kKeeps[word()];
}

Config Message::config() {
  std::vector<Config::Entry> entries(word());
  for (Config::Entry& entry : entries) {
    entry.key = text();
    entry.text = text();
    entry.kind = static_cast<Config::Kind>(word());
    switch (entry.kind) {
      case Config::Kind::kNumber:
      case Config::Kind::kFlag:
        entry.number = number();
        break;
      case Config::Kind::kWord:
        entry.word = text();
        break;
      case Config::Kind::kList:
        entry.list.resize(word());
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
  for (std::uint32_t left = word(); left > 0; --left) {
    const std::string name = text();
    tensors.put(name, tensor(what, name));
  }
  return tensors;
}

Tensor Message::tensor(const char* what, const std::string& name) {
  std::vector<Index> shape(word());
  for (Index& extent : shape) extent = static_cast<Index>(word());
  std::vector<std::string> axes(shape.size());
  const bool has_axes = word() != 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    axes[i] = has_axes ? text() : "axis_" + integer_text(static_cast<Index>(i));
  }
  try {
    return Tensor(std::move(axes), std::move(shape), slot());
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
