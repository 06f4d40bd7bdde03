// Parses the JSON configurations in tests, with nlohmann's parser. The core itself parses no JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "operations/config/config.h"
#include "operations/inspect.h"
#include "operations/operation.h"

namespace attn {

// Parses a flat JSON object. Throws std::runtime_error for any other text, as an error in the test.
inline Config config_json(std::string_view text) {
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object()) throw std::runtime_error("expected a JSON object: " + std::string(text));
  std::vector<Config::Entry> entries;
  for (const auto& [key, value] : json.items()) {
    if (value.is_string()) {
      entries.emplace_back(key, value.get<std::string>());
    } else if (value.is_boolean()) {
      entries.emplace_back(key, value.get<bool>());
    } else if (value.is_array() && !value.empty() && value.front().is_string()) {
      entries.emplace_back().key = key;
      entries.back().kind = Config::Kind::kTexts;
      entries.back().texts = value.get<std::vector<std::string>>();
    } else if (value.is_array()) {
      entries.emplace_back(key, value.get<std::vector<double>>());
    } else {
      entries.emplace_back(key, value.get<double>());
    }
    entries.back().shown = value.dump();
  }
  return Config(std::move(entries));
}

// Lets tests pass JSON text where the core expects a Config.
class ConfigText {
 public:
  template <class Text, class = std::enable_if_t<std::is_convertible_v<Text, std::string_view>>>
  ConfigText(const Text& json) : json_(json) {}  // NOLINT: implicit on purpose
  operator Config() const { return config_json(json_); }

 private:
  std::string_view json_;
};

inline NamedTensors random_parameters(std::string_view operation, const ConfigText& config,
                                      std::uint64_t seed) {
  return random_parameters(operation, Config(config), seed);
}
inline NamedTensors run(std::string_view operation, const ConfigText& config,
                        const NamedTensors& parameters, NamedTensors inputs,
                        Keep keep = Keep::kOutputs, NamedTensors* trace = nullptr) {
  return run(operation, Config(config), parameters, std::move(inputs), keep, trace);
}
inline NamedTensors gradients(std::string_view operation, const ConfigText& config,
                              const NamedTensors& parameters, NamedTensors inputs,
                              const NamedTensors& d_outputs) {
  return gradients(operation, Config(config), parameters, std::move(inputs), d_outputs);
}

inline Inspection inspect(std::string_view operation, const ConfigText& config,
                          const NamedTensors& parameters, NamedTensors inputs,
                          const InspectOptions& options) {
  return inspect(operation, Config(config), parameters, std::move(inputs), options);
}

}  // namespace attn
