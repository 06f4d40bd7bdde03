"""The cases of PyTorch's encoder and decoder layers, their stacks, and nn.Transformer."""
import math

import torch
from torch import nn

from fixture import Numbers, add, assert_same, causal, ignored, padding, without_grad
from pytorch_operations import ACTIVATIONS

SMALL = {"d_model": 6, "num_heads": 2, "d_ff": 9}


def layer_arguments(config):
    return {"d_model": config["d_model"], "nhead": config["num_heads"],
            "dim_feedforward": config["d_ff"], "dropout": 0.0,
            "activation": ACTIVATIONS[config["activation"]],
            "layer_norm_eps": config.get("epsilon", 1e-5), "norm_first": config["norm_first"],
            "batch_first": True}


def stack_norm(config):
    return nn.LayerNorm(config["d_model"]) if config["final_norm"] else None


def encoder(name, batch=2, n=5, attend=None, key_padding=None, **more):
    """Adds an nn.TransformerEncoderLayer, or with num_layers an nn.TransformerEncoder."""
    config = {**SMALL, "activation": "relu", "norm_first": False, **more}
    module = nn.TransformerEncoderLayer(**layer_arguments(config))
    kind, header = "TransformerEncoderLayer", "layers/encoder_layer.h"
    name = "encoder_layer/" + name
    if "num_layers" in config:
        module = nn.TransformerEncoder(module, config["num_layers"], stack_norm(config))
        kind, header = "TransformerEncoder", "layers/encoder_stack.h"
        name = name.replace("encoder_layer/", "encoder/")
    numbers = Numbers(name)
    numbers.fill(module.double().eval())

    x = numbers.leaf(*((batch,) if batch else ()), n, config["d_model"])
    inputs = {"x": x}
    mask = attend
    if config.get("causal") == "end":
        mask = causal(n)
    elif attend is not None:
        inputs["attend"] = attend
    if key_padding is not None:
        inputs["key_padding"] = key_padding
    output = module(x, ignored(mask), src_key_padding_mask=ignored(key_padding))
    if key_padding is None:  # with padding, the fused path writes zeros at padded positions
        fused = without_grad(module, x, ignored(mask))
        assert_same(fused, output, name)
    add(name, "torch.nn." + kind, header, config, dict(module.named_parameters()), inputs,
        {"output": output}, kind)


def decoder(name, batch=2, n=4, n_memory=5, attend=None, key_padding=None, memory_key_padding=None,
            **more):
    """Adds an nn.TransformerDecoderLayer, or with num_layers an nn.TransformerDecoder."""
    config = {**SMALL, "activation": "relu", "norm_first": False, **more}
    module = nn.TransformerDecoderLayer(**layer_arguments(config))
    kind, header = "TransformerDecoderLayer", "layers/decoder_layer.h"
    name = "decoder_layer/" + name
    if "num_layers" in config:
        module = nn.TransformerDecoder(module, config["num_layers"], stack_norm(config))
        kind, header = "TransformerDecoder", "layers/decoder_stack.h"
        name = name.replace("decoder_layer/", "decoder/")
    numbers = Numbers(name)
    numbers.fill(module.double().eval())

    front = (batch,) if batch else ()
    x = numbers.leaf(*front, n, config["d_model"])
    memory = numbers.leaf(*front, n_memory, config["d_model"])
    inputs = {"x": x, "memory": memory}
    mask = attend
    if config.get("causal") == "end":
        mask = causal(n)
    elif attend is not None:
        inputs["attend"] = attend
    if key_padding is not None:
        inputs["key_padding"] = key_padding
    if memory_key_padding is not None:
        inputs["memory_key_padding"] = memory_key_padding
    output = module(x, memory, ignored(mask), tgt_key_padding_mask=ignored(key_padding),
                    memory_key_padding_mask=ignored(memory_key_padding))
    add(name, "torch.nn." + kind, header, config, dict(module.named_parameters()), inputs,
        {"output": output}, kind)


