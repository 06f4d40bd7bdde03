#!/usr/bin/env python3
"""Computes with PyTorch the outputs, weights and gradients that the core is compared with.

Writes pytorch.safetensors beside itself. fixture.py describes the format, pytorch_*.py define the
cases. Rerun after a change. The same PyTorch version gives the same bytes, so unchanged cases leave
the file unchanged:
    python3 tests/golden/pytorch.py && git diff --exit-code tests/golden

All inputs and parameters are float32 numbers. PyTorch computes in float64, and the results are
rounded to float32 once, at the end, so any larger difference is the core's rounding.
Modules are in eval mode (no dropout) with gradients enabled, so that PyTorch takes its plain path.
Where PyTorch has a fused inference path, the scripts check that it agrees.

In PyTorch's boolean masks True = ignore; in ours 1 = may attend. A fully masked row is NaN in PyTorch
and 0 in the core, so the cases contain none.
"""
import pathlib
import sys

import torch

sys.dont_write_bytecode = True  # no __pycache__ beside the scripts

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
