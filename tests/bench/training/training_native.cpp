// training_native STEPS RECIPE...
//
// Prints a line for each recipe: the processor time of a training step in milliseconds, as the
// median of STEPS steps after a warm-up of a tenth as many. As in tests/bench/peers/training, the
// penalty applies in every step and the model hardly changes. It measures processor time because
// other programs may share the core.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <vector>

#include "training/recipes.h"
#include "training/trainer.h"

namespace {

double milliseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

double median_step(const char* name, attn::Index steps) {
  attn::Recipe recipe = attn::named_recipe(name);
  recipe.seed = 1;
  recipe.penalty.ramp = {0, 0};
  recipe.optimizer.adam.learning_rate = 1e-5f;
  attn::Trainer trainer(recipe);
  trainer.step(steps / 10);
  std::vector<double> times;
  for (attn::Index step = 0; step < steps; ++step) {
    const double begin = milliseconds();
    trainer.step();
    times.push_back(milliseconds() - begin);
  }
  std::nth_element(times.begin(), times.begin() + steps / 2, times.end());
  return times[static_cast<std::size_t>(steps / 2)];
}

}  // namespace

int main(int count, char** arguments) {
  const attn::Index steps = count > 1 ? std::atoi(arguments[1]) : 0;
  if (steps < 1) {
    std::fprintf(stderr, "training_native STEPS RECIPE...\n");
    return 2;
  }
  try {
    for (int i = 2; i < count; ++i) {
      std::printf("%s %.4f\n", arguments[i], median_step(arguments[i], steps));
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
