"""The cases of nn.MultiheadAttention."""
import math

import torch
from torch import nn

from fixture import (Numbers, add, assert_same, causal, ignored, padding, with_prefix,
                     without_grad)


def multi_head(name, d_model=8, num_heads=2, n_query=5, n_key=None, batch=2, bias=True, d_key=None,
               d_value=None, mask=None, mask_config=None, score_bias=None, key_padding=None,
               weights="average", shared=False):
    """Adds a case of nn.MultiheadAttention.

    n_key        None means n_query
    batch        0 for unbatched
    mask         attend, [n_query, n_key] or [batch, head, n_query, n_key]
    mask_config  the configuration that describes `mask`; without it `attend` is an input
    score_bias   a function of Numbers that gives PyTorch's float attn_mask
    key_padding  [batch, n_key], 1 = real token
    weights      "average", "per_head" or None, which is PyTorch's need_weights=False
    shared       pass only `query`, as key and value too; its gradient is the sum of the three
    """
    name = "multi_head/" + name
    numbers = Numbers(name)
    attention = nn.MultiheadAttention(d_model, num_heads, bias=bias, kdim=d_key, vdim=d_value,
                                      batch_first=True).double().eval()
    numbers.fill(attention)

    front = (batch,) if batch else ()
    length = n_key or n_query
    query = numbers.leaf(*front, n_query, d_model)
    key = query if shared else numbers.leaf(*front, length, d_key or d_model)
    value = query if shared else numbers.leaf(*front, length, d_value or d_model)
    inputs = {"query": query} if shared else {"query": query, "key": key, "value": value}
    config = {"d_model": d_model, "num_heads": num_heads, "bias": bias}
    if d_key:
        config["d_key"] = d_key
    if d_value:
        config["d_value"] = d_value

    attn_mask = None
    if mask is not None:
        attn_mask = ignored(mask)
        if mask.dim() == 4:  # item b * num_heads + h
            attn_mask = attn_mask.reshape(-1, n_query, length)
        if mask_config:
            config.update(mask_config)
        else:
            inputs["attend"] = mask
    if score_bias is not None:
        inputs["score_bias"] = score_bias(numbers).requires_grad_()
        bias_of_torch = inputs["score_bias"]
        if bias_of_torch.dim() == 4:
            bias_of_torch = bias_of_torch.reshape(-1, n_query, length)
        # PyTorch takes one attn_mask, so the boolean mask becomes -inf in the float one.
        attn_mask = (bias_of_torch if attn_mask is None
                     else bias_of_torch.masked_fill(attn_mask, -math.inf))
    if key_padding is not None:
        inputs["key_padding"] = key_padding

    keywords = {"attn_mask": attn_mask, "key_padding_mask": ignored(key_padding)}
    output, _ = attention(query, key, value, need_weights=False, **keywords)
    outputs = {"output": output}
    with_weights, each = attention(query, key, value, average_attn_weights=weights == "average",
                                   **keywords)
    assert_same(with_weights, output, name)
    if weights:
        config["average_weights"] = weights == "average"
        outputs["weights"] = each if batch else each[None]  # ours always have a batch axis
    for need_weights in [True, False]:
        fused, _ = without_grad(attention, query, key, value, need_weights=need_weights, **keywords)
        assert_same(fused, output, name)
    add(name, "torch.nn.MultiheadAttention", "attention/multi_head.h", config,
        dict(attention.named_parameters()), inputs, outputs, "MultiheadAttention",
        without_d=["weights"])


def bias_of(*shape, excluded=False):
    def make(numbers):
        score_bias = numbers.normal(*shape)
        if excluded:
            score_bias[numbers.allowed(*shape, share=0.7) == 0] = -math.inf
        return score_bias
    return make


