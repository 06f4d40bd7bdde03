"""Records cases and writes them all to one safetensors file, without a library.

The file: float32 tensors `<case>/parameters/<p>`, `<case>/inputs/<x>`, `<case>/outputs/<y>`,
`<case>/d_outputs/d_<y>` and `<case>/gradients/d_<p or x>`, and in `__metadata__` the list `cases`.
Parameters of a PyTorch module keep PyTorch's names and layouts; other parameters have ours.
"""
import json
import math
import random
import struct

import torch

MAX_BYTES = 1_500_000

cases = []
tensors = {}


class Numbers:
    """Reproducible float32 numbers as float64 tensors, seeded by the name of the case."""

    def __init__(self, case):
        self.random = random.Random(case)

    def normal(self, *shape, scale=1.0, mean=0.0):
        count = math.prod(shape)
        flat = [mean + scale * self.random.gauss(0, 1) for _ in range(count)]
        return torch.tensor(flat, dtype=torch.float32).double().reshape(shape)

    def leaf(self, *shape, **of):
        return self.normal(*shape, **of).requires_grad_()

    def allowed(self, *shape, share=0.6):
        """1 = may attend. The first key is always visible, so that no row is empty."""
        flat = [float(self.random.random() < share) for _ in range(math.prod(shape))]
        mask = torch.tensor(flat, dtype=torch.float64).reshape(shape)
        mask[..., 0] = 1
        return mask

    def ids(self, *shape, below):
        flat = [float(self.random.randrange(below)) for _ in range(math.prod(shape))]
        return torch.tensor(flat, dtype=torch.float64).reshape(shape)

    def fill(self, module):
        """Fills every parameter, biases included, so that activations have a magnitude of about 1."""
        for name, parameter in module.named_parameters():
            if parameter.dim() == 2:
                filled = self.normal(*parameter.shape, scale=1 / math.sqrt(parameter.shape[1]))
            elif "norm" in name and name.endswith("weight"):
                filled = self.normal(*parameter.shape, scale=0.25, mean=1)
            else:
                filled = self.normal(*parameter.shape, scale=0.5)
            with torch.no_grad():
                parameter.copy_(filled)
        return module


def causal(n_query, n_key=None):
    """1 = may attend. The last query attends to all keys."""
    n_key = n_key or n_query
    ones = torch.ones(n_query, n_key, dtype=torch.float64)
    return ones.tril(diagonal=n_key - n_query)


def with_prefix(prefix, attend):
    """Makes the first `prefix` keys of a mask visible to all queries."""
    attend = attend.clone()
    attend[:, :prefix] = 1
    return attend


def ignored(attend):
    """Converts our mask (1 = may attend) to PyTorch's (True = ignore)."""
    return None if attend is None else attend == 0


def padding(*kept, n):
    """One row per batch item: 1 for its real tokens, then 0 for padding."""
    return torch.tensor([[float(j < count) for j in range(n)] for count in kept],
                        dtype=torch.float64)


def without_grad(function, *arguments, **keywords):
    with torch.no_grad():
        return function(*arguments, **keywords)


def assert_same(got, expected, name):
    assert got.shape == expected.shape, name
    difference = (got - expected).abs().max().item()
    assert difference < 1e-12, (name, difference)


def add(name, source, header, config, parameters, inputs, outputs, module=None,
        without_d=(), convert=dict):
    """Records a case whose `outputs` have been computed from `parameters` and `inputs`.

    Records the gradients of every tensor that requires them, from a random d_output of each output
    except those in `without_d`. `convert` maps parameters and their gradients to the names and
    layouts in the file.
    """
    operation = name.split("/")[0]
    numbers = Numbers(name + " d_outputs")
    assert all(case["name"] != name for case in cases), name
    cases.append({"name": name, "operation": operation, "config": config, "module": module,
                  "source": source, "header": header})

    def put(folder, tensor_name, tensor):
        tensor = tensor.detach()
        assert not torch.isnan(tensor).any(), (name, tensor_name)
        tensors[f"{name}/{folder}/{tensor_name}"] = tensor.float().contiguous()

    loss = 0
    for y, output in outputs.items():
        put("outputs", y, output)
        if y not in without_d:
            d_output = numbers.normal(*output.shape)
            put("d_outputs", "d_" + y, d_output)
            loss = loss + (d_output * output).sum()
    loss.backward()
    gradients = {}
    for x, tensor in {**parameters, **inputs}.items():
        if tensor.requires_grad:
            assert tensor.grad is not None, (name, x)
            gradients[x] = tensor.grad
    for x, gradient in convert(gradients).items():
        put("gradients", "d_" + x, gradient)
    for x, tensor in convert(parameters).items():
        put("parameters", x, tensor)
    for x, tensor in inputs.items():
        put("inputs", x, tensor)


def write(path):
    """Safetensors: the header's length in 8 bytes, a JSON header, then the tensors' bytes.

    Names are sorted, and the file does not depend on the time or machine.
    """
    header = {"__metadata__": {"cases": compact(cases), "made_with": "torch " + torch.__version__}}
    parts, end = [], 0
    for name in sorted(tensors):
        flat = tensors[name].flatten().tolist()
        parts.append(struct.pack(f"<{len(flat)}f", *flat))
        header[name] = {"dtype": "F32", "shape": list(tensors[name].shape),
                        "data_offsets": [end, end + len(parts[-1])]}
        end += len(parts[-1])
    text = compact(header).encode("utf-8")
    text += b" " * (-len(text) % 8)
    data = b"".join([struct.pack("<Q", len(text)), text] + parts)
    assert len(data) <= MAX_BYTES, len(data)
    path.write_bytes(data)
    return len(data)


def compact(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
