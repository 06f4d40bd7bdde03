"""BERT, RoBERTa and DistilBERT with PyTorch, and the files of their tensors.

The pass is written from the papers (BERT: Devlin et al. 2019; RoBERTa: Liu et al. 2019; DistilBERT: Sanh et al. 2019) and
reads the tensors of model.safetensors by their names. Needs torch, no other library.
"""
import json
import struct

import torch

TYPES = {'F32': torch.float32, 'I64': torch.int64}

BERT_LAYER = {'q': 'attention.self.query', 'k': 'attention.self.key', 'v': 'attention.self.value',
              'o': 'attention.output.dense', 'norm_1': 'attention.output.LayerNorm',
              'w_1': 'intermediate.dense', 'w_2': 'output.dense', 'norm_2': 'output.LayerNorm'}
DISTILBERT_LAYER = {'q': 'attention.q_lin', 'k': 'attention.k_lin', 'v': 'attention.v_lin', 'o': 'attention.out_lin',
                    'norm_1': 'sa_layer_norm', 'w_1': 'ffn.lin1', 'w_2': 'ffn.lin2', 'norm_2': 'output_layer_norm'}


def read(path):
    """The tensors of a safetensors file by name; numbers in float64."""
    content = path.read_bytes()
    length, = struct.unpack('<Q', content[:8])
    tensors = {}
    for name, entry in json.loads(content[8:8 + length]).items():
        if name != '__metadata__':
            begin, end = (8 + length + offset for offset in entry['data_offsets'])
            tensor = torch.frombuffer(bytearray(content[begin:end]), dtype=TYPES[entry['dtype']])
            tensor = tensor.reshape(entry['shape'])
            tensors[name] = tensor.double() if tensor.is_floating_point() else tensor
    return tensors


def write(path, tensors, metadata=None):
    """A safetensors file in float32, in the order of the tensors."""
    header = {'__metadata__': metadata} if metadata else {}
    parts, end = [], 0
    for name, tensor in tensors.items():
        flat = tensor.flatten().tolist()
        parts.append(struct.pack(f'<{len(flat)}f', *flat))
        header[name] = {'dtype': 'F32', 'shape': list(tensor.shape), 'data_offsets': [end, end + len(parts[-1])]}
        end += len(parts[-1])
    text = json.dumps(header, separators=(',', ':')).encode()
    text += b' ' * (-len(text) % 8)
    path.write_bytes(struct.pack('<Q', len(text)) + text + b''.join(parts))


def linear(t, name, x):
    return x @ t[name + '.weight'].T + t[name + '.bias']


def norm(t, name, x, epsilon=1e-12):
    centered = x - x.mean(-1, keepdim=True)
    return centered / ((centered ** 2).mean(-1, keepdim=True) + epsilon).sqrt() * t[name + '.weight'] + t[name + '.bias']


def gelu(x):
    return x * (1 + torch.erf(x / 2 ** .5)) / 2


def hidden_states(t, config, ids, mask):
    """What enters the first layer and leaves each one, and the weights of each one.

    t: the tensors of model.safetensors. ids and mask: [sentence, token].
    """
    kind, epsilon = config['model_type'], config.get('layer_norm_eps', 1e-12)
    embeddings = kind + '.embeddings.'
    first = config['pad_token_id'] + 1 if kind == 'roberta' else 0
    n = ids.shape[1]
    x = t[embeddings + 'word_embeddings.weight'][ids] + t[embeddings + 'position_embeddings.weight'][first:first + n]
    if kind != 'distilbert':
        x = x + t[embeddings + 'token_type_embeddings.weight'][0]
    x = norm(t, embeddings + 'LayerNorm', x, epsilon)
    names = DISTILBERT_LAYER if kind == 'distilbert' else BERT_LAYER
    layers = kind + ('.transformer.layer.' if kind == 'distilbert' else '.encoder.layer.')
    num_layers = config.get('num_hidden_layers') or config['n_layers']
    num_heads = config.get('num_attention_heads') or config['n_heads']
    states, attentions = [x], []
    for i in range(num_layers):
        at = {key: f'{layers}{i}.{name}' for key, name in names.items()}

        def heads(key):
            return linear(t, at[key], x).unflatten(-1, (num_heads, -1)).transpose(1, 2)

        scores = heads('q') @ heads('k').transpose(2, 3) / (x.shape[-1] // num_heads) ** .5
        scores = scores.masked_fill(mask[:, None, None, :] == 0, float('-inf'))
        attentions.append(scores.softmax(-1))
        context = (attentions[-1] @ heads('v')).transpose(1, 2).flatten(2)
        x = norm(t, at['norm_1'], x + linear(t, at['o'], context), epsilon)
        x = norm(t, at['norm_2'], x + linear(t, at['w_2'], gelu(linear(t, at['w_1'], x))), epsilon)
        states.append(x)
    return states, attentions
