"""The cases of single operations, and of attention composed from them."""
import math

import torch
from torch.nn import functional as F

from fixture import Numbers, add, causal, ignored, with_prefix

ACTIVATIONS = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
}


def operation(name, source, header, config, parameters, inputs, compute, result="y"):
    add(name, source, header, config, parameters, inputs,
        {result: compute(**parameters, **inputs)})


def operation_cases():
    n = Numbers("operations")
    for name, shape in [("rank_2", (5, 4)), ("rank_3", (2, 3, 4)), ("one_row", (1, 7))]:
        operation(f"linear/{name}", "torch.nn.functional.linear", "ops/linear.h", {},
                  {"w": n.leaf(shape[-1], 3), "b": n.leaf(3)}, {"x": n.leaf(*shape)},
                  lambda w, b, x: F.linear(x, w.T, b))
    operation("linear/no_bias", "torch.nn.functional.linear", "ops/linear.h", {},
              {"w": n.leaf(4, 6)}, {"x": n.leaf(3, 4)}, lambda w, x: F.linear(x, w.T))
    for name, shape, scale in [("rank_2", (4, 5), 1), ("rank_4", (2, 2, 3, 4), 1),
                               ("large_scores", (3, 9), 90), ("one_key", (3, 1), 1)]:
        operation(f"softmax/{name}", "torch.nn.functional.softmax", "ops/softmax.h", {}, {},
                  {"scores": n.leaf(*shape, scale=scale)}, lambda scores: F.softmax(scores, -1),
                  "weights")
    for kind, function in ACTIVATIONS.items():
        operation(f"activation/{kind}", f"torch.nn.functional.{kind.replace('_tanh', '')}",
                  "ops/activation.h", {"kind": kind}, {},
                  {"x": n.leaf(6, 9, scale=3)}, lambda x: function(x))
    for name, shape, config in [("rank_2", (5, 8), {}), ("rank_3", (2, 3, 7), {}),
                                ("large_epsilon", (4, 6), {"epsilon": 0.25})]:
        epsilon = config.get("epsilon", 1e-5)
        operation(f"layer_norm/{name}", "torch.nn.functional.layer_norm", "ops/layer_norm.h",
                  config, {"gamma": n.leaf(shape[-1]), "beta": n.leaf(shape[-1])},
                  {"x": n.leaf(*shape, mean=2, scale=3)},
                  lambda gamma, beta, x: F.layer_norm(x, gamma.shape, gamma, beta, epsilon))
        operation(f"rms_norm/{name}", "torch.mean", "ops/layer_norm.h", config,
                  {"gamma": n.leaf(shape[-1])}, {"x": n.leaf(*shape, mean=2, scale=3)},
                  lambda gamma, x: gamma * x * ((x * x).mean(-1, keepdim=True) + epsilon) ** -0.5)
    ids = n.ids(2, 7, below=5)
    operation("embedding/repeated_ids", "torch.nn.functional.embedding", "ops/embedding.h", {},
              {"table": n.leaf(5, 3)}, {"ids": ids},
              lambda table, ids: F.embedding(ids.long(), table))


