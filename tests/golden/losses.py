#!/usr/bin/env python3
"""Computes cross-entropy and the entropy of attention rows with PyTorch, in float64.

Writes losses.h beside itself. Rerun after a change; the output is deterministic:
    python3 tests/golden/losses.py && git diff --exit-code tests/golden
"""
import pathlib

import torch
from torch.nn.functional import cross_entropy

ROWS, CLASSES = 6, 5
logits = torch.tensor([[(7 * r * r + 5 * c * c + 3 * r * c) % 23 / 4 - 3 for c in range(CLASSES)]
                       for r in range(ROWS)], dtype=torch.float64, requires_grad=True)
labels = [3, -1, 0, 4, -1, 2]
weights = [1, 1, 0.5, 2, 1, 0]


def numbers(values):
    return "{" + ", ".join(f"{float(value):.12g}" for value in values) + "}"


def losses():
    for smoothing in (0, 0.125):
        for used in (None, weights):
            each = cross_entropy(logits, torch.tensor(labels), ignore_index=-1, reduction="none",
                                 label_smoothing=smoothing)
            scale = torch.tensor(used or [1] * ROWS, dtype=torch.float64)
            scale = scale * torch.tensor([float(label >= 0) for label in labels])
            loss = (each * scale).sum() / scale.sum()
            gradient, = torch.autograd.grad(loss, logits)
            yield (f"    {{{smoothing}, {numbers(used or [])}, {loss.item():.12g},\n"
                   f"     {numbers(gradient.flatten())}}},\n")


# Two batch items, two heads, three queries, four keys. The last key of the second item is masked,
# and its last query is padding.
BATCH, HEADS, QUERIES, KEYS = 2, 2, 3, 4
scores = torch.tensor([(11 * i * i + 7 * i) % 17 / 5 - 1.5 for i in range(BATCH * HEADS * QUERIES * KEYS)],
                      dtype=torch.float64).reshape(BATCH, HEADS, QUERIES, KEYS)
scores[1, :, :, -1] = -torch.inf
attention = scores.softmax(-1).float().double().requires_grad_()
counted = torch.tensor([[1, 1, 1], [1, 1, 0]], dtype=torch.float64)
logs = torch.where(attention > 0, attention, torch.ones(())).log()
per_row = -(attention * logs).sum(-1)
entropy = (per_row * counted[:, None]).sum() / (counted.sum() * HEADS)
d_attention, = torch.autograd.grad(entropy, attention)
# The derivative of w ln w does not exist at 0; the core's convention is 0.
d_attention = torch.where(attention > 0, d_attention, torch.zeros((), dtype=torch.float64))

text = f"""// Written by losses.py; do not edit.
#pragma once

#include <cstdint>
#include <vector>

#include "base/matrix.h"

// clang-format off
namespace attn::losses {{

constexpr Index kRows = {ROWS}, kClasses = {CLASSES};
inline const std::vector<float> kLogits = {numbers(logits.flatten())};
inline const std::vector<Index> kLabels = {{{", ".join(map(str, labels))}}};
struct CrossEntropy {{
  double label_smoothing;
  std::vector<float> weights;
  double loss;
  std::vector<double> d_logits;
}};
inline const std::vector<CrossEntropy> kCrossEntropies = {{
{"".join(losses())}}};

constexpr Index kBatch = {BATCH}, kHeads = {HEADS}, kQueries = {QUERIES}, kKeys = {KEYS};
inline const std::vector<float> kWeights = {numbers(attention.detach().flatten())};
inline const std::vector<std::uint8_t> kCounted = {{{", ".join(str(int(x)) for x in counted.flatten())}}};
constexpr double kEntropy = {entropy.item():.12g};
inline const std::vector<double> kDWeights = {numbers(d_attention.flatten())};

}}  // namespace attn::losses
"""
pathlib.Path(__file__).with_suffix(".h").write_text(text, encoding="utf-8")
