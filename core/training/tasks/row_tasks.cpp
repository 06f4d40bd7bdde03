// Copy, reverse, sort: a row of symbols, a bar, and the row again in another order. A causal model
// writes what follows the bar; its input contains the right symbols so far (teacher forcing).
//
//   ids        a b c | a b        labels at the bar and after it: a b c
//   relations  from each position that writes a symbol to the symbol's position in the row
#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "base/draw.h"
#include "base/heap_sort.h"
#include "training/tasks/factories.h"
#include "training/tasks/generated_task.h"
#include "training/tasks/symbols.h"

namespace attn {
namespace {

constexpr const char* kBar = "|";

enum class Order { kSame, kReversed, kAscending };

class RowTask final : public GeneratedTask {
 public:
  RowTask(Order order, Index min_length, Index length, Index symbols)
      : order_(order),
        min_length_(min_length),
        length_(length),
        symbols_(symbols),
        vocabulary_(order == Order::kAscending ? numbers(symbols) : letters(symbols)) {
    vocabulary_.push_back(kBar);
  }

  const std::vector<std::string>& vocabulary() const override { return vocabulary_; }
  const std::vector<std::string>& relations() const override { return relations_; }
  Index max_length() const override { return 2 * length_; }

  Example parse(std::string_view text) const override {
    std::vector<Index> row = symbol_ids(text, vocabulary_);
    if (!row.empty() && row.back() == symbols_) row.pop_back();
    if (std::find(row.begin(), row.end(), symbols_) != row.end()) {
      refuse("expected a row of symbols without a bar, got one with a bar");
    }
    check_token_count(row, min_length_, length_);
    return example_of(row);
  }

 protected:
  Example generate(Random& random) const override {
    const Index length = between(random, min_length_, length_);
    if (order_ == Order::kAscending) return example_of(distinct(random, length, symbols_));
    std::vector<Index> row(static_cast<std::size_t>(length));
    for (Index& id : row) id = below(random, symbols_);
    return example_of(row);
  }

 private:
  // The position in the row of each symbol of the answer.
  std::vector<Index> source_positions(const std::vector<Index>& row) const {
    std::vector<Index> positions(row.size());
    std::iota(positions.begin(), positions.end(), Index{0});
    if (order_ == Order::kReversed) std::reverse(positions.begin(), positions.end());
    if (order_ == Order::kAscending) {
      // Equal symbols, which only a typed row has, keep their order.
      heap_sort(positions.begin(), positions.end(), [&](Index a, Index b) {
        const Index left = row[static_cast<std::size_t>(a)],
                    right = row[static_cast<std::size_t>(b)];
        return left != right ? left < right : a < b;
      });
    }
    return positions;
  }

  Example example_of(const std::vector<Index>& row) const {
    const Index length = static_cast<Index>(row.size());
    Example example;
    example.ids = row;
    example.ids.push_back(symbols_);
    example.labels.assign(row.size(), -1);
    const std::vector<Index> from = source_positions(row);
    for (Index i = 0; i < length; ++i) {
      const Index position = from[static_cast<std::size_t>(i)];
      const Index symbol = row[static_cast<std::size_t>(position)];
      example.labels.push_back(symbol);
      if (i + 1 < length) example.ids.push_back(symbol);
      example.relations.push_back({0, length + i, position});
    }
    return example;
  }

  Order order_;
  Index min_length_, length_, symbols_;
  std::vector<std::string> vocabulary_;
  std::vector<std::string> relations_ = {"source"};
};

std::unique_ptr<Task> make_rows(Order order, Index default_length, const TaskOptions& options) {
  const Index symbols =
      option("symbols", options.symbols, 16, 4, order == Order::kAscending ? 100 : 26);
  const Index length = option("length", options.length, std::min(default_length, symbols), 3,
                              order == Order::kAscending ? symbols : 64);
  return std::make_unique<RowTask>(
      order, option("min_length", options.min_length, length, 3, length), length, symbols);
}

}  // namespace

std::unique_ptr<Task> make_copy(const TaskOptions& options) {
  return make_rows(Order::kSame, 10, options);
}

std::unique_ptr<Task> make_reverse(const TaskOptions& options) {
  return make_rows(Order::kReversed, 8, options);
}

std::unique_ptr<Task> make_sort(const TaskOptions& options) {
  return make_rows(Order::kAscending, 8, options);
}

}  // namespace attn
