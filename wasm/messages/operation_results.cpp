#include "messages/operation_results.h"

#include <utility>

namespace attn::js {

void put_outputs(Result& out, NamedTensors&& outputs, NamedTensors&& trace, Keep keep) {
  out.object(keep == Keep::kOutputs ? 1 : 2);
  out.name("outputs");
  out.tensors(std::move(outputs));
  if (keep == Keep::kOutputs) return;
  out.name("trace");
  out.tensors(std::move(trace));
}

void put_inspection(Result& out, Inspection&& inspection) {
  out.object(4);
  out.name("outputs");
  out.tensors(std::move(inspection.outputs));
  out.name("trace");
  out.tensors(std::move(inspection.trace));
  out.name("rows");
  out.list(inspection.rows.size());
  for (NamedTensors& row : inspection.rows) out.tensors(std::move(row));
  out.name("mean");
  out.tensors(std::move(inspection.mean));
}

}  // namespace attn::js