def transformer(name, batch=2, n_source=5, n_target=4, source_key_padding=None,
                target_key_padding=None, **more):
    """Adds an nn.Transformer; the padding of the source also masks the memory."""
    name = "transformer/" + name
    config = {**SMALL, "activation": "relu", "norm_first": False, "num_encoder_layers": 1,
              "num_decoder_layers": 1, **more}
    module = nn.Transformer(num_encoder_layers=config["num_encoder_layers"],
                            num_decoder_layers=config["num_decoder_layers"],
                            **layer_arguments(config))
    numbers = Numbers(name)
    numbers.fill(module.double().eval())
    front = (batch,) if batch else ()
    source = numbers.leaf(*front, n_source, config["d_model"])
    target = numbers.leaf(*front, n_target, config["d_model"])
    inputs = {"source": source, "target": target}
    if source_key_padding is not None:
        inputs["source_key_padding"] = source_key_padding
    if target_key_padding is not None:
        inputs["target_key_padding"] = target_key_padding
    mask = causal(n_target) if config.get("causal") == "end" else None
    output = module(source, target, tgt_mask=ignored(mask),
                    src_key_padding_mask=ignored(source_key_padding),
                    tgt_key_padding_mask=ignored(target_key_padding),
                    memory_key_padding_mask=ignored(source_key_padding))
    add(name, "torch.nn.Transformer", "models/transformer.h", config,
        dict(module.named_parameters()), inputs, {"output": output}, "Transformer")


OUR_PARTS = {
    "norm1": "norm_1", "norm2": "norm_2", "norm3": "norm_3",
    "linear1.weight": "feed_forward.w_1", "linear1.bias": "feed_forward.b_1",
    "linear2.weight": "feed_forward.w_2", "linear2.bias": "feed_forward.b_2",
    "out_proj.weight": "w_o", "out_proj.bias": "b_o",
    "multihead_attn": "cross_attention",
}


def ours(state):
    """Converts nn.Transformer's parameters or gradients to our names and layouts."""
    converted = {}
    for name, tensor in state.items():
        in_encoder = name.startswith("encoder.")
        if not in_encoder and not name.startswith("decoder."):
            converted[name] = tensor
            continue
        for theirs, our in OUR_PARTS.items():
            name = name.replace(theirs, our)
        name = name.replace("self_attn", "attention" if in_encoder else "self_attention")
        if "norm" in name:
            name = name.replace("weight", "gamma").replace("bias", "beta")
        if "in_proj" in name:
            part, kind = name.rsplit(".in_proj_", 1)
            for x, piece in zip("qkv", tensor.chunk(3)):
                converted[f"{part}.{kind[0]}_{x}"] = piece.T if kind == "weight" else piece
        else:
            converted[name] = tensor.T if tensor.dim() == 2 else tensor
    return converted


def sinusoidal(n, d_model):
    angles = torch.arange(n).double()[:, None] / 10000 ** (
        torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).reshape(n, d_model)


