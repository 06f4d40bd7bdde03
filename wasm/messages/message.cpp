#include "messages/message.h"

#include <cstring>
#include <stdexcept>
#include <utility>

#include "base/check.h"
#include "base/numbered_axes.h"

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

std::uint64_t Message::seed() {
  const double seed = number();
  if (!is_seed(seed)) refuse_malformed();
  return static_cast<std::uint64_t>(seed);
}

std::vector<float> Message::slot() {
  if (next_slot_ == slots_.size()) refuse_malformed();
  return std::move(slots_[next_slot_++]);
}

std::vector<float> Message::bytes_slot(std::size_t size) {
  std::vector<float> bytes = slot();
  if (size > bytes.size() * sizeof(float)) refuse_malformed();
  return bytes;
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
  for (Index& each : integers) {
    each = static_cast<std::int32_t>(word());
    if (each < -1) refuse_malformed();
  }
  return integers;
}

Keep Message::keep() { return choice(Keep::kTrace); }

Config Message::config() {
  std::vector<Config::Entry> entries(count());
  for (Config::Entry& entry : entries) {
    entry.key = text();
    entry.shown = text();
    entry.kind = choice(Config::Kind::kTexts);
    switch (entry.kind) {
      case Config::Kind::kNumber:
      case Config::Kind::kFlag:
        entry.number = number();
        break;
      case Config::Kind::kText:
        entry.text = text();
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

InspectOptions Message::inspect_options() { return read_all(config(), read_inspect_options); }

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
  const bool has_axes = flag();
  for (std::size_t i = 0; i < axes.size(); ++i) {
    axes[i] = has_axes ? text() : numbered_axis(i);
  }
  std::vector<float> numbers = slot();
  try {
    return Tensor(std::move(axes), std::move(shape), std::move(numbers));
  } catch (const std::invalid_argument& error) {
    refuse("the {} \"{}\": {}", {what, name, error.what()});
  }
}

}  // namespace attn::js
