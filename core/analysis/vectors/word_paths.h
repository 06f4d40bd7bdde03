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
  PrincipalPlane apart;  // of vectors minus the mean of their layer: how the sentences differ
  PrincipalPlane plain;  // of vectors minus the mean over all sentences and layers
  // The variance of the layers' means, as a share of the variance over sentences and layers: the
  // part that all sentences have in common.
  float common = 0;
  // [layer]  |mean vector|², as a share of the mean |vector|² of the layer.
  Tensor common_by_layer;
};

// A component along which the points differ by less than rounding errors has coordinates 0 and
// share 0. Where all variances or lengths are 0, their shares are 0 as well.
//   vectors  [sentence, layer, d_model] of the word; layer 0 is the input of the first layer
// The word should have the same position in all sentences; otherwise the paths also show its
// position.
// Throws std::invalid_argument for vectors of another rank, for none, for more than 512, and for
// numbers that are not finite.
WordPaths word_paths(const Tensor& vectors);

}  // namespace attn