def multi_head_cases():
    draw = Numbers("masks of multi-head attention")
    for suffix, bias in [("bias", True), ("no_bias", False)]:
        multi_head(f"plain_{suffix}", bias=bias)
        multi_head(f"causal_{suffix}", bias=bias, mask=causal(5), mask_config={"causal": "end"})
        multi_head(f"key_padding_{suffix}", bias=bias, key_padding=padding(5, 3, n=5))
        multi_head(f"cross_{suffix}", bias=bias, n_key=7)
        multi_head(f"kdim_vdim_{suffix}", bias=bias, n_key=4, d_key=6, d_value=3)

    # Every kind of mask, alone and combined.
    multi_head("attend", mask=draw.allowed(5, 5))
    multi_head("causal_as_attend", mask=causal(5))
    multi_head("causal_start", n_query=3, n_key=5, mask=torch.ones(3, 5).double().tril(),
               mask_config={"causal": "start"})
    multi_head("causal_end", n_query=3, n_key=5, mask=causal(3, 5), mask_config={"causal": "end"})
    multi_head("prefix_and_causal", mask=with_prefix(2, causal(5)),
               mask_config={"causal": "end", "prefix": 2}, weights="per_head")
    multi_head("prefix_and_causal_start", n_query=3, n_key=6, key_padding=padding(6, 2, n=6),
               mask=with_prefix(2, torch.ones(3, 6).double().tril()),
               mask_config={"causal": "start", "prefix": 2})
    multi_head("attend_per_head", mask=draw.allowed(2, 2, 5, 5), weights="per_head")
    multi_head("attend_per_head_3_heads", batch=3, d_model=6, num_heads=3, n_query=4, n_key=5,
               mask=draw.allowed(3, 3, 4, 5), weights="per_head")
    multi_head("score_bias", score_bias=bias_of(5, 5))
    multi_head("score_bias_excluding", score_bias=bias_of(5, 5, excluded=True))
    multi_head("score_bias_per_head", score_bias=bias_of(2, 2, 5, 5), weights="per_head")
    multi_head("score_bias_cross", n_key=7, score_bias=bias_of(5, 7), weights="per_head")
    multi_head("key_padding_cross", n_key=7, key_padding=padding(7, 2, n=7))
    multi_head("key_padding_holes", n_key=6, weights="per_head",
               key_padding=torch.tensor([[1, 0, 1, 1, 0, 1], [0, 0, 0, 1, 0, 0]]).double())
    multi_head("causal_and_key_padding", mask=causal(5), mask_config={"causal": "end"},
               key_padding=padding(4, 2, n=5), weights="per_head")
    multi_head("attend_and_key_padding", mask=draw.allowed(5, 5), key_padding=padding(5, 1, n=5))
    multi_head("score_bias_and_key_padding", score_bias=bias_of(5, 5),
               key_padding=padding(3, 4, n=5), weights="per_head")
    multi_head("score_bias_and_causal", score_bias=bias_of(5, 5), mask=causal(5),
               mask_config={"causal": "end"})
    multi_head("all_masks", score_bias=bias_of(2, 2, 5, 5), mask=causal(5),
               mask_config={"causal": "end"}, key_padding=padding(5, 3, n=5), weights="per_head")

    # Shapes.
    multi_head("batch_1", batch=1)
    multi_head("batch_3", batch=3, weights="per_head")
    multi_head("unbatched", batch=0)
    multi_head("unbatched_per_head", batch=0, weights="per_head")
    multi_head("unbatched_cross", batch=0, n_key=3)
    multi_head("unbatched_causal", batch=0, mask=causal(5), mask_config={"causal": "end"})
    multi_head("one_token", n_query=1)
    multi_head("one_query", n_query=1, n_key=6, weights="per_head")
    multi_head("one_key", n_query=6, n_key=1, weights="per_head")
    multi_head("one_head", num_heads=1, weights="per_head")
    multi_head("one_head_causal", num_heads=1, mask=causal(5), mask_config={"causal": "end"})
    multi_head("as_many_heads_as_d_model", num_heads=8, weights="per_head")
    multi_head("d_model_1", d_model=1, num_heads=1, n_query=4)
    multi_head("odd_sizes", d_model=15, num_heads=5, n_query=7, n_key=9, batch=3)
    multi_head("odd_sizes_padded", d_model=9, num_heads=3, n_query=7, n_key=5, batch=3,
               key_padding=padding(5, 1, 3, n=5), weights="per_head")
    multi_head("17_tokens", d_model=6, num_heads=3, n_query=17, weights="per_head")
    multi_head("33_tokens_causal", d_model=4, num_heads=2, n_query=33, batch=1, mask=causal(33),
               mask_config={"causal": "end"}, weights="per_head")
    multi_head("128_tokens", d_model=8, num_heads=2, n_query=128, batch=1, weights=None)
    multi_head("128_tokens_causal", d_model=4, num_heads=2, n_query=128, batch=1, weights=None,
               mask=causal(128), mask_config={"causal": "end"}, shared=True)
    multi_head("300_keys", d_model=4, num_heads=2, n_query=2, n_key=300, batch=1)
    multi_head("wide", d_model=64, num_heads=4, n_query=3, batch=1)

    # Key and value widths.
    multi_head("kdim", d_key=5, n_key=4)
    multi_head("vdim", d_value=12, n_key=4)
    multi_head("kdim_vdim_equal_to_d_model", d_key=8, d_value=8, n_key=4, weights="per_head")
    multi_head("kdim_vdim_padded", d_key=3, d_value=10, n_key=4, key_padding=padding(4, 2, n=4))

    # With and without weights, and one tensor as query, key and value.
    multi_head("no_weights", weights=None)
    multi_head("no_weights_masked", weights=None, mask=causal(5), mask_config={"causal": "end"},
               key_padding=padding(4, 5, n=5))
    multi_head("per_head_weights", weights="per_head")
    multi_head("self_attention", shared=True)
    multi_head("self_attention_padded", shared=True, key_padding=padding(5, 2, n=5))
