#!/usr/bin/env python3
"""Fits x³ to a target with PyTorch's Adam and mean squared error, in float64.

Writes training_steps.h beside itself. Rerun after a change; the output is deterministic:
    python3 tests/golden/training_steps.py && git diff --exit-code tests/golden
"""
import pathlib

import torch

STEPS = [1, 2, 10, 100]
ADAM = {"lr": 0.0625, "betas": (0.875, 0.96875), "eps": 0.0009765625}  # exact in float32 too

start = torch.tensor([(5 * i % 11 - 5) / 4 for i in range(7)], dtype=torch.float64)
target = torch.tensor([(3 * i % 7 - 3) / 8 for i in range(7)], dtype=torch.float64)
x = start.clone().requires_grad_()
adam = torch.optim.Adam([x], **ADAM)
loss_function = torch.nn.MSELoss()


def numbers(values):
    return "{" + ", ".join(f"{float(value):.12g}" for value in values) + "}"


rows = []
for step in range(1, max(STEPS) + 1):
    adam.zero_grad()
    loss = loss_function(x * x * x, target)
    loss.backward()
    gradient = x.grad.clone()
    adam.step()
    if step in STEPS:
        rows.append(f"    {{{step}, {loss.item():.12g},\n     {numbers(gradient)},\n"
                    f"     {numbers(x.detach())}}},\n")

text = f"""// Written by training_steps.py; do not edit. Steps of a fit of x³ to a target.
#pragma once

#include <vector>

// clang-format off
namespace attn::training_steps {{

constexpr float kLearningRate = {ADAM["lr"]}f, kBeta1 = {ADAM["betas"][0]}f, kBeta2 = {ADAM["betas"][1]}f,
                kEpsilon = {ADAM["eps"]}f;
inline const std::vector<float> kStart = {numbers(start)};
inline const std::vector<float> kTarget = {numbers(target)};

struct Step {{
  int count;
  double loss;                   // of x before the step
  std::vector<double> gradient;  // d loss / d x before the step
  std::vector<double> x;         // after the step
}};
inline const std::vector<Step> kSteps = {{
{"".join(rows)}}};

}}  // namespace attn::training_steps
"""
pathlib.Path(__file__).with_suffix(".h").write_text(text, encoding="utf-8")
