// How the vector of one word changes from layer to layer, and at which layers sentences of
// different meanings pull it apart.
#pragma once

#include "base/tensor.h"

namespace attn {

// Points in the plane of their first two principal components. The axes are the same for all
// sentences and layers. The sign of an axis is such that the first sentence's coordinate of the
// largest magnitude is positive (the next sentence's, if those of the first are all 0).
struct PrincipalPlane {
  Tensor coordinates;  // [sentence, layer, component 2]
  Tensor explained;    // [component 2]  the share of the points' variance along each axis
};

struct WordPaths {
  PrincipalPlane apart;  // of vectors minus the mean of their layer: what sets sentences apart
  PrincipalPlane plain;  // of vectors minus one mean over sentences and layers
  // The share of the variance over sentences and layers that is common to all sentences: that of
  // the layers' means.
  float common = 0;
  // [layer]  The same for the squared lengths of a layer's vectors: the share of their mean.
  Tensor common_by_layer;
};

// A component along which the points differ by less than rounding errors has coordinates and share
// 0. So have shares of a variance or length of 0.
//   vectors  [sentence, layer, d_model] of the word; layer 0: what enters the first layer
// The word should be at the same place in all sentences, or the paths also differ by its position.
// Throws std::invalid_argument for vectors of another rank, for none, for more than 512, and for
// numbers that are not finite.
WordPaths word_paths(const Tensor& vectors);

}  // namespace attn
