#!/usr/bin/env python3
"""Writes MiniLM as ONNX in float32: OUT/minilm.onnx, and OUT/minilm-weights.onnx, whose outputs also have all weights.

Needs PyTorch and NumPy. Run: python3 export_onnx.py FOLDER OUT, where FOLDER has the hub's config.json and
model.safetensors (float16 or float32). Input `input_ids` [1, n], all of type 0 and none of them padding; outputs
`last_hidden_state` [1, n, d_model] and `weights` [layer, head, query, key].
"""
import json
import math
import pathlib
import struct
import sys

import numpy
import torch


def tensors_of(path):
    data = path.read_bytes()
    length, = struct.unpack('<Q', data[:8])
    header = json.loads(data[8:8 + length])
    header.pop('__metadata__', None)
    for name, entry in header.items():
        begin, end = (8 + length + offset for offset in entry['data_offsets'])
        numbers = numpy.frombuffer(data[begin:end], {'F16': '<f2', 'F32': '<f4'}[entry['dtype']])
        yield name, torch.tensor(numbers.astype(numpy.float32)).reshape(entry['shape'])


class Bert(torch.nn.Module):
    def __init__(self, config, tensors, with_weights):
        super().__init__()
        self.config, self.with_weights = config, with_weights
        for name, tensor in tensors.items():
            self.register_buffer(name.replace('.', '_'), tensor)

    def linear(self, x, name):
        return torch.nn.functional.linear(x, self.tensor(name + '.weight'), self.tensor(name + '.bias'))

    def norm(self, x, name):
        return torch.nn.functional.layer_norm(x, (self.config['hidden_size'],), self.tensor(name + '.weight'),
                                              self.tensor(name + '.bias'), self.config['layer_norm_eps'])

    def tensor(self, name):
        return getattr(self, name.replace('.', '_'))

    def forward(self, ids):
        # Plain integers: with extents of tensors the exporter would add nodes that compute them at run time.
        d_model, heads = self.config['hidden_size'], self.config['num_attention_heads']
        d_head = d_model // heads
        places = torch.cumsum(torch.ones_like(ids), 1) - 1
        x = self.tensor('embeddings.word_embeddings.weight')[ids] + self.tensor('embeddings.position_embeddings.weight')[places]
        x = self.norm(x + self.tensor('embeddings.token_type_embeddings.weight')[0], 'embeddings.LayerNorm')
        all_weights = []
        for i in range(self.config['num_hidden_layers']):
            layer = f'encoder.layer.{i}.'
            q, k, v = (self.linear(x, f'{layer}attention.self.{part}').reshape(1, -1, heads, d_head).transpose(1, 2)
                       for part in ('query', 'key', 'value'))
            weights = torch.softmax(q @ k.transpose(2, 3) / math.sqrt(d_head), -1)
            all_weights.append(weights)
            context = (weights @ v).transpose(1, 2).reshape(1, -1, d_model)
            x = self.norm(x + self.linear(context, layer + 'attention.output.dense'), layer + 'attention.output.LayerNorm')
            hidden = torch.nn.functional.gelu(self.linear(x, layer + 'intermediate.dense'))
            x = self.norm(x + self.linear(hidden, layer + 'output.dense'), layer + 'output.LayerNorm')
        return (x, torch.cat(all_weights)) if self.with_weights else x


def main():
    folder, out = (pathlib.Path(argument) for argument in sys.argv[1:3])
    out.mkdir(parents=True, exist_ok=True)
    config = json.loads((folder / 'config.json').read_text())
    tensors = dict(tensors_of(folder / 'model.safetensors'))
    ids = torch.tensor([[101, 1996, 4111, 102]])
    for name, with_weights in ('minilm', False), ('minilm-weights', True):
        outputs = ['last_hidden_state'] + ['weights'] * with_weights
        torch.onnx.export(Bert(config, tensors, with_weights).eval(), (ids,), str(out / f'{name}.onnx'), opset_version=14,
                          input_names=['input_ids'], output_names=outputs,
                          dynamic_axes={'input_ids': {1: 'n'}, 'last_hidden_state': {1: 'n'}, 'weights': {2: 'n', 3: 'n'}}
                          if with_weights else {'input_ids': {1: 'n'}, 'last_hidden_state': {1: 'n'}})


main()
