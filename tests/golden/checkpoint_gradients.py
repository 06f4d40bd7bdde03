#!/usr/bin/env python3
"""Gradients of a similarity with respect to every tensor of the checkpoints, with PyTorch's autograd, in float64.

Writes checkpoints/MODEL/gradients.safetensors. Rerun after a change; the output is deterministic:
    python3 tests/golden/checkpoint_gradients.py && git diff --exit-code tests/golden

The number is the cosine of the mean vectors of the first two sentences of reference.safetensors, each without its
padding. The gradients have the names and layouts of the file's tensors. The models are written from their papers, and
checked against what transformers computed: every hidden state in reference.safetensors.
"""
import json
import math
import pathlib
import struct

import torch
from torch.nn import functional

FOLDER = pathlib.Path(__file__).with_name('checkpoints')
TYPES = {'F32': torch.float32, 'I64': torch.int64}

BERT = {
    'layers': 'encoder.layer.', 'q': 'attention.self.query', 'k': 'attention.self.key', 'v': 'attention.self.value',
    'o': 'attention.output.dense', 'norm_1': 'attention.output.LayerNorm', '1': 'intermediate.dense',
    '2': 'output.dense', 'norm_2': 'output.LayerNorm'}
DISTILBERT = {
    'layers': 'transformer.layer.', 'q': 'attention.q_lin', 'k': 'attention.k_lin', 'v': 'attention.v_lin',
    'o': 'attention.out_lin', 'norm_1': 'sa_layer_norm', '1': 'ffn.lin1', '2': 'ffn.lin2',
    'norm_2': 'output_layer_norm'}


def read(path):
    data = path.read_bytes()
    length, = struct.unpack('<Q', data[:8])
    header = json.loads(data[8:8 + length])
    header.pop('__metadata__', None)
    tensors = {}
    for name, entry in header.items():
        begin, end = (8 + length + offset for offset in entry['data_offsets'])
        tensors[name] = torch.frombuffer(bytearray(data[begin:end]), dtype=TYPES[entry['dtype']]).reshape(
            entry['shape'])
    return tensors


def write(path, tensors, number):
    header = {'__metadata__': {'made_with': 'torch ' + torch.__version__, 'number': repr(number)}}
    parts, end = [], 0
    for name in sorted(tensors):
        part = tensors[name].float().numpy().astype('<f4').tobytes()
        header[name] = {'dtype': 'F32', 'shape': list(tensors[name].shape), 'data_offsets': [end, end + len(part)]}
        parts.append(part)
        end += len(part)
    text = json.dumps(header, sort_keys=True, separators=(',', ':')).encode()
    text += b' ' * (-len(text) % 8)
    path.write_bytes(struct.pack('<Q', len(text)) + text + b''.join(parts))


class Model:
    def __init__(self, config, tensors):
        self.kind = config['model_type']
        self.heads = config.get('num_attention_heads') or config['n_heads']
        self.num_layers = config.get('num_hidden_layers') or config['n_layers']
        self.epsilon = config.get('layer_norm_eps', 1e-12)
        self.first_position = config['pad_token_id'] + 1 if self.kind == 'roberta' else 0
        self.names = DISTILBERT if self.kind == 'distilbert' else BERT
        self.tensors = {name[len(self.kind) + 1:]: tensor.double().requires_grad_()
                        for name, tensor in tensors.items() if name.startswith(self.kind + '.')}

    def linear(self, x, name):
        return functional.linear(x, self.tensors[name + '.weight'], self.tensors[name + '.bias'])

    def norm(self, x, name):
        return functional.layer_norm(x, x.shape[-1:], self.tensors[name + '.weight'], self.tensors[name + '.bias'],
                                     self.epsilon)

    def hidden_states(self, ids):
        """Of one sentence: what enters the first layer, and what leaves each."""
        table = 'embeddings.{}_embeddings.weight'.format
        positions = torch.arange(len(ids)) + self.first_position
        x = self.tensors[table('word')][ids] + self.tensors[table('position')][positions]
        if table('token_type') in self.tensors:
            x = x + self.tensors[table('token_type')][0]
        states = [self.norm(x, 'embeddings.LayerNorm')]
        for i in range(self.num_layers):
            states.append(self.layer(states[-1], self.names['layers'] + f'{i}.'))
        return states

    def layer(self, x, prefix):
        def name(part):
            return prefix + self.names[part]

        def split(y):
            return y.view(len(x), self.heads, -1).transpose(0, 1)
        q, k, v = (split(self.linear(x, name(part))) for part in 'qkv')
        weights = (q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])).softmax(-1)
        context = (weights @ v).transpose(0, 1).reshape(len(x), -1)
        x = self.norm(x + self.linear(context, name('o')), name('norm_1'))
        hidden = functional.gelu(self.linear(x, name('1')))
        return self.norm(x + self.linear(hidden, name('2')), name('norm_2'))


def check(states, reference, item):
    for layer, state in enumerate(states):
        expected = reference[f'hidden.{layer}'][item, :len(state)].double()
        difference = (state - expected).abs() - 1e-5 * expected.abs()
        assert difference.max().item() < 2e-6, (layer, difference.max().item())


def main():
    torch.set_num_threads(1)
    for kind in ['bert', 'distilbert', 'roberta']:
        folder = FOLDER / kind
        model = Model(json.loads((folder / 'config.json').read_text()), read(folder / 'model.safetensors'))
        reference = read(folder / 'reference.safetensors')
        vectors = []
        for item, (ids, mask) in enumerate(zip(reference['ids'], reference['attention_mask'])):
            states = model.hidden_states(ids[mask == 1])
            check(states, reference, item)
            vectors.append(states[-1].mean(0))
        similarity = functional.cosine_similarity(vectors[0], vectors[1], dim=0, eps=0)
        similarity.backward()
        gradients = {f'{kind}.{name}': tensor.grad for name, tensor in model.tensors.items()}
        assert all(gradient is not None for gradient in gradients.values())
        write(folder / 'gradients.safetensors', gradients, similarity.item())
        print(kind, similarity.item(), {name: gradient.abs().max().item() for name, gradient in gradients.items()
                                        if gradient.abs().max() < 1e-4})


if __name__ == '__main__':
    main()
