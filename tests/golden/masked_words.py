#!/usr/bin/env python3
"""Makes checkpoints/*/words.safetensors: vectors, attention, masked words and pooler outputs of the small checkpoints, by PyTorch in double precision.
And checkpoints/*/word_gradients.safetensors: the gradients of the logarithm of one of these probabilities.

Needs torch, no other library. Run: python3 masked_words.py
The pass below is written from the papers (BERT: Devlin et al. 2019; RoBERTa: Liu et al. 2019; DistilBERT: Sanh et al. 2019)
and reads the tensors of model.safetensors by their names. Each words.safetensors has
  ids, attention_mask   [sentence, token]  right-padded; one or two words of each sentence are masked
  hidden.L              [sentence, token, d_model]  0: what enters the first layer
  attention.L           [sentence, head, query, key]
  logits                [sentence, token, vocab_size]  of the file's head, whose matrix is the table of tokens
  places                [place, 2]  the sentence and the token of each mask
  probabilities         [place, vocab_size]  softmax of the logits there
  untied.logits         the same with `decoder.weight` and `decoder.bias` in its place
and bert and roberta also
  pooler_output         [sentence, d_model]  with `pooler.weight` and `pooler.bias`
The tensors that the checkpoints do not have are random and are in the file too.
Each word_gradients.safetensors has
  place, word           the token of the first sentence, and the id of the word
  log_probability       [1]
  embedded              [token, d_model]  the gradient with respect to what enters the first layer
  NAME                  that with respect to each tensor of model.safetensors that it depends on, the head's included
  untied.*              log_probability and gradients of the head's tensors with `decoder.weight` and `decoder.bias` in place of its own
"""
import json
import pathlib
import struct

import torch

HERE = pathlib.Path(__file__).resolve()
MASK = 4
IDS = [[2, 74, 177, 158, 118, MASK, 74, 171, 115, MASK, 86, 113, 173, 8, 3],
       [2, 74, 30, MASK, 60, 74, 9, 3]]
FLOATS = {'F32': torch.float32, 'I64': torch.int64}

BERT_LAYER = {'q': 'attention.self.query', 'k': 'attention.self.key', 'v': 'attention.self.value',
              'o': 'attention.output.dense', 'norm_1': 'attention.output.LayerNorm',
              'w_1': 'intermediate.dense', 'w_2': 'output.dense', 'norm_2': 'output.LayerNorm'}
DISTILBERT_LAYER = {'q': 'attention.q_lin', 'k': 'attention.k_lin', 'v': 'attention.v_lin', 'o': 'attention.out_lin',
                    'norm_1': 'sa_layer_norm', 'w_1': 'ffn.lin1', 'w_2': 'ffn.lin2', 'norm_2': 'output_layer_norm'}
HEADS = {'bert': ('cls.predictions.transform.dense', 'cls.predictions.transform.LayerNorm', 'cls.predictions.bias'),
         'distilbert': ('vocab_transform', 'vocab_layer_norm', 'vocab_projector.bias'),
         'roberta': ('lm_head.dense', 'lm_head.layer_norm', 'lm_head.bias')}


def read(path):
    content = path.read_bytes()
    length, = struct.unpack('<Q', content[:8])
    tensors = {}
    for name, entry in json.loads(content[8:8 + length]).items():
        if name != '__metadata__':
            begin, end = (8 + length + offset for offset in entry['data_offsets'])
            flat = torch.frombuffer(bytearray(content[begin:end]), dtype=FLOATS[entry['dtype']])
            tensors[name] = flat.reshape(entry['shape']).double()
    return tensors


def write(path, tensors):
    header, data = {}, b''
    for name, tensor in tensors.items():
        flat = tensor.flatten().tolist()
        bytes_of = struct.pack(f'<{len(flat)}f', *flat)
        header[name] = {'dtype': 'F32', 'shape': list(tensor.shape), 'data_offsets': [len(data), len(data) + len(bytes_of)]}
        data += bytes_of
    text = json.dumps(header, separators=(',', ':')).encode()
    text += b' ' * (-len(text) % 8)
    path.write_bytes(struct.pack('<Q', len(text)) + text + data)


def linear(t, name, x):
    return x @ t[name + '.weight'].T + t[name + '.bias']


