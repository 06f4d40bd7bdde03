#!/usr/bin/env python3
"""Makes checkpoints/: small models of the BERT family in the hub's files, and what transformers computes from them.

Needs PyPI's torch, transformers, tokenizers and safetensors. Run: python checkpoints.py [OUT]
Each folder has config.json, model.safetensors (random numbers, larger than the library's initial ones, so that attention
is not uniform), and reference.safetensors: a right-padded batch of sentences as `ids` and `attention_mask`, `hidden.L`
(0: what enters the first layer), `attention.L` [batch, head, query, key]; for bert also a pair of sentences, `pair.*`.
All in float32 with eager attention and without dropout. The fixtures were made with transformers 5.23, PyTorch 2.15.
"""
import os
import pathlib
import sys

os.environ['HF_HUB_OFFLINE'] = '1'
import torch
import transformers
from safetensors.torch import save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

SEED = 1
CORPUS = """The animal did not cross the street because it was too tired. The animal did not cross the street because it was too wide.
The cat that chased the dogs was tired because it ran. The keys to the cabinet are on the table. The key to the cabinets is on the table.
The group went home. Die Gruppe ging nach Hause. We hope that the children will sleep tonight. Wir hoffen, dass die Kinder heute Nacht schlafen.
Attention is all you need: every token looks at every other token, and the weights of a row sum to one.
Self-attention enables the word it to attend to the noun it refers to. To be, or not to be, that is the question.
She poured water from the jug into the glass until it was full. She poured water from the jug into the glass until it was empty.
Numbers like 1, 22, 333 and 4444 are split; so are don't, it's and they're. Größe, naïve, 日本語, emoji 🙂 and tabs\tare text too.
""" * 4
SENTENCES = ['The animal did not cross the street because it was too tired.', 'The keys to the cabinet are on the table.',
             "It's 22 naïve 日本語 🙂 tests!"]


def wordpiece(vocab_size):
    tokenizer = Tokenizer(models.WordPiece(unk_token='[UNK]'))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']
    tokenizer.train_from_iterator([CORPUS], trainers.WordPieceTrainer(vocab_size=vocab_size, special_tokens=special))
    tokenizer.post_processor = processors.TemplateProcessing(
        single='[CLS] $A [SEP]', pair='[CLS] $A [SEP] $B:1 [SEP]:1', special_tokens=[('[CLS]', 2), ('[SEP]', 3)])
    return tokenizer


def spread(model):
    """Random numbers: norms near 1, biases not 0, matrices of variance about 1.5 / d_in."""
    generator = torch.Generator().manual_seed(SEED)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            random = torch.randn(parameter.shape, generator=generator)
            if parameter.dim() >= 2:
                parameter.copy_(random * (.5 if 'embed' in name else (1.5 / parameter.shape[-1]) ** .5))
            elif ('norm' in name.lower()) and name.endswith('weight'):
                parameter.copy_(1 + .2 * random)
            else:
                parameter.copy_(.1 * random)
    model.tie_weights()
    return model.eval()


def by_layer(name, values):
    return {f'{name}.{i}': value.contiguous().clone() for i, value in enumerate(values)}


def write(out, model, tokenizer):
    folder = out / model.config.model_type
    model.save_pretrained(folder, safe_serialization=True)
    encoded = [tokenizer.encode(sentence).ids for sentence in SENTENCES]
    ids = torch.zeros(len(encoded), max(map(len, encoded)), dtype=torch.long)
    mask = torch.zeros_like(ids)
    for row, tokens in enumerate(encoded):
        ids[row, :len(tokens)] = torch.tensor(tokens)
        mask[row, :len(tokens)] = 1
    with torch.no_grad():
        result = model(ids, attention_mask=mask, output_attentions=True, output_hidden_states=True)
    reference = {'ids': ids, 'attention_mask': mask}
    reference |= by_layer('hidden', result.hidden_states) | by_layer('attention', result.attentions)
    if model.config.model_type == 'bert':
        pair = tokenizer.encode(SENTENCES[0], SENTENCES[1])
        reference |= {'pair.ids': torch.tensor([pair.ids]), 'pair.type_ids': torch.tensor([pair.type_ids])}
        with torch.no_grad():
            result = model(reference['pair.ids'], token_type_ids=reference['pair.type_ids'], output_attentions=True)
        reference |= by_layer('pair.attention', result.attentions)
    save_file(reference, folder / 'reference.safetensors')


def main():
    torch.set_num_threads(1)
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).with_suffix(''))
    tokenizer = wordpiece(260)
    vocab_size = tokenizer.get_vocab_size()
    eager = dict(attn_implementation='eager')
    of_bert = dict(vocab_size=vocab_size, hidden_size=48, num_attention_heads=4, intermediate_size=96, hidden_dropout_prob=0,
                   attention_probs_dropout_prob=0, pad_token_id=0, **eager)
    write(out, spread(transformers.BertForMaskedLM(transformers.BertConfig(
        **of_bert, num_hidden_layers=3, max_position_embeddings=64))), tokenizer)
    write(out, spread(transformers.DistilBertForMaskedLM(transformers.DistilBertConfig(
        vocab_size=vocab_size, dim=48, n_layers=2, n_heads=4, hidden_dim=96, max_position_embeddings=64, dropout=0,
        attention_dropout=0, pad_token_id=0, **eager))), tokenizer)
    write(out, spread(transformers.RobertaForMaskedLM(transformers.RobertaConfig(
        **of_bert, num_hidden_layers=2, max_position_embeddings=66, type_vocab_size=1, bos_token_id=2, eos_token_id=3))),
        tokenizer)


if __name__ == '__main__':
    main()
