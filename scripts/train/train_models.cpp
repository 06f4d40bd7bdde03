// train_models DIGITS FOLDER [RECIPE...]   trains what the site shows, each model from its seed, to
//                                          FOLDER/RECIPE.safetensors
// train_models DIGITS --seeds N RECIPE...  trains with seeds 0 to N - 1 and prints the figures, for
//                                          choosing a seed
//
// DIGITS is the file that web/build/digits.mjs writes. Parameters are rounded to float16, and the
// rounded model is measured on 2,000 held-out examples (digits: on all of them). A model that
// misses a figure is not written, and the exit code is 1. On x86, training uses only instructions
// that WebAssembly has too, so that a browser that trains the same recipe from the same seed gets
// the same bits before rounding. On Arm it uses NEON's fused multiply-add and gets other bits.
#include "kernels/targets.h"
// Must follow kernels/targets.h.
#include <hwy/highway.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/check.h"
#include "io/npz.h"
#include "io/safetensors.h"
#include "training/figures.h"
#include "training/recipes.h"
#include "training/trainer.h"

namespace attn {
namespace {

constexpr Index kExamples = 2000;

struct Shipped {
  const char* recipe;
  std::uint64_t seed;
};
constexpr Shipped kShipped[] = {
    {"goes_with", 3}, {"induction", 26}, {"sort", 1}, {"translation", 3}, {"digits", 0}};

struct Trained {
  TrainerState parameters;  // rounded
  std::size_t examples = 0;
  std::vector<Figure> figures = {};
  bool reached = true;
};

std::vector<std::uint8_t> bytes_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse("expected a file {}, got none", {path});
  return {std::istreambuf_iterator<char>(file), {}};
}

void read_digits(const std::string& path, TaskOptions& options) {
  const std::vector<std::uint8_t> bytes = bytes_of_file(path);
  const NamedTensors arrays = read_npz(bytes.data(), bytes.size());
  const std::vector<float>&images = arrays.at("images").data, &digits = arrays.at("digits").data;
  options.images.assign(images.begin(), images.end());
  options.digits.assign(digits.begin(), digits.end());
}

NamedTensors rounded(const NamedTensors& parameters) {
  const std::vector<std::uint8_t> bytes = write_safetensors({parameters, {}}, ElementType::kF16);
  return read_safetensors(bytes.data(), bytes.size()).tensors;
}

Trained train(const std::string& digits, const std::string& name, std::uint64_t seed) {
  Recipe recipe = named_recipe(name);
  recipe.seed = seed;
  if (name == "digits") read_digits(digits, recipe.task_options);
  Trainer trainer(recipe, {0, 0});
  const auto start = std::chrono::steady_clock::now();
  trainer.step(recipe.steps);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  Trained trained{{trainer.steps_taken(), rounded(trainer.parameters())}};
  const Trainer measured(recipe, {0, 0}, &trained.parameters);
  const std::vector<Example> examples = measured.task().held_out(kExamples);
  trained.examples = examples.size();
  trained.figures = measured_figures(name, measured.model(), measured.task(), examples);
  std::printf("%s, seed %llu, %.1f s:", name.c_str(), static_cast<unsigned long long>(seed),
              taken.count());
  for (const Figure& figure : trained.figures) {
    std::printf(" %s %.3f%s", figure.name.c_str(), figure.value, figure.reached() ? "" : " MISSED");
    trained.reached = trained.reached && figure.reached();
  }
  std::printf("\n");
  std::fflush(stdout);
  return trained;
}

void write(const Trained& trained, const Shipped& shipped, const std::string& folder) {
  nlohmann::ordered_json figures;
  for (const Figure& figure : trained.figures) figures[figure.name] = figure.value;
  const std::vector<std::uint8_t> bytes =
      write_safetensors({trained.parameters.tensors,
                         {{"recipe", shipped.recipe},
                          {"seed", std::to_string(shipped.seed)},
                          {"steps", std::to_string(trained.parameters.step)},
                          {"examples", std::to_string(trained.examples)},
                          {"figures", figures.dump()}}},
                        ElementType::kF16);
  const std::string path = folder + "/" + shipped.recipe + ".safetensors";
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) refuse("expected to write {}", {path});
  std::printf("  %s, %zu bytes\n", path.c_str(), bytes.size());
}

int run(const std::vector<std::string>& arguments) {
  bool reached = true;
  const std::string& digits = arguments.at(0);
  if (arguments[1] == "--seeds") {
    if (arguments.size() < 4) refuse("expected a number and recipes after --seeds");
    for (std::size_t i = 3; i < arguments.size(); ++i) {
      for (int seed = 0; seed < std::stoi(arguments[2]); ++seed) {
        train(digits, arguments[i], static_cast<std::uint64_t>(seed));
      }
    }
    return 0;
  }
  for (std::size_t i = 2; i < arguments.size(); ++i) {
    const auto is_named = [&](const Shipped& shipped) { return arguments[i] == shipped.recipe; };
    if (std::none_of(std::begin(kShipped), std::end(kShipped), is_named)) {
      refuse("expected the recipe of a model that the site ships, got \"{}\"", {arguments[i]});
    }
  }
  for (const Shipped& shipped : kShipped) {
    const bool selected = arguments.size() < 3 || std::find(arguments.begin() + 2, arguments.end(),
                                                            shipped.recipe) != arguments.end();
    if (!selected) continue;
    const Trained trained = train(digits, shipped.recipe, shipped.seed);
    if (trained.reached) write(trained, shipped, arguments.at(1));
    reached = reached && trained.reached;
  }
  return reached ? 0 : 1;
}

}  // namespace
}  // namespace attn

int main(int count, char** arguments) {
  if (count < 3) {
    std::fprintf(stderr, "train_models DIGITS FOLDER [RECIPE...] | DIGITS --seeds N RECIPE...\n");
    return 2;
  }
#if HWY_ARCH_X86
  hwy::SetSupportedTargetsForTest(HWY_SSE4);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
#endif
  try {
    return attn::run({arguments + 1, arguments + count});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
