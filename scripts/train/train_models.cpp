// train_models FOLDER [RECIPE...]   trains what the site shows, each model from its seed, and
// writes
//                                   FOLDER/RECIPE.safetensors
// train_models --seeds N RECIPE...  trains with seeds 0 to N - 1 and prints the figures, for
// choosing
//                                   a seed
//
// A model is measured on 2,000 held-out examples. One that misses a figure is not written, and the
// exit code is 1. Training uses the instructions that WebAssembly has too, so that a browser that
// trains the same recipe from the same seed gets the same bits.
#include "kernels/targets.h"
// Must follow kernels/targets.h.
#include <hwy/highway.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/check.h"
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
    {"goes_with", 3}, {"induction", 6}, {"sort", 1}, {"translation", 3}};

struct Trained {
  std::unique_ptr<Trainer> trainer;
  std::vector<Figure> figures;
  bool reached = true;
};

Trained train(const char* name, std::uint64_t seed) {
  Recipe recipe = named_recipe(name);
  recipe.seed = seed;
  Trained trained{std::make_unique<Trainer>(recipe, SnapshotOptions{0, 0}), {}};
  Trainer& trainer = *trained.trainer;
  const auto start = std::chrono::steady_clock::now();
  trainer.step(recipe.steps);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  trained.figures =
      measured_figures(name, trainer.model(), trainer.task(), trainer.task().held_out(kExamples));
  std::printf("%s, seed %llu, %.1f s:", name, static_cast<unsigned long long>(seed), taken.count());
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
  const Trainer& trainer = *trained.trainer;
  const std::vector<std::uint8_t> bytes =
      write_safetensors({trainer.parameters(),
                         {{"recipe", shipped.recipe},
                          {"seed", std::to_string(shipped.seed)},
                          {"steps", std::to_string(trainer.steps_taken())},
                          {"examples", std::to_string(kExamples)},
                          {"figures", figures.dump()}}});
  const std::string path = folder + "/" + shipped.recipe + ".safetensors";
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) refuse("expected to write {}", {path});
  std::printf("  %s, %zu bytes\n", path.c_str(), bytes.size());
}

int run(const std::vector<std::string>& arguments) {
  bool reached = true;
  if (arguments.size() > 2 && arguments[0] == "--seeds") {
    for (std::size_t i = 2; i < arguments.size(); ++i) {
      for (int seed = 0; seed < std::stoi(arguments[1]); ++seed) {
        train(arguments[i].c_str(), static_cast<std::uint64_t>(seed));
      }
    }
    return 0;
  }
  for (const Shipped& shipped : kShipped) {
    const bool selected = arguments.size() < 2 || std::find(arguments.begin() + 1, arguments.end(),
                                                            shipped.recipe) != arguments.end();
    if (!selected) continue;
    const Trained trained = train(shipped.recipe, shipped.seed);
    if (trained.reached) write(trained, shipped, arguments.at(0));
    reached = reached && trained.reached;
  }
  return reached ? 0 : 1;
}

}  // namespace
}  // namespace attn

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "train_models FOLDER [RECIPE...] | --seeds N RECIPE...\n");
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
