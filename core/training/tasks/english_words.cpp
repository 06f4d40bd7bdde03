#include "training/tasks/english_words.h"

namespace attn {
namespace {

// One line per class, in the order of EnglishClass.
constexpr const char* kEnglishLists[kNumEnglishClasses] = {
    ".",
    "the",
    "that",
    "because",
    "too",
    "did",
    "not",
    "is are was were",
    "it he she they",
    "man men boy boys king kings",
    "woman women girl girls queen queens",
    "animal animals cat cats dog dogs horse horses",
    "street streets river rivers bridge bridges field fields",
    "tired hungry afraid slow young sick",
    "wide long dark wet steep narrow",
    "chased saw followed loved feared watched",
    "cross enter leave like",
    "crossed entered left liked",
    "lead ride drive push",
    "led rode drove pushed",
    "runs run sleeps sleep waits wait sings sing",
    "ran slept waited sang",
    "near behind with",
    "over across along past",
};

}  // namespace

EnglishWords::EnglishWords() {
  for (int i = 0; i < kNumEnglishClasses; ++i) {
    first_[i] = static_cast<Index>(names_.size());
    std::string name;
    for (const char* at = kEnglishLists[i];; ++at) {
      if (*at != ' ' && *at != '\0') {
        name += *at;
        continue;
      }
      names_.push_back(name);
      name.clear();
      if (*at == '\0') break;
    }
  }
  first_[kNumEnglishClasses] = static_cast<Index>(names_.size());
}

Index EnglishWords::pronoun_of(Index noun) const {
  enum { kIt, kHe, kShe, kThey };
  if (is_plural(noun)) return word(kPronoun, kThey);
  return word(kPronoun, is(noun, kMan) ? kHe : is(noun, kWoman) ? kShe : kIt);
}

}  // namespace attn
