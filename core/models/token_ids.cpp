#include "models/token_ids.h"

#include "base/check.h"
#include "base/tensor.h"

namespace attn {

void check_ids(const char* name, const TokenIds& ids) {
  if (ids.batch < 1 || ids.n < 0 ||
      element_count({ids.batch, ids.n}) != static_cast<Index>(ids.ids.size())) {
    refuse("expected {} of shape [batch, n] with at least one batch item, got {} ids for [{}, {}]",
           {name, static_cast<Index>(ids.ids.size()), ids.batch, ids.n});
  }
}

void check_ids(const char* name, const TokenIds& ids, Index end) {
  check_ids(name, ids);
  for (std::size_t i = 0; i < ids.ids.size(); ++i) {
    const Index id = ids.ids[i], at = static_cast<Index>(i);
    if (id >= 0 && id < end) continue;
    refuse("expected {} of at least 0 and below {}, got {} at position {} of batch item {}",
           {name, end, id, at % ids.n, at / ids.n});
  }
}

void check_type_ids(const TokenIds& type_ids, const TokenIds& ids, Index num_types) {
  if (type_ids.ids.empty()) return;
  if (type_ids.batch != ids.batch || type_ids.n != ids.n) {
    refuse("expected {} of shape {}, as the ids, got {}",
           {"type_ids", std::vector<Index>{ids.batch, ids.n},
            std::vector<Index>{type_ids.batch, type_ids.n}});
  }
  if (num_types == 0) refuse("expected no type_ids for a model with num_types 0, got type_ids");
  check_ids("type_ids", type_ids, num_types);
}

std::vector<std::uint8_t> with_class_token(const std::vector<std::uint8_t>& flags, Index batch) {
  const auto n = static_cast<Index>(flags.size()) / batch;
  std::vector<std::uint8_t> real;
  for (auto item = flags.begin(); item != flags.end(); item += n) {
    real.push_back(1);
    real.insert(real.end(), item, item + n);
  }
  return real;
}

}  // namespace attn
