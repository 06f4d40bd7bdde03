#!/usr/bin/env python3
"""The worked example: attention over "The cat sat on the mat" with two heads, in float64.

Writes worked_sentence.h beside itself. Rerun after a change; the output is deterministic:
    python3 tests/golden/worked_sentence.py && git diff --exit-code tests/golden
"""
import math
import pathlib

TOKENS = ["The", "cat", "sat", "on", "the", "mat"]
D_MODEL, NUM_HEADS = 8, 2
D_HEAD = D_MODEL // NUM_HEADS
N = len(TOKENS)


def grid(rows, columns, element):
    return [[element(r, c) for c in range(columns)] for r in range(rows)]


# Multiples of small powers of two: exact in float32 too.
x = grid(N, D_MODEL, lambda i, c: ((7 * i + 3 * c) % 11 - 5) / 4)
w_q = grid(D_MODEL, D_MODEL, lambda r, c: ((3 * r + 5 * c) % 7 - 3) / 8)
w_k = grid(D_MODEL, D_MODEL, lambda r, c: ((5 * r + 2 * c) % 9 - 4) / 8)
w_v = grid(D_MODEL, D_MODEL, lambda r, c: ((2 * r + 7 * c) % 5 - 2) / 4)
w_o = grid(D_MODEL, D_MODEL, lambda r, c: ((4 * r + 3 * c) % 7 - 3) / 4)
b_q = [(c % 3 - 1) / 4 for c in range(D_MODEL)]
b_k = [(c % 4 - 1) / 8 for c in range(D_MODEL)]
b_v = [(c % 5 - 2) / 4 for c in range(D_MODEL)]
b_o = [(c % 2) / 2 for c in range(D_MODEL)]


def linear(a, w, b):
    return [[sum(row[k] * w[k][c] for k in range(D_MODEL)) + b[c] for c in range(D_MODEL)]
            for row in a]


def head(a, h):
    return [row[h * D_HEAD:(h + 1) * D_HEAD] for row in a]


def softmax(row):
    exponentials = [math.exp(s - max(row)) for s in row]
    return [e / sum(exponentials) for e in exponentials]


def attend(causal):
    q, k, v = linear(x, w_q, b_q), linear(x, w_k, b_k), linear(x, w_v, b_v)
    trace = {name: [] for name in ["q", "k", "v", "scores", "weights", "context"]}
    for h in range(NUM_HEADS):
        q_h, k_h, v_h = head(q, h), head(k, h), head(v, h)
        scores = grid(N, N, lambda i, j: sum(q_h[i][c] * k_h[j][c] for c in range(D_HEAD))
                      / math.sqrt(D_HEAD))
        masked = grid(N, N, lambda i, j: -math.inf if causal and j > i else scores[i][j])
        weights = [softmax(row) for row in masked]
        context = grid(N, D_HEAD, lambda i, c: sum(weights[i][j] * v_h[j][c] for j in range(N)))
        for name, value in [("q", q_h), ("k", k_h), ("v", v_h), ("scores", scores),
                            ("weights", weights), ("context", context)]:
            trace[name] += value
    trace["concat"] = [trace["context"][i] + trace["context"][N + i] for i in range(N)]
    trace["output"] = linear(trace["concat"], w_o, b_o)
    return trace


def array(name, rows):
    lines = [f"inline const std::vector<double> {name} = {{"]
    lines += ["    " + ", ".join(f"{value:.10g}" for value in row) + "," for row in rows]
    return "\n".join(lines + ["};"])


full, causal = attend(False), attend(True)
parts = [array("k" + name.capitalize(), rows) for name, rows in full.items()]
parts += [array("kCausal" + name.capitalize(), causal[name])
          for name in ["weights", "context", "output"]]
header = pathlib.Path(__file__).with_suffix(".h")
header.write_text(
    "// Written by worked_sentence.py; do not edit. Every intermediate of the worked example, head by\n"
    "// head: without a mask, then those that differ under a causal mask.\n"
    "#pragma once\n\n#include <vector>\n\n// clang-format off\n"
    "namespace attn::worked_sentence {\n\n" + "\n\n".join(parts)
    + "\n\n}  // namespace attn::worked_sentence\n", encoding="utf-8")
