#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/quoted.h"
#include "model_messages.h"
#include "models/checkpoints/stored_tensors.h"
#include "operations/model_config.h"
#include "operations/named_model.h"
#include "token_models.h"
#include "verbs.h"

namespace attn::js {
namespace {

// A tensor as JavaScript describes it.
struct InputTensor {
  std::string name, dtype;
  std::vector<Index> shape;
  std::size_t size = 0;      // in bytes
  std::vector<float> bytes;  // as words; empty when only shapes were passed
};

CheckpointSettings read_settings(Message& in) {
  CheckpointSettings settings;
  for (std::uint32_t left = in.word(); left > 0; --left) {
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

std::vector<InputTensor> read_tensors(Message& in, bool with_bytes) {
  std::vector<InputTensor> tensors(in.word());
  for (InputTensor& tensor : tensors) {
    tensor.name = in.text();
    tensor.dtype = in.text();
    tensor.shape = in.integers();
    if (!with_bytes) continue;
    tensor.size = in.word();
    tensor.bytes = in.slot();
  }
  return tensors;
}

ElementType type_of(const InputTensor& tensor) {
  for (const ElementTypeName& known : safetensors_types()) {
    if (tensor.dtype == known.name) return known.type;
  }
  refuse("expected tensor {} of type F64, F32, F16 or BF16, or I8 with scales, got {}",
         {quoted(tensor.name), quoted(tensor.dtype)});
}

struct Opened {
  Checkpoint checkpoint;
  StoredTensors tensors;           // those that the model has
  std::vector<std::string> names;  // their names, in the order of the call
};

// The other tensors are freed.
Opened open(const CheckpointSettings& settings, std::vector<InputTensor> from_file) {
  CheckpointShapes shapes;
  for (const InputTensor& tensor : from_file) shapes[tensor.name] = tensor.shape;
  Opened opened;
  opened.checkpoint = attn::read_checkpoint(settings, shapes);
  StoredTensors& tensors = opened.tensors;
  for (const TensorSource& source : opened.checkpoint.sources) {
    tensors[source.tensor] = {};
    if (!source.scales.empty()) tensors[source.scales] = {};
  }
  for (InputTensor& tensor : from_file) {
    const auto found = tensors.find(tensor.name);
    if (found == tensors.end()) continue;
    auto words = std::make_shared<std::vector<float>>(std::move(tensor.bytes));
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(words->data());
    found->second = {
        type_of(tensor), std::move(tensor.shape), {bytes, tensor.size}, std::move(words)};
    opened.names.push_back(std::move(tensor.name));
  }
  return opened;
}

void read_checkpoint(Message& in, Result& out) {
  const CheckpointSettings settings = read_settings(in);
  const Opened opened = open(settings, read_tensors(in, false));
  check_types(opened.checkpoint, opened.tensors);
  out.object(2);
  put(out, "config", model_entries(opened.checkpoint.config));
  put(out, "tensors", opened.names);
}

void create_checkpoint_model(Message& in, Result& out) {
  const CheckpointSettings settings = read_settings(in);
  std::vector<InputTensor> tensors = read_tensors(in, true);
  const ParameterForm form = read_parameter_form(in.text());
  Opened opened = open(settings, std::move(tensors));
  put_token_model(out, checkpoint_model(opened.checkpoint, std::move(opened.tensors), form));
}

constexpr Verb kVerbs[] = {
    {"readCheckpoint", read_checkpoint},
    {"createCheckpointModel", create_checkpoint_model},
};

}  // namespace

std::span<const Verb> checkpoint_verbs() { return kVerbs; }

}  // namespace attn::js
