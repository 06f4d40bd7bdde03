#include "analysis/vectors/word_paths.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "base/check.h"
#include "base/finite.h"

namespace attn {
namespace {

using Points = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr Index kMaxVectors = 512;  // the decomposition takes the cube of their number
constexpr Index kComponents = 2;
// Below this share of the squared length of all vectors, differences are rounding errors of
// float32.
constexpr double kRounding = 1e-12;

// The products of any two points: its eigenvectors, times the roots of their eigenvalues, are the
// principal components of centered points.
Eigen::MatrixXd gram_of(const Points& points) {
  Eigen::MatrixXd gram(points.rows(), points.rows());
  for (Index i = 0; i < points.rows(); ++i) {
    for (Index j = 0; j <= i; ++j) {
      double product = 0;
      for (Index k = 0; k < points.cols(); ++k) product += points(i, k) * points(j, k);
      gram(i, j) = gram(j, i) = product;
    }
  }
  return gram;
}

double squared_length(const Points& points) {
  double sum = 0;
  for (Index i = 0; i < points.size(); ++i) sum += points.data()[i] * points.data()[i];
  return sum;
}

// 1 or -1, as PrincipalPlane says.
double sign_of(const Eigen::MatrixXd& vectors, Index component, Index layers) {
  for (Index first = 0; first < vectors.rows(); first += layers) {
    double largest = 0;
    for (Index i = first; i < first + layers; ++i) {
      const double coordinate = vectors(i, component);
      // The first of equal ones, whatever their rounding errors.
      if (std::abs(coordinate) > 1.000001 * std::abs(largest)) largest = coordinate;
    }
    if (std::abs(largest) > 1e-6) return largest < 0 ? -1 : 1;
  }
  return 1;
}

//   points    [sentence * layer, d_model], centered
//   rounding  the variance that rounding errors have
PrincipalPlane plane_of(const Points& points, Index layers, double rounding) {
  const Index n = points.rows();
  PrincipalPlane plane{
      Tensor({"sentence", "layer", "component"}, {n / layers, layers, kComponents}),
      Tensor({"component"}, {kComponents})};
  const double all = squared_length(points);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram_of(points));
  for (Index c = 0; c < kComponents && c < n; ++c) {
    const Index at = n - 1 - c;  // eigenvalues are in ascending order
    const double value = solver.eigenvalues()(at);
    if (value <= rounding) break;
    const double factor = sign_of(solver.eigenvectors(), at, layers) * std::sqrt(value);
    MatrixMap coordinates = rows_of(plane.coordinates);
    for (Index i = 0; i < n; ++i) {
      coordinates(i, c) = static_cast<float>(factor * solver.eigenvectors()(i, at));
    }
    plane.explained.data[static_cast<std::size_t>(c)] = static_cast<float>(value / all);
  }
  return plane;
}

}  // namespace

WordPaths word_paths(const Tensor& vectors) {
  if (vectors.rank() != 3 || vectors.data.empty()) {
    refuse("expected vectors of shape [sentence, layer, d_model], got {}", {vectors});
  }
  const Index sentences = vectors.shape[0], layers = vectors.shape[1], n = sentences * layers;
  if (n > kMaxVectors) {
    refuse("expected at most {} vectors, sentences times layers, got {}", {kMaxVectors, n});
  }
  if (!all_finite(vectors.data.data(), vectors.size())) {
    refuse("expected finite vectors, got NaN or infinity");
  }

  WordPaths paths;
  Points points = rows_of(vectors).cast<double>();
  const double rounding = kRounding * squared_length(points);
  Points means = Points::Zero(layers, points.cols());
  paths.common_by_layer = Tensor({"layer"}, {layers});
  for (Index layer = 0; layer < layers; ++layer) {
    double layer_squared_norm = 0;
    for (Index i = layer; i < n; i += layers) {
      means.row(layer) += points.row(i);
      layer_squared_norm += points.row(i).squaredNorm();
    }
    means.row(layer) /= static_cast<double>(sentences);
    const double common = static_cast<double>(sentences) * means.row(layer).squaredNorm();
    if (layer_squared_norm > 0) {
      paths.common_by_layer.data[static_cast<std::size_t>(layer)] =
          static_cast<float>(common / layer_squared_norm);
    }
  }
  const Eigen::RowVectorXd mean = means.colwise().mean();
  points.rowwise() -= mean;
  paths.plain = plane_of(points, layers, rounding);
  const double plain = squared_length(points);
  for (Index i = 0; i < n; ++i) points.row(i) -= means.row(i % layers) - mean;
  paths.apart = plane_of(points, layers, rounding);
  if (plain > rounding) paths.common = static_cast<float>(1 - squared_length(points) / plain);
  return paths;
}

}  // namespace attn