def encoder_decoder(name, positions, source_key_padding=None, **more):
    """Adds nn.Embedding, nn.Transformer and nn.Linear, combined as in the paper."""
    name = "encoder_decoder/" + name
    config = {**SMALL, "activation": "relu", "norm_first": False, "num_encoder_layers": 1,
              "num_decoder_layers": 1, "vocab_size": 7, "target_vocab_size": 5, "causal": "end",
              "positions": positions, **more}
    d_model, vocab_size, target_vocab_size = config["d_model"], 7, 5
    module = nn.Transformer(num_encoder_layers=1, num_decoder_layers=1, **layer_arguments(config))
    numbers = Numbers(name)
    numbers.fill(module.double().eval())
    tables = {"source_embedding": numbers.leaf(vocab_size, d_model, scale=0.4),
              "target_embedding": numbers.leaf(target_vocab_size, d_model, scale=0.4)}
    if positions == "learned":
        config["max_length"] = 8
        tables["source_positions"] = numbers.leaf(8, d_model)
        tables["target_positions"] = numbers.leaf(8, d_model)
    out = {"w_out": numbers.leaf(d_model, target_vocab_size),
           "b_out": numbers.leaf(target_vocab_size)}
    inputs = {"source_ids": numbers.ids(2, 6, below=vocab_size),
              "target_ids": numbers.ids(2, 4, below=target_vocab_size)}

    def embedded(side):
        ids = inputs[side + "_ids"].long()
        x = nn.functional.embedding(ids, tables[side + "_embedding"])
        if config.get("scale_embedding", True):
            x = x * math.sqrt(d_model)
        if positions == "learned":
            x = x + tables[side + "_positions"][:ids.shape[1]]
        if positions == "sinusoidal":
            x = x + sinusoidal(ids.shape[1], d_model)
        return x

    if source_key_padding is not None:
        inputs["source_key_padding"] = source_key_padding
    output = module(embedded("source"), embedded("target"), tgt_mask=ignored(causal(4)),
                    src_key_padding_mask=ignored(source_key_padding),
                    memory_key_padding_mask=ignored(source_key_padding))
    logits = output @ out["w_out"] + out["b_out"]
    add(name, "torch.nn.Transformer", "models/token_model.h", config,
        {**dict(module.named_parameters()), **tables, **out}, inputs, {"logits": logits},
        convert=ours)


def layer_cases():
    draw = Numbers("masks of layers")
    for norm, norm_first in [("post", False), ("pre", True)]:
        for activation in ACTIVATIONS:
            encoder(f"{norm}_{activation}", norm_first=norm_first, activation=activation)
        for activation in ["relu", "gelu"]:
            decoder(f"{norm}_{activation}", norm_first=norm_first, activation=activation,
                    causal="end")
        encoder(f"{norm}_causal_padded", norm_first=norm_first, causal="end",
                key_padding=padding(5, 3, n=5))
        decoder(f"{norm}_padded", norm_first=norm_first, causal="end", activation="gelu",
                key_padding=padding(4, 2, n=4), memory_key_padding=padding(2, 5, n=5))
        encoder(f"{norm}_2_layers", norm_first=norm_first, num_layers=2, final_norm=norm_first)
        decoder(f"{norm}_2_layers", norm_first=norm_first, num_layers=2, final_norm=norm_first,
                causal="end")
        transformer(f"{norm}_causal", norm_first=norm_first, causal="end")
    encoder("unbatched", batch=0)
    encoder("attend", attend=draw.allowed(5, 5))
    encoder("one_token", n=1, activation="gelu")
    encoder("17_tokens", n=17, batch=1, activation="gelu", norm_first=True)
    encoder("large_epsilon", epsilon=0.125)
    encoder("2_layers_padded", num_layers=2, final_norm=True, activation="gelu",
            key_padding=padding(5, 2, n=5))
    decoder("unbatched", batch=0)
    decoder("attend", attend=draw.allowed(4, 4))
    decoder("one_token", n=1, n_memory=1)
    decoder("2_layers_padded", num_layers=2, final_norm=True, causal="end", activation="gelu",
            memory_key_padding=padding(5, 2, n=5))
    transformer("no_mask")
    transformer("unbatched", batch=0, causal="end")
    transformer("padded_gelu", causal="end", activation="gelu",
                source_key_padding=padding(5, 3, n=5), target_key_padding=padding(2, 4, n=4))
    transformer("2_and_3_layers", num_encoder_layers=2, num_decoder_layers=3, norm_first=True,
                causal="end", activation="gelu", batch=1)
    encoder_decoder("sinusoidal", "sinusoidal")
    encoder_decoder("learned_padded", "learned", source_key_padding=padding(6, 3, n=6),
                    activation="gelu")
    encoder_decoder("unscaled_pre_norm", "none", scale_embedding=False, norm_first=True)
