#include "messages/operation_results.h"

#include <utility>

namespace attn::js {

void put_outputs(Result& out, NamedTensors&& outputs, NamedTensors&& trace, Keep keep) {
  out.object([&] {
    out.name("outputs").tensors(std::move(outputs));
    if (keep != Keep::kOutputs) out.name("trace").tensors(std::move(trace));
  });
}

void put_inspection(Result& out, Inspection&& inspection) {
  out.object([&] {
    out.name("outputs").tensors(std::move(inspection.outputs));
    out.name("trace").tensors(std::move(inspection.trace));
    out.name("rows").list(inspection.rows, [&](NamedTensors& row) { out.tensors(std::move(row)); });
    out.name("mean").tensors(std::move(inspection.mean));
  });
}

}  // namespace attn::js
