// A small grammar of English sentences, with two objectives. Labels are words, never positions.
//
//   goes_with  at each word, say the word it goes with. The answer at "because" is the last word of
//              the reason, at "." the main predicate
//   who        at a pronoun, say the noun it stands for; at a verb that agrees, the noun of its
//              subject
//
// "did not" is two tokens, as it is written in "The animal did not cross the street because it was
// too tired."; both go with the verb. A typed "didn't" becomes the same two tokens. Words are
// lower-case, and the final period is added where it is missing.
#include <iterator>

#include "base/check.h"
#include "training/tasks/english_generator.h"
#include "training/tasks/english_links.h"
#include "training/tasks/factories.h"
#include "training/tasks/generated_task.h"
#include "training/tasks/typed_words.h"

namespace attn {
namespace {

// Never trained on, because pages show them.
constexpr const char* kShownSentences[] = {
    "the animal did not cross the street because it was too tired",
    "the animal did not cross the street because it was too wide",
    "the animal crossed the street because it was too tired",
    "the animal crossed the street because it was too wide",
    "the cat that chased the dogs was tired because it ran",
    "the girl did not lead the horse over the bridge because it was too tired",
    "the girl did not lead the horse over the bridge because it was too narrow",
};

constexpr Index kMaxEnglishLength = 16;

// In the order of EnglishRole and EnglishKind.
constexpr const char* kRelations[] = {"determiner",
                                      "noun",
                                      "verb across clauses",
                                      "verb",
                                      "verb of a clause",
                                      "did not",
                                      "too",
                                      "adjective",
                                      "pronoun by adjective",
                                      "pronoun of three nouns",
                                      "pronoun by gender or number",
                                      "pronoun of the subject",
                                      "that",
                                      "preposition",
                                      "because",
                                      "full stop"};
static_assert(std::size(kRelations) == kNumEnglishRoles);
constexpr const char* kCategories[] = {"one clause",
                                       "two clauses",
                                       "pronoun of the subject",
                                       "pronoun by adjective",
                                       "pronoun of three nouns",
                                       "pronoun by gender or number"};
static_assert(std::size(kCategories) == kNumEnglishKinds);

class EnglishTask final : public GeneratedTask {
 public:
  explicit EnglishTask(bool every_word) : every_word_(every_word) {
    for (const char* text : kShownSentences) shown_.push_back(sentence_ids(text));
  }

  const std::vector<std::string>& vocabulary() const override { return words_.names(); }
  const std::vector<std::string>& relations() const override { return relations_; }
  const std::vector<std::string>& categories() const override { return categories_; }
  Index max_length() const override { return kMaxEnglishLength; }

  bool is_held_out(const std::vector<Index>& ids) const override {
    for (const std::vector<Index>& sentence : shown_) {
      if (sentence == ids) return true;
    }
    return GeneratedTask::is_held_out(ids);
  }

  Example parse(std::string_view text) const override { return example_of(sentence_ids(text)); }

 protected:
  Example generate(Random& random) const override {
    return example_of(english_sentence(words_, random));
  }

 private:
  std::vector<Index> sentence_ids(std::string_view text) const {
    std::vector<std::string> typed;
    for (std::string& word : typed_words(text)) {
      lower_case(word);
      if (word == "didn't") {
        typed.push_back("did");
        word = "not";
      }
      typed.push_back(word);
    }
    if (!typed.empty() && typed.back() != ".") typed.push_back(".");
    return typed_ids(typed, words_.names(), kMaxEnglishLength);
  }

  Example example_of(const std::vector<Index>& ids) const {
    const EnglishLinks links = english_links(words_, ids);
    Example example;
    example.ids = ids;
    example.category = links.kind;
    example.labels.assign(ids.size(), -1);
    for (std::size_t i = 0; i < links.links.size(); ++i) {
      const EnglishLink& link = links.links[i];
      if (link.position < 0 || !(every_word_ || link.answers)) continue;
      example.labels[i] = ids[static_cast<std::size_t>(link.position)];
      example.relations.push_back({link.role, static_cast<Index>(i), link.position});
    }
    return example;
  }

  bool every_word_;
  EnglishWords words_;
  std::vector<std::vector<Index>> shown_;
  std::vector<std::string> relations_{std::begin(kRelations), std::end(kRelations)};
  std::vector<std::string> categories_{std::begin(kCategories), std::end(kCategories)};
};

}  // namespace

std::unique_ptr<Task> make_goes_with(const TaskOptions&) {
  return std::make_unique<EnglishTask>(true);
}
std::unique_ptr<Task> make_who(const TaskOptions&) { return std::make_unique<EnglishTask>(false); }

}  // namespace attn
