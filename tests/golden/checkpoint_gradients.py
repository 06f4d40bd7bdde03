#!/usr/bin/env python3
"""Gradients of a similarity with respect to every tensor of the checkpoints, with PyTorch's autograd, in float64.

Writes checkpoints/MODEL/gradients.safetensors. Rerun after a change; the output is deterministic:
    python3 tests/golden/checkpoint_gradients.py && git diff --exit-code tests/golden

The number is the cosine of the mean vectors of the first two sentences of reference.safetensors, each without its
padding. The gradients have the names and layouts of the file's tensors. The models (hub_models.py)
are checked against what transformers computed: every hidden state in reference.safetensors.
"""
import json
import pathlib

import torch
from hub_models import hidden_states, read, write
from torch.nn import functional

FOLDER = pathlib.Path(__file__).with_name('checkpoints')


def check(states, reference, item):
    for layer, state in enumerate(states):
        expected = reference[f'hidden.{layer}'][item, :len(state)]
        difference = (state - expected).abs() - 1e-5 * expected.abs()
        assert difference.max().item() < 2e-6, (layer, difference.max().item())


def main():
    torch.set_num_threads(1)
    for kind in ['bert', 'distilbert', 'roberta']:
        folder = FOLDER / kind
        config = json.loads((folder / 'config.json').read_text())
        tensors = {name: tensor.requires_grad_() for name, tensor in read(folder / 'model.safetensors').items()
                   if name.startswith(kind + '.')}
        reference = read(folder / 'reference.safetensors')
        vectors = []
        for item, (ids, mask) in enumerate(zip(reference['ids'], reference['attention_mask'])):
            ids = ids[mask == 1][None]
            states = [state[0] for state in hidden_states(tensors, config, ids, torch.ones_like(ids))[0]]
            check(states, reference, item)
            vectors.append(states[-1].mean(0))
        similarity = functional.cosine_similarity(vectors[0], vectors[1], dim=0, eps=0)
        similarity.backward()
        gradients = {name: tensors[name].grad for name in sorted(tensors)}
        assert all(gradient is not None for gradient in gradients.values())
        write(folder / 'gradients.safetensors', gradients,
              {'made_with': 'torch ' + torch.__version__, 'number': repr(similarity.item())})
        print(kind, similarity.item(), {name: gradient.abs().max().item() for name, gradient in gradients.items()
                                        if gradient.abs().max() < 1e-4})


if __name__ == '__main__':
    main()
