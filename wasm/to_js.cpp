#include "to_js.h"

namespace attn::js {

val to_js(const Tensor& tensor) {
  val object = val::object();
  object.set("axes", val::array(tensor.axes));
  object.set("shape", val::array(tensor.shape));
  object.set("data",
             val::global("Float32Array")
                 .new_(emscripten::typed_memory_view(tensor.data.size(), tensor.data.data())));
  return object;
}

}  // namespace attn::js
