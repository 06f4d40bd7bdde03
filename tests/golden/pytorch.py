#!/usr/bin/env python3
"""What PyTorch computes: outputs, weights and all gradients, for the core to agree with.

Writes pytorch.safetensors beside itself; fixture.py tells what is in it, pytorch_*.py have the
cases. Run it again after a change: the same PyTorch gives the same bytes, so that the file must not
differ when nothing has changed:
    python3 tests/golden/pytorch.py && git diff --exit-code tests/golden

Every input and parameter is a float32 number. PyTorch computes with them in float64, and its
results are rounded to float32 once, at the end: a difference is then the core's rounding, never
PyTorch's.
Modules are in eval mode (no dropout) and gradients are asked for, so that PyTorch takes its plain
path; that its fused path for inference agrees is checked where it has one.

PyTorch's boolean masks say True = ignore; ours say 1 = may attend. A row that may attend to nothing
is NaN in PyTorch and 0 in the core: there are none here.
"""
import pathlib
import sys

import torch

sys.dont_write_bytecode = True  # the modules beside this one are its own

import fixture
from pytorch_layers import layer_cases
from pytorch_multi_head import multi_head_cases
from pytorch_operations import attention_cases, feed_forward_cases, operation_cases

torch.set_num_threads(1)
multi_head_cases()
layer_cases()
operation_cases()
attention_cases()
feed_forward_cases()
size = fixture.write(pathlib.Path(__file__).with_suffix(".safetensors"))
print(f"{len(fixture.cases)} cases, {size} bytes")