def scaled_dot_product(name, header="attention/scaled_dot_product.h", n_query=5, n_key=5, d_head=4,
                       d_v=4, kv_heads=2, attend=None, score_bias=None, **config):
    """Attention from torch.matmul and softmax, for options that nn.MultiheadAttention lacks."""
    n = Numbers(name)
    inputs = {"q": n.leaf(2, 2, n_query, d_head), "k": n.leaf(2, kv_heads, n_key, d_head),
              "v": n.leaf(2, kv_heads, n_key, d_v)}
    if score_bias is not None:
        inputs["score_bias"] = n.leaf(*score_bias)

    def compute(q, k, v, score_bias=0):
        k, v = (x.repeat_interleave(2 // kv_heads, dim=1) for x in (k, v))
        scores = config.get("scale", 1 / math.sqrt(d_head)) * q @ k.transpose(-2, -1) + score_bias
        if attend is not None:
            scores = scores.masked_fill(ignored(attend), -math.inf)
        return F.softmax(scores / config.get("temperature", 1), -1) @ v

    operation(name, "torch.nn.functional.softmax", header, config, {}, inputs, compute, "context")


def attention_cases():
    scaled_dot_product("scaled_dot_product/plain")
    scaled_dot_product("scaled_dot_product/causal", n_query=3, attend=causal(3, 5), causal="end")
    scaled_dot_product("scaled_dot_product/prefix_and_causal", n_query=4, n_key=6,
                       attend=with_prefix(4, causal(4, 6)), causal="end", prefix=4)
    scaled_dot_product("scaled_dot_product/scale", scale=0.25)
    scaled_dot_product("scaled_dot_product/temperature", temperature=2.5, score_bias=(5, 5))
    scaled_dot_product("scaled_dot_product/score_bias_per_head", score_bias=(1, 2, 5, 5))
    scaled_dot_product("scaled_dot_product/wide_values", d_head=3, d_v=7)
    scaled_dot_product("scaled_dot_product/multi_query", kv_heads=1)
    distances = (torch.arange(9)[:, None] - torch.arange(9)[None, :]).abs()
    scaled_dot_product("scaled_dot_product/window", n_query=9, n_key=9, window=2,
                       attend=(distances <= 2).double())

    # Exact variants, and sparse variants under their own mask.
    scaled_dot_product("flash/causal_tiles", "efficient/flash.h", n_query=7, n_key=9, kv_heads=1,
                       attend=causal(7, 9), score_bias=(7, 9), causal="end", block=4)
    scaled_dot_product("flash/prefix_and_causal", "efficient/flash.h", n_query=9, n_key=9,
                       attend=with_prefix(5, causal(9)), causal="end", prefix=5, block=4)
    scaled_dot_product("chunked/causal_chunks", "efficient/chunked.h", n_query=7, n_key=9,
                       attend=causal(7, 9), score_bias=(2, 1, 7, 9), causal="end", block=3)
    scaled_dot_product("sliding_window/causal", "efficient/sliding_window.h", n_query=9, n_key=9,
                       attend=(distances <= 2).double() * causal(9), window=2, causal=True)
    is_global = torch.tensor([1, 0, 0, 0, 1, 0, 0, 0, 0])
    scaled_dot_product("longformer/two_global_tokens", "efficient/longformer.h", n_query=9,
                       n_key=9, window=1, global_tokens=[0, 4],
                       attend=((distances <= 1) | (is_global[:, None] + is_global > 0)).double())
    scaled_dot_product("strided/causal", "efficient/strided.h", n_query=9, n_key=9, stride=3,
                       attend=((distances <= 3) | (distances % 3 == 0)).double() * causal(9),
                       causal=True)


def feed_forward_cases():
    for activation, gated in [("relu", False), ("gelu", False), ("gelu_tanh", False),
                              ("silu", False), ("silu", True), ("gelu", True)]:
        name = "feed_forward/" + activation + ("_gated" if gated else "")
        n = Numbers(name)
        act = ACTIVATIONS[activation]
        parameters = {"w_1": n.leaf(4, 7, scale=0.5), "b_1": n.leaf(7),
                      "w_2": n.leaf(7, 4, scale=0.4), "b_2": n.leaf(4)}
        if gated:
            parameters["w_gate"] = n.leaf(4, 7, scale=0.5)

        def compute(w_1, b_1, w_2, b_2, x, w_gate=None):
            hidden = x @ w_1 + b_1
            inner = act(hidden) if w_gate is None else act(x @ w_gate) * hidden
            return inner @ w_2 + b_2

        operation(name, "torch.nn.functional.linear", "layers/feed_forward.h",
                  {"d_model": 4, "d_ff": 7, "activation": activation, "gated": gated},
                  parameters, {"x": n.leaf(2, 3, 4)}, compute)
