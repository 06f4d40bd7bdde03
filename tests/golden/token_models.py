#!/usr/bin/env python3
"""Logits and all gradients of whole models with PyTorch's autograd, in float64.

Writes token_models.h beside itself. Rerun after a change; the output is deterministic:
    python3 tests/golden/token_models.py && git diff --exit-code tests/golden

The models are those of tests/core/models/pytorch_models_test.cpp. Element i of the p-th parameter is
((7 i + 13 p) mod 23 - 11) / 16, plus 1 for a gamma. d_logits are ((5 i) mod 13 - 6) / 8.
"""
import math
import pathlib

import torch
from torch.nn import functional

IDS = torch.tensor([[0, 1, 2, 3], [4, 1, 1, 0]])
KEEP = torch.tensor([[1, 1, 1, 1], [1, 1, 1, 0]], dtype=torch.bool)
TARGET_IDS = torch.tensor([[5, 0, 3], [5, 2, 2]])
D = 4


class Parameters(dict):
    """Creates each parameter when it is first read, in the order of their names' list."""

    def __init__(self, shapes):
        for p, (name, shape) in enumerate(shapes):
            flat = [((7 * i + 13 * p) % 23 - 11) / 16 + name.endswith("gamma")
                    for i in range(math.prod(shape))]
            self[name] = torch.tensor(flat, dtype=torch.float64).reshape(shape).requires_grad_()


def attention_shapes(prefix, heads, d_head, d_v):
    q, v = heads * d_head, heads * d_v
    return [(prefix + name, shape) for name, shape in [
        ("w_q", (D, q)), ("b_q", (q,)), ("w_k", (D, q)), ("b_k", (q,)), ("w_v", (D, v)),
        ("b_v", (v,)), ("w_o", (v, D)), ("b_o", (D,))]]


def norm_shapes(prefix):
    return [(prefix + "gamma", (D,)), (prefix + "beta", (D,))]


def feed_forward_shapes(prefix, d_ff):
    return [(prefix + "w_1", (D, d_ff)), (prefix + "b_1", (d_ff,)), (prefix + "w_2", (d_ff, D)),
            (prefix + "b_2", (D,))]


def rotated(x):
    n, d_head = x.shape[-2:]
    frequency = 10000.0 ** (-torch.arange(0, d_head, 2, dtype=torch.float64) / d_head)
    angle = torch.arange(n, dtype=torch.float64)[:, None] * frequency
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack((even * angle.cos() - odd * angle.sin(),
                        even * angle.sin() + odd * angle.cos()), -1).flatten(-2)


def attend(p, prefix, x, memory, hidden, heads, rotary=False):
    """hidden [.., query, key] is True where a query may not attend."""
    def split(y):
        return y.view(y.shape[0], y.shape[1], heads, -1).transpose(1, 2)
    q = split(x @ p[prefix + "w_q"] + p[prefix + "b_q"])
    k = split(memory @ p[prefix + "w_k"] + p[prefix + "b_k"])
    v = split(memory @ p[prefix + "w_v"] + p[prefix + "b_v"])
    if rotary:
        q, k = rotated(q), rotated(k)
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(hidden, -math.inf).softmax(-1)
    concat = (weights @ v).transpose(1, 2).flatten(2)
    return concat @ p[prefix + "w_o"] + p[prefix + "b_o"]


def norm(p, prefix, x):
    return functional.layer_norm(x, (D,), p[prefix + "gamma"], p[prefix + "beta"])


def feed_forward(p, prefix, x, activation):
    return activation(x @ p[prefix + "w_1"] + p[prefix + "b_1"]) @ p[prefix + "w_2"] + \
        p[prefix + "b_2"]


def sinusoid(n):
    position = torch.arange(n, dtype=torch.float64)[:, None]
    angle = position * 10000.0 ** (-torch.arange(0, D, 2, dtype=torch.float64) / D)
    return torch.stack((angle.sin(), angle.cos()), -1).flatten(1)


def hidden_keys(keep):
    return ~keep[:, None, None, :]


def causal(n):
    return torch.ones(n, n, dtype=torch.bool).triu(1)


def goes_with():
    """Encoder-only and pre-norm; attention only; learned positions and rotary; layers that differ."""
    layers = [(2, 2, 1), (1, 6, 6)]
    shapes = []
    for i, sizes in enumerate(layers):
        shapes += attention_shapes(f"layers.{i}.attention.", *sizes) + norm_shapes(f"layers.{i}.norm_1.")
    shapes += norm_shapes("norm.") + [("embedding", (5, D)), ("positions", (4, D)), ("w_out", (D, 5)),
                                      ("b_out", (5,))]
    p = Parameters(shapes)
    x = functional.embedding(IDS, p["embedding"]) + p["positions"]
    for i, (heads, _, _) in enumerate(layers):
        y = norm(p, f"layers.{i}.norm_1.", x)
        x = x + attend(p, f"layers.{i}.attention.", y, y, hidden_keys(KEEP), heads, rotary=True)
    return p, norm(p, "norm.", x) @ p["w_out"] + p["b_out"]


