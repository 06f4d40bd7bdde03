// The words of the sentences in relation_sentences.h: common ones, which most tokenizers keep in
// one piece.
#pragma once

#include <array>

namespace attn {

struct RelationVerb {
  const char *base, *past;
};

inline constexpr std::array kWomen = {"girl", "woman", "mother", "queen", "sister", "daughter"};
inline constexpr std::array kMen = {"boy", "man", "father", "king", "brother", "son"};
inline constexpr std::array kThings = {"dog",  "cat",   "horse", "bird",  "book",
                                       "door", "house", "car",   "table", "letter"};
inline constexpr std::array kPlaces = {"river", "street", "garden", "school", "tree", "wall"};
inline constexpr std::array kDeterminers = {"the", "a", "this", "that", "every"};
inline constexpr std::array kAdjectives = {"tall", "small", "young", "new", "big", "strange"};
inline constexpr std::array kStates = {"tired", "famous", "lost", "beautiful", "strong"};
inline constexpr std::array kAuxiliaries = {"will", "could", "did", "should", "must"};
inline constexpr std::array kPrepositions = {"near", "behind", "beside", "under"};
inline constexpr std::array<RelationVerb, 7> kVerbs = {{{"see", "saw"},
                                                        {"find", "found"},
                                                        {"watch", "watched"},
                                                        {"follow", "followed"},
                                                        {"like", "liked"},
                                                        {"remember", "remembered"},
                                                        {"want", "wanted"}}};

}  // namespace attn
