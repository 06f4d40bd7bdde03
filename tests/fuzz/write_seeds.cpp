// write_seeds FOLDER: writes the fuzzers' seed files to FOLDER/safetensors and FOLDER/npz.
#include <cstdio>
#include <string>

#include "core/io/malformed_npz.h"
#include "core/io/malformed_safetensors.h"
#include "io/npz.h"
#include "io/safetensors.h"

namespace attn {
namespace {

constexpr std::size_t kMaxBytes = 20000;  // larger seeds only slow the fuzzer down

void write(const std::string& path, const Bytes& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) {
    throw std::runtime_error("cannot write " + path);
  }
  std::fclose(file);
}

void write_malformed(const std::string& folder, const std::vector<MalformedFile>& files) {
  int number = 0;
  for (const MalformedFile& file : files) {
    if (file.bytes.size() > kMaxBytes || file.name.find(" cut to ") != std::string::npos) continue;
    write(folder + "/malformed_" + std::to_string(number++), file.bytes);
  }
}

void write_all(const std::string& folder) {
  write_malformed(folder + "/safetensors", malformed_safetensors());
  write_malformed(folder + "/npz", malformed_npz());
  write(folder + "/safetensors/good", safetensors_bytes(kGoodHeader, 14));
  write(folder + "/npz/good", good_npz());
  write(folder + "/npz/deflated", zip_bytes({deflated_floats()}));
  const ZipMember bomb = bomb_member("|u1", 10, "(2581,)");
  write(folder + "/npz/bomb", zip_bytes({bomb}));
  Bytes stream = {0, 4, 0};
  append(stream, bomb.data);
  write(folder + "/npz/stream", stream);
}

}  // namespace
}  // namespace attn

int main(int count, char** arguments) {
  if (count != 2) return 2;
  attn::write_all(arguments[1]);
}