def decoder_only():
    """Post-norm, GELU, sinusoidal positions, embeddings scaled by sqrt(d_model), tied head."""
    shapes = []
    for i in range(2):
        layer = f"layers.{i}."
        shapes += attention_shapes(layer + "attention.", 2, 2, 2) + norm_shapes(layer + "norm_1.")
        shapes += feed_forward_shapes(layer + "feed_forward.", 5) + norm_shapes(layer + "norm_2.")
    p = Parameters(shapes + [("embedding", (5, D)), ("b_out", (5,))])
    x = functional.embedding(IDS, p["embedding"]) * math.sqrt(D) + sinusoid(4)
    for i in range(2):
        layer = f"layers.{i}."
        hidden = hidden_keys(KEEP) | causal(4)
        x = norm(p, layer + "norm_1.", x + attend(p, layer + "attention.", x, x, hidden, 2))
        y = feed_forward(p, layer + "feed_forward.", x, functional.gelu)
        x = norm(p, layer + "norm_2.", x + y)
    return p, x @ p["embedding"].T + p["b_out"]


def vision():
    """Pre-norm, ReLU, learned positions, logits of the class token."""
    shapes = []
    for i in range(2):
        layer = f"layers.{i}."
        shapes += attention_shapes(layer + "attention.", 2, 2, 2) + norm_shapes(layer + "norm_1.")
        shapes += feed_forward_shapes(layer + "feed_forward.", 5) + norm_shapes(layer + "norm_2.")
    p = Parameters(shapes + norm_shapes("norm.") + [
        ("positions", (4, D)), ("w_patch", (5, D)), ("b_patch", (D,)), ("class_token", (D,)),
        ("w_out", (D, 3)), ("b_out", (3,))])
    patches = torch.tensor([((3 * i) % 17 - 8) / 8 for i in range(30)],
                           dtype=torch.float64).reshape(2, 3, 5)
    x = patches @ p["w_patch"] + p["b_patch"]
    x = torch.cat((p["class_token"].expand(2, 1, D), x), 1) + p["positions"]
    none = torch.zeros(4, 4, dtype=torch.bool)
    for i in range(2):
        layer = f"layers.{i}."
        y = norm(p, layer + "norm_1.", x)
        x = x + attend(p, layer + "attention.", y, y, none, 2)
        y = norm(p, layer + "norm_2.", x)
        x = x + feed_forward(p, layer + "feed_forward.", y, functional.relu)
    return p, norm(p, "norm.", x)[:, :1] @ p["w_out"] + p["b_out"]


def encoder_decoder():
    """Pre-norm and attention only, one layer each, sinusoidal positions, embeddings not scaled."""
    encoder, decoder = "encoder.layers.0.", "decoder.layers.0."
    p = Parameters(
        attention_shapes(encoder + "attention.", 1, 4, 4) + norm_shapes(encoder + "norm_1.") +
        norm_shapes("encoder.norm.") +
        attention_shapes(decoder + "self_attention.", 2, 2, 2) + norm_shapes(decoder + "norm_1.") +
        attention_shapes(decoder + "cross_attention.", 2, 2, 2) + norm_shapes(decoder + "norm_2.") +
        norm_shapes("decoder.norm.") +
        [("source_embedding", (5, D)), ("target_embedding", (6, D)), ("w_out", (D, 6)),
         ("b_out", (6,))])
    x = functional.embedding(IDS, p["source_embedding"]) + sinusoid(4)
    y = norm(p, encoder + "norm_1.", x)
    x = x + attend(p, encoder + "attention.", y, y, hidden_keys(KEEP), 1)
    memory = norm(p, "encoder.norm.", x)
    x = functional.embedding(TARGET_IDS, p["target_embedding"]) + sinusoid(3)
    y = norm(p, decoder + "norm_1.", x)
    x = x + attend(p, decoder + "self_attention.", y, y, causal(3), 2)
    y = norm(p, decoder + "norm_2.", x)
    x = x + attend(p, decoder + "cross_attention.", y, memory, hidden_keys(KEEP), 2)
    return p, norm(p, "decoder.norm.", x) @ p["w_out"] + p["b_out"]


def numbers(tensor):
    return "{" + ", ".join(f"{float(x):.9g}" for x in tensor.detach().flatten()) + "}"


def model(name, build):
    parameters, logits = build()
    d_logits = torch.tensor([((5 * i) % 13 - 6) / 8 for i in range(logits.numel())],
                            dtype=torch.float64).reshape(logits.shape)
    logits.backward(d_logits)
    rows = [f'      {{"{each}", {numbers(p.grad)}}}' for each, p in parameters.items()]
    return "\n".join([f'    {{"{name}",', f"     {numbers(logits)},", "     {",
                      ",\n".join(rows), "     }}"])


models = [model("goes_with", goes_with), model("decoder_only", decoder_only),
          model("vision", vision), model("encoder_decoder", encoder_decoder)]
pathlib.Path(__file__).with_suffix(".h").write_text(f"""// Written by token_models.py; do not edit.
#pragma once

#include <map>
#include <string>
#include <vector>

// clang-format off
namespace attn::golden {{

struct TokenModelNumbers {{
  const char* name;
  std::vector<double> logits;
  std::map<std::string, std::vector<double>> gradients;  // by the parameter's name
}};
inline const std::vector<TokenModelNumbers> kTokenModels = {{
{(","+chr(10)).join(models)},
}};

}}  // namespace attn::golden
""", encoding="utf-8")
