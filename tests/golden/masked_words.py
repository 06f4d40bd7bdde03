#!/usr/bin/env python3
"""Makes checkpoints/*/words.safetensors: vectors, attention, masked words and pooler outputs of the small checkpoints, by PyTorch in double precision.
And checkpoints/*/word_gradients.safetensors: the gradients of the logarithm of one of these probabilities.

Needs torch, no other library. Run: python3 masked_words.py
The pass is in hub_models.py. Each words.safetensors has
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

import torch
from hub_models import gelu, hidden_states, linear, norm, read, write

HERE = pathlib.Path(__file__).resolve()
MASK = 4
IDS = [[2, 74, 177, 158, 118, MASK, 74, 171, 115, MASK, 86, 113, 173, 8, 3],
       [2, 74, 30, MASK, 60, 74, 9, 3]]
HEADS = {'bert': ('cls.predictions.transform.dense', 'cls.predictions.transform.LayerNorm', 'cls.predictions.bias'),
         'distilbert': ('vocab_transform', 'vocab_layer_norm', 'vocab_projector.bias'),
         'roberta': ('lm_head.dense', 'lm_head.layer_norm', 'lm_head.bias')}


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
    states, attentions = hidden_states(t, config, ids, mask)
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
