#include "base/named_tensors.h"

#include <gtest/gtest.h>

#include "support/refusal.h"

namespace attn {
namespace {

TEST(NamedTensors, KeepInsertionOrder) {
  NamedTensors tensors{{"q", Tensor::scalar(1)}};
  tensors.put("a", Tensor::scalar(2));
  std::string names;
  for (const auto& [name, tensor] : tensors) names += name;
  EXPECT_EQ(names, "qa");
  EXPECT_EQ(tensors.size(), 2u);
  EXPECT_FALSE(tensors.empty());
  EXPECT_TRUE(NamedTensors().empty());
}

TEST(NamedTensors, PutReplacesATensorOfTheSameNameInPlace) {
  NamedTensors tensors{{"q", Tensor::scalar(1)}, {"k", Tensor::scalar(2)}};
  tensors.put("q", Tensor::scalar(3));
  EXPECT_EQ(tensors.size(), 2u);
  EXPECT_EQ(tensors.begin()->first, "q");
  EXPECT_EQ(tensors.at("q").data[0], 3);
}

TEST(NamedTensors, FindReturnsNullAndAtListsTheNamesThatExist) {
  const NamedTensors tensors{{"q", Tensor::scalar(1)}, {"k", Tensor::scalar(2)}};
  EXPECT_EQ(tensors.find("k")->data[0], 2);
  EXPECT_EQ(tensors.find("w_q"), nullptr);
  EXPECT_EQ(refusal([&] { tensors.at("w_q"); }), "expected a tensor \"w_q\", got \"q\", \"k\"");
  EXPECT_EQ(refusal([] { NamedTensors().at("x"); }), "expected a tensor \"x\", got none");
}

}  // namespace
}  // namespace attn
