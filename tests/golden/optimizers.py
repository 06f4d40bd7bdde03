#!/usr/bin/env python3
"""Fits a softmax regression with PyTorch's optimizers for 50 steps, in float64.

Writes optimizers.h beside itself. Rerun after a change; the output is deterministic:
    python3 tests/golden/optimizers.py && git diff --exit-code tests/golden
"""
import math
import pathlib

import torch

ROWS, INPUTS, CLASSES, STEPS = 8, 4, 3, 50
RATE, FLOOR, WARM_UP = 0.25, 0.0625, 5


def table(rows, columns, a, b, modulus):
    return torch.tensor([[(a * r * r + b * c * c + 5 * r * c + r) % modulus / 4 - modulus / 8
                          for c in range(columns)] for r in range(rows)], dtype=torch.float64)


x = table(ROWS, INPUTS, 3, 7, 13)
labels = torch.tensor([(r * r + r // 3) % CLASSES for r in range(ROWS)])
start_w, start_b = table(INPUTS, CLASSES, 2, 5, 11), table(1, CLASSES, 1, 3, 5)


def cosine(step):
    return (min(1, (step + 1) / WARM_UP)
            * (FLOOR + (1 - FLOOR) * (1 + math.cos(math.pi * step / STEPS)) / 2))


def constant(step):
    return min(1, (step + 1) / WARM_UP)


def groups(w, b):
    return [{"params": [w], "weight_decay": 0.5}, {"params": [b], "weight_decay": 0}]


ADAM = {"lr": RATE, "betas": (0.875, 0.96875), "eps": 2**-20}
RUNS = {
    "adamw with two groups, clipping and a cosine":
        (lambda w, b: torch.optim.AdamW(groups(w, b), **ADAM), cosine, 0.5),
    "adam at a constant rate": (lambda w, b: torch.optim.Adam([w, b], **ADAM), constant, 0),
    "sgd with momentum, clipping and a cosine":
        (lambda w, b: torch.optim.SGD([w, b], lr=RATE, momentum=0.875), cosine, 0.5),
    "sgd at a constant rate": (lambda w, b: torch.optim.SGD([w, b], lr=RATE), constant, 0),
}


def numbers(values):
    return "{" + ", ".join(f"{float(value):.12g}" for value in values) + "}"


def fit(name, make, schedule, max_norm):
    w, b = start_w.clone().requires_grad_(), start_b.clone().requires_grad_()
    optimizer = make(w, b)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, schedule)
    losses, parameters = [], []
    for step in range(STEPS):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(x @ w + b, labels)
        loss.backward()
        if max_norm:
            torch.nn.utils.clip_grad_norm_([w, b], max_norm)
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
        if step % 10 == 9:
            parameters += w.flatten().tolist() + b.flatten().tolist()
    return (f'    {{"{name}",\n     {numbers(losses)},\n     {numbers(parameters)}}},\n')


text = f"""// Written by optimizers.py; do not edit.
#pragma once

#include <vector>

#include "base/matrix.h"

// clang-format off
namespace attn::optimizers {{

constexpr Index kRows = {ROWS}, kInputs = {INPUTS}, kClasses = {CLASSES}, kSteps = {STEPS}, kWarmUp = {WARM_UP};
constexpr float kRate = {RATE}f, kBeta1 = {ADAM["betas"][0]}f, kBeta2 = {ADAM["betas"][1]}f, kEpsilon = 0x1p-20f, kFloor = {FLOOR}f;
inline const std::vector<float> kX = {numbers(x.flatten())};
inline const std::vector<Index> kLabels = {{{", ".join(map(str, labels.tolist()))}}};
inline const std::vector<float> kW = {numbers(start_w.flatten())};
inline const std::vector<float> kB = {numbers(start_b.flatten())};

struct Run {{
  const char* name;
  std::vector<double> losses;      // [steps] before each step
  std::vector<double> parameters;  // w and b after each tenth step
}};
inline const std::vector<Run> kRuns = {{
{"".join(fit(name, *run) for name, run in RUNS.items())}}};

}}  // namespace attn::optimizers
"""
pathlib.Path(__file__).with_suffix(".h").write_text(text, encoding="utf-8")
