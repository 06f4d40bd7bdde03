// The user's own text: predict the next character, or the next word. Windows of the text are the
// examples; the last tenth of the text, at least one window, is held out.
//
//   characters  each UTF-8 character is a token
//   words       words and punctuation marks, as they are written
//   labels      the token that follows, at every position
//
// The relations do not determine the answer; they are patterns that help a model to guess it.
#include <algorithm>

#include "base/check.h"
#include "base/draw.h"
#include "base/heap_sort.h"
#include "base/utf8.h"
#include "training/tasks/factories.h"
#include "training/tasks/symbols.h"
#include "training/tasks/typed_words.h"

namespace attn {
namespace {

std::vector<std::string> characters_of(std::string_view text) {
  std::vector<std::string> characters;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) refuse("expected text in UTF-8, got other bytes");
    characters.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return characters;
}

// The position before each, and the positions that follow earlier occurrences of its token.
std::vector<HeadRelation> relations_of(const std::vector<Index>& ids) {
  std::vector<HeadRelation> relations;
  for (std::size_t position = 1; position < ids.size(); ++position) {
    const Index query = static_cast<Index>(position);
    relations.push_back({kPreviousToken, query, query - 1});
    for (std::size_t earlier = 0; earlier < position; ++earlier) {
      if (ids[earlier] != ids[position]) continue;
      relations.push_back({kInductionToken, query, static_cast<Index>(earlier) + 1});
    }
  }
  return relations;
}

class TextTask final : public Task {
 public:
  TextTask(bool characters, Index length, std::string_view text)
      : characters_(characters), length_(length) {
    const std::vector<std::string> tokens = tokens_of(text);
    const Index count = static_cast<Index>(tokens.size());
    // A window needs length + 1 tokens: the last label follows the last input.
    const Index window = length + 1;
    if (count < 4 * window) {
      refuse("expected a text of at least {} tokens, got {}", {4 * window, count});
    }
    begin_held_out_ = count - std::max(count / 10, window);
    vocabulary_ = tokens;
    sort_unique(vocabulary_);
    for (const std::string& token : tokens) {
      ids_.push_back(std::lower_bound(vocabulary_.begin(), vocabulary_.end(), token) -
                     vocabulary_.begin());
    }
  }

  const std::vector<std::string>& vocabulary() const override { return vocabulary_; }
  const std::vector<std::string>& relations() const override { return token_relation_names(); }
  Index max_length() const override { return length_; }

  Example parse(std::string_view text) const override {
    const std::vector<Index> ids = typed_ids(tokens_of(text), vocabulary_, length_);
    Example example;
    example.ids = ids;
    example.labels.assign(ids.begin() + 1, ids.end());
    example.labels.push_back(-1);
    example.relations = relations_of(ids);
    return example;
  }

 protected:
  Example draw(Random& random, Split split) const override {
    const Index end = static_cast<Index>(ids_.size());
    const bool training = split == Split::kTraining;
    const Index start = training ? between(random, 0, begin_held_out_ - length_ - 1)
                                 : between(random, begin_held_out_, end - length_ - 1);
    Example example;
    example.ids.assign(ids_.begin() + start, ids_.begin() + start + length_);
    example.labels.assign(ids_.begin() + start + 1, ids_.begin() + start + length_ + 1);
    example.relations = relations_of(example.ids);
    return example;
  }

 private:
  std::vector<std::string> tokens_of(std::string_view text) const {
    return characters_ ? characters_of(text) : typed_words(text);
  }

  bool characters_;
  Index length_, begin_held_out_;
  std::vector<Index> ids_;  // the text
  std::vector<std::string> vocabulary_;
};

std::unique_ptr<Task> make_text(bool characters, Index default_length, const TaskOptions& options) {
  const Index length = option("length", options.length, default_length, 2, 1024);
  return std::make_unique<TextTask>(characters, length, options.text);
}

}  // namespace

std::unique_ptr<Task> make_characters(const TaskOptions& options) {
  return make_text(true, 64, options);
}

std::unique_ptr<Task> make_words(const TaskOptions& options) {
  return make_text(false, 32, options);
}

}  // namespace attn