def norm(t, name, x):
    centered = x - x.mean(-1, keepdim=True)
    return centered / ((centered ** 2).mean(-1, keepdim=True) + 1e-12).sqrt() * t[name + '.weight'] + t[name + '.bias']


def gelu(x):
    return x * (1 + torch.erf(x / 2 ** .5)) / 2


def hidden_states(t, kind, config, ids, mask):
    """What enters the first layer and leaves each one, and the weights of each one."""
    prefix = kind + '.'
    embeddings = prefix + 'embeddings.'
    first = config['pad_token_id'] + 1 if kind == 'roberta' else 0
    n = ids.shape[1]
    x = t[embeddings + 'word_embeddings.weight'][ids] + t[embeddings + 'position_embeddings.weight'][first:first + n]
    if kind != 'distilbert':
        x = x + t[embeddings + 'token_type_embeddings.weight'][0]
    x = norm(t, embeddings + 'LayerNorm', x)
    names = DISTILBERT_LAYER if kind == 'distilbert' else BERT_LAYER
    layers = prefix + ('transformer.layer.' if kind == 'distilbert' else 'encoder.layer.')
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
        x = norm(t, at['norm_1'], x + linear(t, at['o'], context))
        x = norm(t, at['norm_2'], x + linear(t, at['w_2'], gelu(linear(t, at['w_1'], x))))
        states.append(x)
    return states, attentions


def gradients_of(number, tensors):
    gradients = torch.autograd.grad(number, list(tensors.values()), retain_graph=True, allow_unused=True)
    return {name: gradient for name, gradient in zip(tensors, gradients) if gradient is not None}


def words_of(folder):
    t = {name: tensor.requires_grad_() for name, tensor in read(folder / 'model.safetensors').items()}
    config = json.loads((folder / 'config.json').read_text())
    kind = config['model_type']
    ids = torch.zeros(len(IDS), max(map(len, IDS)), dtype=torch.long)
    mask = torch.zeros_like(ids)
    for row, tokens in enumerate(IDS):
        ids[row, :len(tokens)] = torch.tensor(tokens)
        mask[row, :len(tokens)] = 1
    states, attentions = hidden_states(t, kind, config, ids, mask)
    embedded, hidden = states[0], states[-1]

    d_model, vocab_size = hidden.shape[-1], config['vocab_size']
    generator = torch.Generator().manual_seed(1)

    def random(*shape):
        return (torch.randn(shape, generator=generator) / d_model ** .5).double()

    decoder = {'decoder.weight': random(vocab_size, d_model).requires_grad_(),
               'decoder.bias': random(vocab_size).requires_grad_()}
    dense, layer_norm, bias = HEADS[kind]
    transformed = norm(t, layer_norm, gelu(linear(t, dense, hidden)))
    logits = transformed @ t[f'{kind}.embeddings.word_embeddings.weight'].T + t[bias]
    places = (ids == MASK).nonzero()
    made = {'ids': ids, 'attention_mask': mask, 'logits': logits, 'places': places,
            'probabilities': logits[places[:, 0], places[:, 1]].softmax(-1), **decoder,
            'untied.logits': linear(decoder, 'decoder', transformed)}
    if kind != 'distilbert':
        pooler = {'pooler.weight': random(d_model, d_model), 'pooler.bias': random(d_model)}
        made |= {**pooler, 'pooler_output': linear(pooler, 'pooler', hidden[:, 0]).tanh()}
    made |= {f'hidden.{i}': state for i, state in enumerate(states)}
    made |= {f'attention.{i}': weights for i, weights in enumerate(attentions)}
    write(folder / 'words.safetensors', made)

    place = places[1, 1]  # the second of the first sentence
    word = logits[0, place].argmax()
    number, untied = (each[0, place].log_softmax(-1)[word] for each in (logits, made['untied.logits']))
    head = {name: tensor for name, tensor in t.items() if name.startswith((dense, layer_norm))} | decoder
    write(folder / 'word_gradients.safetensors', {
        'place': place[None], 'word': word[None], 'log_probability': number[None],
        'embedded': gradients_of(number, {'embedded': embedded})['embedded'][0], **gradients_of(number, t),
        'untied.log_probability': untied[None],
        **{f'untied.{name}': gradient for name, gradient in gradients_of(untied, head).items()}})


for folder in sorted(HERE.with_name('checkpoints').iterdir()):
    words_of(folder)
