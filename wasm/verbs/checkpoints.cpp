#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/quoted.h"
#include "models/checkpoints/model_builder.h"
#include "models/checkpoints/stored_tensors.h"
#include "operations/config/model_config.h"
#include "operations/models/named_model.h"
#include "verbs/numbered.h"
#include "verbs/token_models.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

Numbered<std::unique_ptr<ModelBuilder>>& builders() {
  static Numbered<std::unique_ptr<ModelBuilder>> builders(
      "expected the number of a model that is being read, got {}");
  return builders;
}

CheckpointSettings read_settings(Message& in) {
  CheckpointSettings settings;
  for (std::size_t left = in.count(); left > 0; --left) {
    const std::string key = in.text();
    const bool is_text = in.flag();
    if (is_text) {
      settings.texts[key] = in.text();
    } else {
      settings.numbers[key] = in.number();
    }
  }
  return settings;
}

ElementType type_of(const std::string& name, const std::string& dtype) {
  if (const auto type = element_type_of(dtype)) return *type;
  refuse("expected tensor {} of type F64, F32, F16 or BF16, or I8 with scales, got {}",
         {quoted(name), quoted(dtype)});
}

// The shapes of a file's tensors, and the types of those that the model has.
struct Opened {
  Checkpoint checkpoint;
  StoredTensors tensors;
  std::vector<std::string> names;  // in the order of the call
};

Opened open(Message& in) {
  struct Described {
    std::string name, dtype;
    std::vector<Index> shape;
  };
  const CheckpointSettings settings = read_settings(in);
  std::vector<Described> described(in.count());
  CheckpointShapes shapes;
  for (Described& tensor : described) {
    tensor.name = in.text();
    tensor.dtype = in.text();
    tensor.shape = in.integers();
    shapes[tensor.name] = tensor.shape;
  }
  Opened opened{read_checkpoint(settings, shapes), {}, {}};
  StoredTensors& tensors = opened.tensors;
  for (const TensorSource& source : opened.checkpoint.sources) {
    tensors[source.tensor] = {};
    if (!source.scales.empty()) tensors[source.scales] = {};
  }
  for (Described& tensor : described) {
    const auto it = tensors.find(tensor.name);
    if (it == tensors.end()) continue;
    it->second.type = type_of(tensor.name, tensor.dtype);
    it->second.shape = std::move(tensor.shape);
    opened.names.push_back(std::move(tensor.name));
  }
  return opened;
}

void put_slice(Result& out, const TensorSlice& slice) {
  out.object([&] {
    out.name("tensor").text(slice.tensor);
    out.name("begin").number(static_cast<double>(slice.begin));
    out.name("end").number(static_cast<double>(slice.end));
  });
}

void describe_checkpoint(Message& in, Result& out) {
  const Opened opened = open(in);
  check_types(opened.checkpoint, opened.tensors);
  out.object([&] {
    out.name("config").config(model_entries(opened.checkpoint.config));
    out.name("tensors").texts(opened.names);
  });
}

void begin_checkpoint_model(Message& in, Result& out) {
  Opened opened = open(in);
  std::optional<ParameterForm> form;
  if (in.flag()) form = read_parameter_form(in.text());
  auto builder = std::make_unique<ModelBuilder>(std::move(opened.checkpoint), opened.tensors, form);
  out.object([&] {
    out.name("slices").list(builder->slices(),
                            [&](const TensorSlice& slice) { put_slice(out, slice); });
    out.name("number").number(builders().add(std::move(builder)));
  });
}

void add_to_checkpoint_model(Message& in, Result& out) {
  ModelBuilder& builder = *builders().at(in.word());
  const std::size_t size = in.word();
  const std::vector<float> words = in.bytes_slot(size);
  builder.add({reinterpret_cast<const std::uint8_t*>(words.data()), size});
  out.undefined();
}

void finish_checkpoint_model(Message& in, Result& out) {
  const std::uint32_t number = in.word();
  TokenModel model = builders().at(number)->finish();
  builders().release(number);
  put_token_model(out, std::move(model));
}

void release_checkpoint_model(Message& in, Result& out) {
  builders().release(in.word());
  out.undefined();
}

constexpr Verb kVerbs[] = {
    {"readCheckpoint", describe_checkpoint},
    {"beginCheckpointModel", begin_checkpoint_model},
    {"addToCheckpointModel", add_to_checkpoint_model},
    {"finishCheckpointModel", finish_checkpoint_model},
    {"releaseCheckpointModel", release_checkpoint_model},
};

}  // namespace

std::span<const Verb> checkpoint_verbs() { return kVerbs; }

}  // namespace attn::js
