// The words of the sentences in relation_sentences.h: common ones, which most tokenizers keep in
// one piece. No noun or size begins with a vowel. Modifiers are nouns too. No modifier is itself a
// thing or a place, and none modifies both a thing and a place, so no sentence has the same noun
// twice by chance.
#pragma once

#include <array>

namespace attn::relation_words {

struct RelationVerb {
  const char *base, *past;
};

struct ModifiedNoun {
  const char* word;
  std::array<const char*, 2> modifiers;  // each forms a common compound with it
};

inline constexpr std::array kWomen = {"girl", "woman", "mother", "queen", "sister", "daughter"};
inline constexpr std::array kMen = {"boy", "man", "father", "king", "brother", "son"};
inline constexpr std::array<ModifiedNoun, 10> kThings = {{{"ball", {"tennis", "beach"}},
                                                          {"book", {"history", "library"}},
                                                          {"box", {"lunch", "cigar"}},
                                                          {"letter", {"love", "business"}},
                                                          {"hat", {"straw", "party"}},
                                                          {"key", {"house", "car"}},
                                                          {"bag", {"paper", "leather"}},
                                                          {"coin", {"gold", "silver"}},
                                                          {"lamp", {"desk", "table"}},
                                                          {"picture", {"family", "wedding"}}}};
inline constexpr std::array<ModifiedNoun, 6> kPlaces = {{{"river", {"mountain", "forest"}},
                                                         {"street", {"village", "city"}},
                                                         {"garden", {"rose", "flower"}},
                                                         {"school", {"music", "dance"}},
                                                         {"tree", {"fruit", "pine"}},
                                                         {"wall", {"castle", "prison"}}}};
inline constexpr std::array kDeterminers = {"the", "a", "this", "that", "every"};
inline constexpr std::array kSizes = {"small", "big", "little", "large"};
inline constexpr std::array kQualities = {"old", "new", "strange", "nice", "famous"};
inline constexpr std::array kStatesOfPeople = {"tired", "happy", "hungry", "young", "strong"};
inline constexpr std::array kStatesOfThings = {"broken", "cheap", "heavy", "dirty", "beautiful"};
inline constexpr std::array kAuxiliaries = {"will", "could", "did", "should", "must"};
inline constexpr std::array kAdverbs = {"quickly", "never", "often", "soon", "always"};
inline constexpr std::array kPrepositions = {"near", "behind", "beside", "under"};
inline constexpr std::array<RelationVerb, 6> kVerbsOfPeople = {{{"see", "saw"},
                                                                {"watch", "watched"},
                                                                {"follow", "followed"},
                                                                {"like", "liked"},
                                                                {"help", "helped"},
                                                                {"remember", "remembered"}}};
inline constexpr std::array<RelationVerb, 6> kVerbsOfThings = {{{"drop", "dropped"},
                                                                {"find", "found"},
                                                                {"sell", "sold"},
                                                                {"carry", "carried"},
                                                                {"lose", "lost"},
                                                                {"want", "wanted"}}};

}  // namespace attn::relation_words
