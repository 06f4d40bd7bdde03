#!/usr/bin/env python3
"""Makes minilm/: what transformers computes from MiniLM's weights, rounded to float16, in float32.

Needs PyPI's torch, transformers, tokenizers, safetensors, and the files of `npm run model`. Run: python minilm.py [OUT]
reference.safetensors: of sentence N `ids.N`, `hidden.N.L` (0: what enters the first layer), `attention.N.L` [1, head, query,
key]; `embeddings`, the mean over the tokens of each sentence, of length 1, and their `similarity`. reference.json: the
tokens of the sentences, and ids and tokens of strings that are hard on a tokenizer.
The fixtures were made with transformers 5.23, PyTorch 2.15.
"""
import json
import os
import pathlib
import sys

os.environ['HF_HUB_OFFLINE'] = '1'
import torch
import transformers
from safetensors.torch import save_file
from tokenizers import Tokenizer

HERE = pathlib.Path(__file__).resolve()
MODEL = HERE.parents[2] / 'web/public/models/minilm-float16'
SENTENCES = [
    'The animal did not cross the street because it was too tired.',
    'The animal did not cross the street because it was too wide.',
    'The group went home.',
    'Time flies like an arrow.',
    'The keys to the cabinet are on the table.',
    'The cat that chased the dogs was tired because it ran.',
    'She poured water from the jug into the glass until it was full.',
    'He saw her duck.',
    'Attention is all you need.',
    'How old are you?',
    'What is your age?',
]
STRINGS = SENTENCES + [
    '', ' ', 'tokenization', 'unaffable', 'Größe naïve café', '日本語', 'emoji 🙂 end', "don't it's they're", '22 4444 3.14',
    'A' * 120, 'tabs\tand\nnewlines', 'İstanbul', 'ﬁne', '[MASK] and [SEP] in text', 'e\u0301clair', '\u200b zero width',
    'ＦＵＬＬ width', '한국어 문장', 'xxxxx .......', 'http://example.org/a?b=c#d', 'ß ẞ ǅ'
]


def main():
    torch.set_num_threads(1)
    out = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.with_suffix('')
    out.mkdir(exist_ok=True)
    tokenizer = Tokenizer.from_file(str(MODEL / 'tokenizer.json'))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    model = transformers.BertModel.from_pretrained(
        MODEL, add_pooling_layer=False, attn_implementation='eager', dtype=torch.float32).eval()
    tensors, sentences, embeddings = {}, [], []
    for i, text in enumerate(SENTENCES):
        encoded = tokenizer.encode(text)
        sentences.append({'text': text, 'tokens': encoded.tokens})
        ids = tensors[f'ids.{i}'] = torch.tensor([encoded.ids])
        with torch.no_grad():
            result = model(ids, output_attentions=True, output_hidden_states=True)
        tensors |= {f'hidden.{i}.{layer}': x for layer, x in enumerate(result.hidden_states)}
        tensors |= {f'attention.{i}.{layer}': x for layer, x in enumerate(result.attentions)}
        mean = result.last_hidden_state.mean(1)
        embeddings.append(mean / mean.norm())
    tensors['embeddings'] = torch.cat(embeddings)
    tensors['similarity'] = tensors['embeddings'] @ tensors['embeddings'].T
    save_file({name: tensor.contiguous().clone() for name, tensor in tensors.items()}, out / 'reference.safetensors')
    strings = [(text, tokenizer.encode(text)) for text in STRINGS]
    about = {
        'sentences': sentences,
        'strings': [{'text': text, 'ids': encoded.ids, 'tokens': encoded.tokens} for text, encoded in strings],
    }
    (out / 'reference.json').write_text(json.dumps(about, indent=1, ensure_ascii=False))


if __name__ == '__main__':
    main()
