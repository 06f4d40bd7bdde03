// A check that several settings share: rates, epsilons, and the temperature of generated tokens.
#pragma once

namespace attn {

// Throws unless number is finite and at least 0: "expected a finite epsilon of at least 0, got
// NaN".
void check_finite(const char* name, float number);

}  // namespace attn
