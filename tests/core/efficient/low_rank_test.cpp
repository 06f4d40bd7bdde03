// Low-rank variants: projected keys (Linformer) and random features (Performer).
#include <algorithm>

#include "base/finite.h"
#include "core/efficient/double_loops.h"
#include "efficient/linformer.h"
#include "efficient/performer.h"
#include "efficient/random_features.h"
#include "ops/mask_patterns.h"
#include "ops/softmax.h"
#include "support/refusal.h"

namespace attn {
namespace {

// ---- Linformer

std::vector<double> linformer_loops(const reference::Values& x, const Sizes& e, Index k_projected,
                                    double scale, const std::vector<std::uint8_t>& padding,
                                    reference::Count count = nullptr) {
  return reference::for_each_head(x, e, [&](const auto& head, std::vector<double>& context) {
    const auto project = [&](const std::vector<double>& by, const double* rows, Index width) {
      std::vector<std::vector<double>> projected(static_cast<std::size_t>(k_projected));
      for (Index p = 0; p < k_projected; ++p) {
        projected[static_cast<std::size_t>(p)].resize(static_cast<std::size_t>(width));
        for (Index j = 0; j < e.n_key; ++j) {
          if (!is_real(padding, e, head.b, j)) continue;
          reference::add(by[static_cast<std::size_t>(p * e.n_key + j)], rows + j * width, width,
                         projected[static_cast<std::size_t>(p)].data(), count);
        }
      }
      return projected;
    };
    const auto keys = project(x.at("e"), head.k, e.d_head);
    const auto values = project(x.at("f"), head.v, e.d_v);
    std::vector<const double*> key_rows, value_rows;
    for (const auto& row : keys) key_rows.push_back(row.data());
    for (const auto& row : values) value_rows.push_back(row.data());
    for (Index i = 0; i < e.n_query; ++i) {
      reference::attend_row(head.q + i * e.d_head, key_rows, value_rows,
                            std::vector<double>(key_rows.size()), {scale, 1}, e.d_head, e.d_v,
                            context.data() + i * e.d_v, count);
    }
  });
}

reference::Values with_projections(const Heads& in, const LinformerParameters& parameters) {
  reference::Values values = doubles(in);
  for (const auto& [name, matrix] : {std::pair{"e", &parameters.e}, {"f", &parameters.f}}) {
    values[name].assign(matrix->data(), matrix->data() + matrix->size());
  }
  return values;
}

TEST(Linformer, WithIdentityProjectionsIsExact) {
  const Sizes e{2, 4, 2, 5, 7, 4, 3};
  const Heads in = random_inputs(e);
  const Matrix identity = Matrix::Identity(7, 7);
  LinformerTrace trace;
  const Tensor got = linformer_attention(in.q, in.k, in.v, {identity, identity}, {}, &trace);
  AttentionTrace exact;
  EXPECT_TRUE(all_near(
      got, scaled_dot_product_attention(in.q, in.k, in.v, Mask::none(), {}, &exact), 1e-6));
  EXPECT_TRUE(all_near(trace.weights, exact.weights, 1e-6));
  EXPECT_TRUE(all_near(trace.scores, exact.scores, 1e-6));
  EXPECT_TRUE(identical(trace.projected_k, in.k));
  EXPECT_TRUE(identical(trace.projected_v, in.v));
  EXPECT_TRUE(identical(trace.row_status, exact.row_status));
}

// TEST-CASES 36
TEST(Linformer, MatchesPlainLoopsAndItsGradientsCentralDifferences) {
  const Sizes e{2, 2, 1, 4, 5, 3, 2};
  const Heads in = random_inputs(e);
  const LinformerParameters parameters = LinformerParameters::random(3, 5, 2);
  const reference::Values values = with_projections(in, parameters);
  for (const auto& padding :
       {std::vector<std::uint8_t>{}, std::vector<std::uint8_t>{1, 1, 0, 1, 0, 1, 1, 1, 1, 1}}) {
    const auto formula = [&](const reference::Values& x) {
      return linformer_loops(x, e, 3, 0.6, padding);
    };
    const VariantOptions options{0.6f, padding};
    EXPECT_TRUE(all_near(linformer_attention(in.q, in.k, in.v, parameters, options),
                         formula(values), 2e-6));
    const LinformerGradients d =
        linformer_attention_backward(in.q, in.k, in.v, parameters, options, in.d_context);
    const auto floats = [](const Matrix& m) {
      return std::vector<float>(m.data(), m.data() + m.size());
    };
    expect_gradients(formula, values, in.d_context,
                     {{"q", d.d_q.data},
                      {"k", d.d_k.data},
                      {"v", d.d_v.data},
                      {"e", floats(d.parameters.e)},
                      {"f", floats(d.parameters.f)}});
  }
}

// TEST-CASES 8, 14, 21, 44
TEST(Linformer, PaddingIsNeverReadAndNonFiniteRowsAreFlagged) {
  const Sizes e{2, 1, 1, 3, 4, 2, 2};
  Heads in = random_inputs(e);
  const LinformerParameters parameters = LinformerParameters::random(2, 4, 1);
  const VariantOptions options{{}, {1, 1, 0, 1, 0, 0, 0, 0}};
  const Tensor clean = linformer_attention(in.q, in.k, in.v, parameters, options);
  in.k.matrix(0).row(2).setConstant(kNaN);
  in.v.matrix(0).row(2).setConstant(kNaN);
  LinformerTrace trace;
  EXPECT_TRUE(identical(linformer_attention(in.q, in.k, in.v, parameters, options, &trace), clean));
  EXPECT_EQ(trace.row_status.data, (std::vector<float>{0, 0, 0, 1, 1, 1}));
  EXPECT_TRUE(trace.context.matrix(1).isZero(0));
  const LinformerGradients d =
      linformer_attention_backward(in.q, in.k, in.v, parameters, options, in.d_context);
  EXPECT_FALSE(has_nan(d.d_q) || has_nan(d.d_k) || has_nan(d.d_v));
  EXPECT_TRUE(d.parameters.e.allFinite() && d.parameters.f.allFinite());
  EXPECT_TRUE(d.parameters.e.col(2).isZero(0) && d.d_k.matrix(0).row(2).isZero(0));

  in.q.matrix(0).row(1).setConstant(kNaN);
  const Tensor got = linformer_attention(in.q, in.k, in.v, parameters, options, &trace);
  EXPECT_EQ(trace.row_status.data, (std::vector<float>{0, 2, 0, 1, 1, 1}));
  EXPECT_TRUE(got.matrix(0).row(1).array().isNaN().all());
  EXPECT_EQ(got.matrix(0).row(2), clean.matrix(0).row(2));
  // TEST-CASES 41
  const Heads none = random_inputs({1, 1, 1, 2, 0, 2, 2});
  EXPECT_EQ(linformer_attention(none.q, none.k, none.v, {Matrix(3, 0), Matrix(3, 0)}).data,
            std::vector<float>(4));
}

// TEST-CASES 43
TEST(Linformer, RefusesMismatchedInputs) {
  const Heads in = random_inputs({1, 1, 1, 3, 4, 2, 2});
  const auto refused = [&](const LinformerParameters& parameters) {
    return refusal([&] { linformer_attention(in.q, in.k, in.v, parameters); });
  };
  EXPECT_EQ(refused({Matrix(2, 5), Matrix(2, 4)}), "expected e of shape [2, 4], got [2, 5]");
  EXPECT_EQ(refused({Matrix(2, 4), Matrix(3, 4)}), "expected f of shape [2, 4], got [3, 4]");
  EXPECT_EQ(refused({}), "expected k_projected of at least 1, got 0");
  EXPECT_EQ(refusal([] { LinformerParameters::random(0, 4, 1); }),
            "expected k_projected of at least 1, got 0");
  EXPECT_EQ(LinformerParameters::random(4, 9, 1).e, LinformerParameters::random(4, 9, 1).e);
  EXPECT_NE(LinformerParameters::random(4, 9, 1).e, LinformerParameters::random(4, 9, 1).f);
}

// ---- Performer

std::vector<double> performer_loops(const reference::Values& x, const Sizes& e,
                                    const Matrix& features, double scale, bool causal,
                                    const std::vector<std::uint8_t>& padding,
                                    reference::Count count = nullptr) {
  const Index num_features = features.rows();
  const std::vector<double> w(features.data(), features.data() + features.size());
  return reference::for_each_head(x, e, [&](const auto& head, std::vector<double>& context) {
    // phi(x) = exp(w · x - |x|²/2), from lemma 1.
    const auto features_of = [&](const double* row) {
      std::vector<double> y(row, row + e.d_head), phi;
      for (double& element : y) element *= std::sqrt(scale);
      double square = 0;
      for (const double element : y) square += element * element;
      for (Index m = 0; m < num_features; ++m) {
        phi.push_back(std::exp(
            reference::product(w.data() + m * e.d_head, y.data(), e.d_head, count) - square / 2));
      }
      return phi;
    };
    std::vector<std::vector<double>> key_features;
    for (Index j = 0; j < e.n_key; ++j) key_features.push_back(features_of(head.k + j * e.d_head));
    for (Index i = 0; i < e.n_query; ++i) {
      const std::vector<double> query_features = features_of(head.q + i * e.d_head);
      double sum = 0;
      double* row = context.data() + i * e.d_v;
      for (Index j = 0; j < e.n_key; ++j) {
        if (!is_real(padding, e, head.b, j)) continue;
        if (causal && j > i + e.n_key - e.n_query) continue;
        const double weight = reference::product(query_features.data(),
                                                 key_features[static_cast<std::size_t>(j)].data(),
                                                 num_features, nullptr);
        reference::add(weight, head.v + j * e.d_v, e.d_v, row, nullptr);
        sum += weight;
      }
      for (Index c = 0; c < e.d_v && sum != 0; ++c) row[c] /= sum;
    }
  });
}

// TEST-CASES 36
TEST(Performer, MatchesPlainLoopsAndItsGradientsCentralDifferences) {
  for (const Sizes& e : {Sizes{2, 2, 1, 4, 5, 3, 2}, Sizes{1, 1, 1, 5, 3, 3, 2}}) {
    const Heads in = random_inputs(e);
    std::vector<std::uint8_t> padding(static_cast<std::size_t>(e.batch * e.n_key), 1);
    padding[0] = padding[padding.size() - 1] = 0;
    for (const bool causal : {false, true}) {
      for (const auto& key_padding : {std::vector<std::uint8_t>{}, padding}) {
        const Performer config{7, 3, true, causal};
        const Matrix features = random_features(7, 3, 3, true);
        const auto formula = [&](const reference::Values& x) {
          return performer_loops(x, e, features, 0.5, causal, key_padding);
        };
        const VariantOptions options{0.5f, key_padding};
        PerformerTrace trace;
        const Tensor got = performer_attention(in.q, in.k, in.v, config, options, &trace);
        EXPECT_TRUE(all_near(got, formula(doubles(in)), 5e-6));
        EXPECT_TRUE(identical(performer_attention(in.q, in.k, in.v, config, options), got));
        EXPECT_TRUE(identical(trace.context, got));
        EXPECT_EQ(trace.random_features.matrix(), features);
        for (Index i = 0; i < got.size() / e.d_v; ++i) {
          const auto row = static_cast<std::size_t>(i);
          EXPECT_TRUE(trace.row_status.data[row] != 0 || trace.denominator.data[row] >= 1);
        }
        expect_gradients(
            formula, doubles(in), in.d_context,
            by_name(performer_attention_backward(in.q, in.k, in.v, config, options, in.d_context)),
            5e-5);
      }
    }
  }
}

// The root mean square difference from exact attention.
double performer_error(Index num_features, bool orthogonal, int seeds) {
  const Sizes e{1, 1, 1, 24, 24, 8, 8};
  Heads in = random_inputs(e, 40);
  // The variance of the features grows with exp(|x|²); the paper's bound assumes bounded queries
  // and keys.
  for (Tensor* x : {&in.q, &in.k}) x->matrix() *= 0.5f;
  const Tensor exact = scaled_dot_product_attention(in.q, in.k, in.v, Mask::none());
  double sum = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    const Performer config{num_features, static_cast<std::uint64_t>(seed), orthogonal, false};
    const Tensor got = performer_attention(in.q, in.k, in.v, config);
    sum += (got.matrix() - exact.matrix()).cast<double>().squaredNorm();
  }
  return std::sqrt(sum / seeds / static_cast<double>(exact.size()));
}

TEST(Performer, ErrorFallsWithTheRootOfNumFeaturesAndOrthogonalFeaturesAreBetter) {
  const double few = performer_error(64, true, 12), many = performer_error(1024, true, 12);
  EXPECT_GT(few / many, 3);  // 16 times as many features: about 4
  EXPECT_LT(few / many, 5.5);
  EXPECT_LT(many, 0.05);
  const double iid_few = performer_error(64, false, 24),
               iid_many = performer_error(1024, false, 12);
  EXPECT_GT(iid_few / iid_many, 3);
  EXPECT_LT(iid_few / iid_many, 5.5);
  EXPECT_LT(performer_error(8, true, 400), performer_error(8, false, 400));
}

TEST(Performer, FeaturesOfABlockAreOrthogonalWithTheNormsOfGaussianRows) {
  const Matrix w = random_features(20, 8, 5, true);
  for (Index a = 0; a < 20; ++a) {
    for (Index b = a / 8 * 8; b < a; ++b) {
      EXPECT_NEAR(w.row(a).dot(w.row(b)) / (w.row(a).norm() * w.row(b).norm()), 0, 1e-6);
    }
  }
  const Matrix many = random_features(4000, 8, 5, true);
  EXPECT_NEAR(many.rowwise().squaredNorm().mean(), 8, 0.2);
  EXPECT_NEAR(many.array().square().mean(), 1, 0.03);
  EXPECT_EQ(random_features(9, 4, 1, true), random_features(9, 4, 1, true));
  EXPECT_NE(random_features(9, 4, 1, true), random_features(9, 4, 2, true));
  EXPECT_EQ(random_features(9, 4, 1, true).topRows(3), random_features(3, 4, 1, true));
}

// TEST-CASES 6, 24
TEST(Performer, LargeScoresDoNotOverflowAndLaterTokensDoNotChangeEarlierOutputs) {
  const Sizes e{1, 1, 1, 6, 6, 4, 3};
  Heads in = random_inputs(e);
  const Performer config{16, 1, true, true};
  const Tensor before = performer_attention(in.q, in.k, in.v, config);
  for (Tensor* x : {&in.q, &in.k, &in.v}) x->matrix().row(4).setConstant(40);
  for (const bool causal : {true, false}) {
    const Tensor after = performer_attention(in.q, in.k, in.v, {16, 1, true, causal});
    EXPECT_FALSE(has_nan(after));
    EXPECT_TRUE(!causal || before.matrix().topRows(4) == after.matrix().topRows(4));
  }
  // The last causal query attends to all keys, like every query without causality.
  const Tensor all = performer_attention(in.q, in.k, in.v, {16, 1, true, false});
  const Tensor causal = performer_attention(in.q, in.k, in.v, config);
  EXPECT_TRUE(causal.matrix().row(5).isApprox(all.matrix().row(5), 1e-5f));
}

// TEST-CASES 8, 14, 21, 44
TEST(Performer, PaddingIsNeverReadAndNonFiniteRowsAreFlagged) {
  const Sizes e{2, 1, 1, 4, 4, 3, 2};
  for (const bool causal : {false, true}) {
    const Performer config{8, 1, true, causal};
    Heads in = random_inputs(e);
    const VariantOptions options{{}, {0, 1, 0, 1, 0, 0, 0, 0}};
    const Tensor clean = performer_attention(in.q, in.k, in.v, config, options);
    for (const Index j : {0, 2}) {
      in.k.matrix(0).row(j).setConstant(kNaN);
      in.v.matrix(0).row(j).setConstant(kNaN);
    }
    PerformerTrace trace;
    EXPECT_TRUE(identical(performer_attention(in.q, in.k, in.v, config, options, &trace), clean));
    const float first = causal ? 1 : 0;
    EXPECT_EQ(trace.row_status.data, (std::vector<float>{first, 0, 0, 0, 1, 1, 1, 1}));
    EXPECT_TRUE(trace.context.matrix(1).isZero(0));
    const AttentionGradients d =
        performer_attention_backward(in.q, in.k, in.v, config, options, in.d_context);
    EXPECT_FALSE(has_nan(d.d_q) || has_nan(d.d_k) || has_nan(d.d_v));
    EXPECT_TRUE(d.d_k.matrix(0).row(2).isZero(0) && d.d_k.matrix(1).isZero(0));

    Heads special = random_inputs(e);
    special.q.matrix(0).row(1).setConstant(kNaN);
    special.k.matrix(1).row(2).setConstant(1e30f);  // |y|² overflows float32
    const Tensor got = performer_attention(special.q, special.k, special.v, config, {}, &trace);
    const float early = causal ? 0 : 2;
    EXPECT_EQ(trace.row_status.data, (std::vector<float>{0, 2, 0, 0, early, early, 2, 2}));
    EXPECT_TRUE(got.matrix(0).row(1).array().isNaN().all());
    EXPECT_TRUE(got.matrix(1).bottomRows(2).array().isNaN().all());
    EXPECT_TRUE(has_nan(
        performer_attention_backward(special.q, special.k, special.v, config, {}, special.d_context)
            .d_k));
    // TEST-CASES 41
    const Heads none = random_inputs({1, 1, 1, 2, 0, 2, 2});
    EXPECT_EQ(performer_attention(none.q, none.k, none.v, config).data, std::vector<float>(4));
    EXPECT_EQ(
        performer_attention_backward(none.q, none.k, none.v, config, {}, none.d_context).d_q.data,
        std::vector<float>(4));
  }
}

TEST(Performer, RefusesInvalidFeatures) {
  const Heads in = random_inputs({1, 1, 1, 3, 4, 2, 2});
  EXPECT_EQ(refusal([&] { performer_attention(in.q, in.k, in.v, {0}); }),
            "expected num_features of at least 1, got 0");
  EXPECT_EQ(refusal([&] { performer_attention(in.q, in.k, in.v, {4}, {-1.0f, {}}); }),
            "expected a scale above 0, got -1");
}

}  // namespace
}  // namespace attn
