#include "models/greedy_decode.h"

#include <string>

#include "base/check.h"
#include "models/generate.h"

namespace attn {
namespace {

void check_target_id(const char* name, Index id, Index target_vocab_size) {
  if (id >= 0 && id < target_vocab_size) return;
  refuse("expected {} in 0 .. target_vocab_size - 1 with target_vocab_size {}, got {}",
         {name, target_vocab_size, id});
}

}  // namespace

// Batch items are decoded one at a time, because they end at different lengths. Batching them would
// give the same bits.
std::vector<std::vector<Index>> greedy_decode(const TokenModel& model, const TokenIds& source_ids,
                                              const GreedyOptions& options,
                                              const std::vector<std::uint8_t>& source_keep) {
  const Index batch = source_ids.batch, n = source_ids.n;
  check_target_id("start_id", options.start_id, model.config().num_labels);
  check_target_id("end_id", options.end_id, model.config().num_labels);
  if (options.max_new < 0) refuse("expected max_new of at least 0, got {}", {options.max_new});
  check_ids("source_ids", source_ids);
  if (!source_keep.empty() && source_keep.size() != source_ids.ids.size()) {
    refuse("expected source_keep of shape [{}, {}], got {} elements",
           {batch, n, static_cast<Index>(source_keep.size())});
  }

  std::vector<std::vector<Index>> sequences(static_cast<std::size_t>(batch));
  if (options.max_new == 0) return sequences;
  GenerateOptions generation;
  generation.count = options.max_new;
  generation.end_id = options.end_id;
  for (Index item = 0; item < batch; ++item) {
    const auto part_of = [&](const auto& all) {
      using Part = std::decay_t<decltype(all)>;
      return all.empty() ? Part() : Part(all.begin() + item * n, all.begin() + (item + 1) * n);
    };
    ModelInputs source;
    source.ids = {1, n, part_of(source_ids.ids)};
    source.keep = part_of(source_keep);
    source.target_ids = {1, 1, {options.start_id}};
    for (const GeneratedToken& next : generate(model, source, generation))
      sequences[static_cast<std::size_t>(item)].push_back(next.token.answer);
  }
  return sequences;
}

}  // namespace attn
