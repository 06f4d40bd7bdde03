// English to German, with different word orders.
//
//   ids         the group went home
//   target_ids  <s> die Gruppe ging nach Hause
//   labels      die Gruppe ging nach Hause </s>
//   relations   from the position that says a German word to the English word it comes from
//
// Words are written as in the middle of a sentence: "the", "I", "Berlin". Typed words may have any
// capitals, and a final period is dropped.
#include <algorithm>

#include "base/heap_sort.h"
#include "training/tasks/factories.h"
#include "training/tasks/generated_task.h"
#include "training/tasks/symbols.h"
#include "training/tasks/translation_plan.h"
#include "training/tasks/typed_words.h"

namespace attn {
namespace {

constexpr const char* kBegin = "<s>";
constexpr const char* kEnd = "</s>";

// Never trained on, because pages show it.
constexpr const char* kShownTranslation = "the group went home";

constexpr Index kMaxEnglish = 10, kMaxGerman = 11;

enum AlignmentKind { kContentWord, kFunctionWord };

std::vector<std::string> sorted(std::vector<std::string> words) {
  sort_unique(words);
  return words;
}

// The id of a word that is in the sorted vocabulary.
Index known_id(std::string_view word, const std::vector<std::string>& vocabulary) {
  return std::lower_bound(vocabulary.begin(), vocabulary.end(), word) - vocabulary.begin();
}

class TranslationTask final : public GeneratedTask {
 public:
  TranslationTask() : english_(sorted(english_translation_words())) {
    std::vector<std::string> german = german_translation_words();
    german.insert(german.end(), {kBegin, kEnd});
    german_ = sorted(std::move(german));
    shown_ = parse(kShownTranslation).ids;
  }

  const std::vector<std::string>& vocabulary() const override { return english_; }
  const std::vector<std::string>& target_vocabulary() const override { return german_; }
  const std::vector<std::string>& relations() const override { return relations_; }
  const std::vector<std::string>& categories() const override { return categories_; }
  Index max_length() const override { return kMaxEnglish; }
  Index max_target_length() const override { return kMaxGerman; }

  bool is_held_out(const std::vector<Index>& ids) const override {
    return ids == shown_ || GeneratedTask::is_held_out(ids);
  }

  // If the rules do not translate the sentence, the decoder's input is <s> alone, without a label.
  Example parse(std::string_view text) const override {
    std::vector<std::string> typed = typed_words(text);
    if (!typed.empty() && typed.back() == ".") typed.pop_back();
    for (std::string& word : typed) word = as_in_vocabulary(word);
    const std::vector<Index> ids = typed_ids(typed, english_, kMaxEnglish);
    const auto plan = plan_of({typed.begin(), typed.end()});
    if (plan) return example_of(*plan);
    Example example;
    example.ids = ids;
    example.target_ids = {known_id(kBegin, german_)};
    example.labels = {-1};
    return example;
  }

 protected:
  Example generate(Random& random) const override { return example_of(random_plan(random)); }

 private:
  // The word with the capitals of the vocabulary; unknown words unchanged.
  std::string as_in_vocabulary(const std::string& word) const {
    std::string lower_word = word;
    lower_case(lower_word);
    for (const std::string& known : english_) {
      std::string lower = known;
      lower_case(lower);
      if (lower == lower_word) return known;
    }
    return word;
  }

  Example example_of(const TranslationPlan& plan) const {
    const Translation translation = translation_of(plan);
    Example example;
    example.category = static_cast<int>(plan.order);
    for (const std::string_view word : translation.english) {
      example.ids.push_back(known_id(word, english_));
    }
    example.target_ids.push_back(known_id(kBegin, german_));
    for (const GermanWord& word : translation.german) {
      const Index id = known_id(word.word, german_);
      example.relations.push_back({word.function ? kFunctionWord : kContentWord,
                                   static_cast<Index>(example.labels.size()), word.source});
      example.labels.push_back(id);
      example.target_ids.push_back(id);
    }
    example.labels.push_back(known_id(kEnd, german_));
    return example;
  }

  std::vector<std::string> english_, german_;
  std::vector<Index> shown_;
  std::vector<std::string> relations_ = {"content word", "function word"};
  // In the order of WordOrder.
  std::vector<std::string> categories_ = {"main clause", "modal verb", "adverb first",
                                          "subordinate clause"};
};

}  // namespace

std::unique_ptr<Task> make_translation(const TaskOptions&) {
  return std::make_unique<TranslationTask>();
}

}  // namespace attn
