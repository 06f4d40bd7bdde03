// Invalid .safetensors files, each in a different way.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/io/malformed_file.h"

namespace attn {

inline std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

// Builds the header of one tensor "x" with the given parts.
inline std::string header_of(std::string_view type, std::string_view shape,
                             std::string_view offsets) {
  return "{\"x\":{\"dtype\":" + std::string(type) + ",\"shape\":" + std::string(shape) +
         ",\"data_offsets\":" + std::string(offsets) + "}}";
}

inline constexpr std::string_view kGoodHeader =
    R"({"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
    R"("b":{"dtype":"F16","shape":[1,3],"data_offsets":[8,14]}})";

inline void add_wrong_lengths(std::vector<MalformedFile>& files) {
  struct Length {
    const char* name;
    std::uint64_t length;
  };
  const Bytes good = safetensors_bytes(kGoodHeader, 14);
  const std::uint64_t right = kGoodHeader.size();
  for (const Length& wrong :
       {Length{"0", 0}, Length{"1", 1}, Length{"one short", right - 1},
        Length{"one long", right + 1}, Length{"the whole file", right + 14},
        Length{"one above the file", right + 15}, Length{"with its own 8 bytes", right + 22},
        Length{"2^31", 1ull << 31}, Length{"2^32", 1ull << 32},
        Length{"2^32 + the right one", (1ull << 32) + right}, Length{"2^63 - 1", (1ull << 63) - 1},
        Length{"2^63", 1ull << 63}, Length{"2^63 + the right one", (1ull << 63) + right},
        Length{"2^64 - 8", ~7ull}, Length{"2^64 - 1", ~0ull}}) {
    Bytes bytes;
    append_uint64(bytes, wrong.length);
    bytes.insert(bytes.end(), good.begin() + 8, good.end());
    files.push_back({std::string("header length ") + wrong.name, bytes, "header"});
  }
}

inline void add_wrong_numbers(std::vector<MalformedFile>& files) {
  const auto number = [&](const std::string& text, const std::string& message_of_shape,
                          const std::string& message_of_offsets) {
    const auto add = [&](const char* name, const std::string& header, const std::string& message) {
      files.push_back({name + text, safetensors_bytes(header, 1), message});
    };
    add("extent ", header_of("\"U8\"", "[1," + text + "]", "[0,1]"), message_of_shape);
    add("begin ", header_of("\"U8\"", "[1]", "[" + text + ",1]"), message_of_offsets);
    add("end ", header_of("\"U8\"", "[1]", "[0," + text + "]"), message_of_offsets);
  };
  for (const char* text :
       {"NaN", "nan", "Infinity", "-Infinity", "+1", "01", "0x1", "1_0", ".5", "1.", ""}) {
    number(text, "to be JSON", "to be JSON");
  }
  struct Value {
    const char *text, *got;
  };
  for (const Value& value :
       {Value{"-1", "a negative number"}, Value{"-0", "a negative number"}, Value{"1.0", "\"1.0\""},
        Value{"1.5", "\"1.5\""}, Value{"1e0", "\"1e0\""}, Value{"1E2", "\"1E2\""},
        Value{"null", "null"}, Value{"true", "true"}, Value{"\"1\"", "\"1\""},
        Value{"[1]", "a list"}, Value{"{}", "an object"},
        Value{"18446744073709551617", "\"18446744073709551617\""},
        Value{"100000000000000000000000000000", "\"100000000000000000000000000000\""}}) {
    const std::string whole = "whole numbers below 2^64 as ",
                      got = std::string(", got ") + value.got;
    number(value.text, whole + "shape" + got, whole + "data_offsets" + got);
  }
  for (const char* text : {"9223372036854775808", "18446744073709551615"}) {
    number(text, std::string("extents below 2^31, got ") + text, "offsets 1 bytes apart");
  }
}

inline void add_wrong_sizes(std::vector<MalformedFile>& files) {
  struct Sized {
    const char *name, *type, *shape, *offsets;
    std::size_t data_size;
    const char* message;
  };
  for (const Sized& wrong :
       {Sized{"shape larger than offsets", "F32", "[2]", "[0,4]", 4, "8 bytes apart"},
        Sized{"shape smaller than offsets", "F32", "[1]", "[0,8]", 8, "4 bytes apart"},
        Sized{"type wider than offsets", "F64", "[1]", "[0,4]", 4, "8 bytes apart"},
        Sized{"scalar without its number", "F32", "[]", "[0,0]", 0, "4 bytes apart"},
        Sized{"empty shape with data", "F32", "[0]", "[0,4]", 4, "0 bytes apart"},
        Sized{"end before begin", "U8", "[1]", "[1,0]", 1, "1 bytes apart"},
        Sized{"end before begin by the size", "U8", "[4]", "[4,0]", 4, "4 bytes apart"},
        Sized{"end beyond the data", "U8", "[2]", "[0,2]", 1, "2 bytes of data"},
        Sized{"end far beyond the data", "U8", "[1000000]", "[0,1000000]", 1,
              "1000000 bytes of data"},
        Sized{"gap at the start", "U8", "[1]", "[1,2]", 2, "gap"},
        Sized{"trailing bytes", "U8", "[1]", "[0,1]", 2, "1 bytes of data"},
        Sized{"begin near 2^63", "U8", "[1]", "[9223372036854775806,9223372036854775807]", 1,
              "gap"},
        Sized{"2^31 elements", "U8", "[2147483648]", "[0,2147483648]", 1, "2^31"},
        Sized{"2^16 x 2^15 elements", "U8", "[65536,32768]", "[0,2147483648]", 1, "2^31"},
        Sized{"product of 2^32", "U8", "[65536,65536]", "[0,0]", 0, "2^31"},
        Sized{"product of 2^64", "U8", "[65536,65536,65536,65536]", "[0,0]", 0, "2^31"},
        Sized{"product of 2^64 and 1", "U8", "[4294967296,4294967296]", "[0,0]", 0, "2^31"},
        Sized{"2^63 - 1 beside 0", "U8", "[0,9223372036854775807]", "[0,0]", 0, "2^31"},
        Sized{"17 axes", "U8", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", "[0,1]", 1, "16 axes"}}) {
    files.push_back({wrong.name,
                     safetensors_bytes(
                         header_of('"' + std::string(wrong.type) + '"', wrong.shape, wrong.offsets),
                         wrong.data_size),
                     wrong.message});
  }
}

inline void add_wrong_types(std::vector<MalformedFile>& files) {
  for (const char* type :
       {"\"\"", "\"f32\"", "\"F32 \"", "\"F31\"", "\"F8_E4M3\"", "\"F8_E5M2\"", "\"U15\"",
        "\"u32\"", "\"U128\"", "\"C64\"", "\"F128\"", "\"F32\\u0000\"", "\"object\"", "\"BOOL8\"",
        "\"F\"", "32", "null", "[\"F32\"]", "{}"}) {
    files.push_back({std::string("type ") + type,
                     safetensors_bytes(header_of(type, "[1]", "[0,4]"), 4),
                     type[0] == '"' ? "to be of F64" : "to have text as dtype"});
  }
}

// Adds headers that are not the JSON of the format.
inline void add_wrong_json(std::vector<MalformedFile>& files) {
  struct Header {
    const char* name;
    std::string text;
    std::size_t data_size;
    const char* message;
  };
  const std::string a = R"("a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]})";
  const std::string b = R"("b":{"dtype":"U8","shape":[1],"data_offsets":[1,2]})";
  const auto tensor = [](std::string_view inside) {
    return "{\"a\":{" + std::string(inside) + "}}";
  };
  const Header headers[] = {
      {"empty text", "", 0, "'{'"},
      {"a space before", " {" + a + "}", 1, "begin with '{'"},
      {"a byte order mark", "\xEF\xBB\xBF{" + a + "}", 1, "begin with '{'"},
      {"an array", "[]", 0, "'{'"},
      {"a number", "1", 0, "'{'"},
      {"null", "null", 0, "'{'"},
      {"no end", "{" + a, 1, "JSON"},
      {"a second object", "{" + a + "}{}", 1, "JSON"},
      {"text after it", "{" + a + "}x", 1, "JSON"},
      {"zero bytes after it", "{" + a + "}" + std::string(4, '\0'), 1, "JSON"},
      {"a comma at the end", "{" + a + ",}", 1, "JSON"},
      {"a comma at the start", "{," + a + "}", 1, "JSON"},
      {"no comma", "{" + a + b + "}", 2, "JSON"},
      {"two commas", "{" + a + ",," + b + "}", 2, "JSON"},
      {"no colon", R"({"a"{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1, "JSON"},
      {"a key without quotes", R"({a:{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1, "JSON"},
      {"single quotes", R"({'a':{'dtype':'U8','shape':[1],'data_offsets':[0,1]}})", 1, "JSON"},
      {"a comment", "{/**/" + a + "}", 1, "JSON"},
      {"overlapping by one byte",
       R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})",
       3, "overlap"},
      {"the same data twice",
       R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})",
       2, "overlap"},
      {"one tensor within another",
       R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})",
       4, "overlap"},
      {"a gap between",
       R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}})",
       3, "gap"},
      {"an empty tensor beyond the data",
       R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"U8","shape":[0],"data_offsets":[9,9]}})",
       1, "gap"},
      {"a tensor's name twice", "{" + a + "," + a + "}", 1, "twice"},
      {"a tensor's name twice, once escaped",
       "{" + a + R"(,"\u0061":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})", 2, "twice"},
      {"a surrogate pair's name twice",
       "{\"\xF0\x9F\x98\x80\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
       R"("\ud83d\uDE00":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})",
       2, "twice"},
      {"metadata twice", R"({"__metadata__":{},"__metadata__":{}})", 0, "two"},
      {"a key of the metadata twice", R"({"__metadata__":{"k":"1","j":"2","k":"3"}})", 0, "twice"},
      {"metadata that is text", R"({"__metadata__":"k"})", 0, "an object"},
      {"metadata that is null", R"({"__metadata__":null})", 0, "an object"},
      {"metadata with a number", R"({"__metadata__":{"k":1}})", 0, "to be text"},
      {"metadata with an object", R"({"__metadata__":{"k":{}}})", 0, "to be text"},
      {"metadata like a tensor",
       R"({"__metadata__":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1, "to be text"},
      {"a tensor that is null", R"({"a":null})", 0, "an object"},
      {"a tensor that is a list", R"({"a":[]})", 0, "an object"},
      {"a tensor of nothing", R"({"a":{}})", 0, "dtype"},
      {"no type", tensor(R"("shape":[1],"data_offsets":[0,1])"), 1, "no dtype"},
      {"no shape", tensor(R"("dtype":"U8","data_offsets":[0,1])"), 1, "no shape"},
      {"no offsets", tensor(R"("dtype":"U8","shape":[1])"), 1, "no data_offsets"},
      {"the type twice", tensor(R"("dtype":"U8","dtype":"U8","shape":[1],"data_offsets":[0,1])"), 1,
       "twice"},
      {"the shape twice", tensor(R"("dtype":"U8","shape":[1],"shape":[1],"data_offsets":[0,1])"), 1,
       "twice"},
      {"the offsets twice",
       tensor(R"("dtype":"U8","shape":[1],"data_offsets":[0,1],"data_offsets":[0,1])"), 1, "twice"},
      {"an unknown key", tensor(R"("dtype":"U8","shape":[1],"data_offsets":[0,1],"strides":[1])"),
       1, "strides"},
      {"a key in capitals", tensor(R"("DTYPE":"U8","shape":[1],"data_offsets":[0,1])"), 1, "DTYPE"},
      {"one offset", tensor(R"("dtype":"U8","shape":[1],"data_offsets":[0])"), 1, "fewer"},
      {"three offsets", tensor(R"("dtype":"U8","shape":[1],"data_offsets":[0,1,1])"), 1, "more"},
      {"no offsets in the list", tensor(R"("dtype":"U8","shape":[1],"data_offsets":[])"), 1,
       "fewer"},
      {"offsets that are an object", tensor(R"("dtype":"U8","shape":[1],"data_offsets":{"0":1})"),
       1, "lists as shape"},
      {"a shape that is a number", tensor(R"("dtype":"U8","shape":1,"data_offsets":[0,1])"), 1,
       "lists as shape"},
      {"a comma at a shape's end", tensor(R"("dtype":"U8","shape":[1,],"data_offsets":[0,1])"), 1,
       "JSON"},
      {"a shape within a shape", tensor(R"("dtype":"U8","shape":[[1]],"data_offsets":[0,1])"), 1,
       "whole numbers"},
      {"a shape that does not end", R"({"a":{"dtype":"U8","shape":[1)", 1, "JSON"},
      {"a string that does not end", R"({"abc)", 0, "JSON"},
      {"an escape that does not end", "{\"a\\", 0, "JSON"},
      {"an unknown escape", R"({"\a":{}})", 0, "JSON"},
      {"three hexadecimal digits", R"({"\u004":{}})", 0, "JSON"},
      {"no hexadecimal digit", R"({"\u00g1":{}})", 0, "JSON"},
      {"hexadecimal digits cut off", R"({"\u00)", 0, "JSON"},
      {"a high surrogate alone", R"({"\ud83d":{}})", 0, "JSON"},
      {"a high surrogate before a letter", R"({"\ud83dab":{}})", 0, "JSON"},
      {"two high surrogates", R"({"\ud83d\ud83d":{}})", 0, "JSON"},
      {"a low surrogate alone", R"({"\ude00":{}})", 0, "JSON"},
      {"a newline in a string", "{\"a\n\":{}}", 0, "JSON"},
      {"a zero byte in a string", std::string("{\"a\0\":{}}", 9), 0, "JSON"},
      {"UTF-8: a tail alone", "{\"\x80\":{}}", 0, "JSON"},
      {"UTF-8: overlong slash", "{\"\xC0\xAF\":{}}", 0, "JSON"},
      {"UTF-8: overlong in three", "{\"\xE0\x80\xAF\":{}}", 0, "JSON"},
      {"UTF-8: overlong in four", "{\"\xF0\x80\x80\xAF\":{}}", 0, "JSON"},
      {"UTF-8: a surrogate", "{\"\xED\xA0\x80\":{}}", 0, "JSON"},
      {"UTF-8: above U+10FFFF", "{\"\xF4\x90\x80\x80\":{}}", 0, "JSON"},
      {"UTF-8: 0xFF", "{\"\xFF\":{}}", 0, "JSON"},
      {"UTF-8: cut off by the quote", "{\"\xE2\x82\":{}}", 0, "JSON"},
      {"UTF-8: cut off by the end", "{\"\xE2\x82", 0, "JSON"},
      {"UTF-8 in the metadata", "{\"__metadata__\":{\"k\":\"\xC3\"}}", 0, "JSON"},
  };
  for (const Header& header : headers) {
    files.push_back(
        {header.name, safetensors_bytes(header.text, header.data_size), header.message});
  }
}

// Adds files of 100 kB to 1 MB that are designed to cost memory or time.
inline void add_costly(std::vector<MalformedFile>& files) {
  const std::string tensor = R"(":{"dtype":"U8","shape":[],"data_offsets":[0,1]},)";
  std::string tensors = "{", metadata = "{\"__metadata__\":{", same = tensors;
  for (int i = 0; i < 16000; ++i) {
    tensors += '"' + std::to_string(i) + tensor;
    metadata += '"' + std::to_string(i) + "\":\"\",";
  }
  for (int i = 0; i < 200; ++i) same += '"' + std::string(2000, 'x') + std::to_string(i) + tensor;
  struct Costly {
    const char* name;
    std::string header;
    const char* message;
  };
  const Costly all[] = {
      {"a million [", "{\"a\":" + std::string(1000000, '['), "an object"},
      {"a million {", std::string(1000000, '{'), "JSON"},
      {"objects within objects", repeated("{\"a\":", 200000), "each once"},
      {"metadata within metadata", repeated("{\"__metadata__\":", 60000), "to be text"},
      {"a shape within shapes", R"({"a":{"dtype":"U8","shape":)" + std::string(500000, '['),
       "whole numbers"},
      {"a shape of a million extents",
       R"({"a":{"dtype":"U8","shape":[)" + repeated("1,", 500000) + "1]}}", "16 axes"},
      {"a name without an end", "{\"" + std::string(1000000, 'x'), "JSON"},
      {"a name of control characters", "{\"" + std::string(1000000, '\x01'), "JSON"},
      {"a name of DEL", "{\"" + std::string(1000000, '\x7F') + "\":1}", "an object"},
      {"a name of escapes", "{\"" + repeated("\\u0001", 160000) + "\":1}", "an object"},
      {"a type of a million letters", R"({"a":{"dtype":")" + std::string(1000000, 'F') + "\"}}",
       "BF16"},
      {"a key of a million letters", R"({"a":{")" + std::string(1000000, 'k') + "\":1}}", "dtype"},
      {"a number of a million digits",
       R"({"a":{"dtype":"U8","shape":[)" + std::string(1000000, '9'), "JSON"},
      {"a number of a million zeros",
       R"({"a":{"dtype":"U8","shape":[)" + std::string(1000000, '0') + "]}}", "JSON"},
      {"a million spaces", "{" + std::string(1000000, ' '), "JSON"},
      {"metadata that does not end", "{\"__metadata__\":{\"k\":\"" + std::string(1000000, 'v'),
       "JSON"},
      {"metadata and a tensor that is wrong",
       "{\"__metadata__\":{\"k\":\"" + std::string(1000000, 'v') + "\"},\"a\":{}}", "dtype"},
      {"16000 tensors of the same data",
       tensors + R"("x":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})", "overlap"},
      {"16000 keys and one of them twice", metadata + "\"7\":\"\"}}", "twice"},
      {"names with a long beginning in common", same + "\"x\":{}}", "dtype"},
      {"too many tensors", tensors + tensors.substr(1) + "\"x\":{}}", "at most 16384"},
      {"too many keys", metadata + repeated("\"\":\"\",", 1000) + "\"\":\"\"}}", "at most 16384"},
  };
  for (const Costly& costly : all) {
    files.push_back({costly.name, safetensors_bytes(costly.header, 1), costly.message});
  }
}

inline std::vector<MalformedFile> malformed_safetensors() {
  std::vector<MalformedFile> files;
  add_truncations(files, "two tensors", safetensors_bytes(kGoodHeader, 14), [](std::size_t size) {
    const std::size_t data = 8 + kGoodHeader.size();
    if (size < 8) return "at least 8 bytes, got " + std::to_string(size);
    if (size < data) return "inside the file of " + std::to_string(size);
    return "14 bytes of data, as the offsets say, got " + std::to_string(size - data);
  });
  add_wrong_lengths(files);
  add_wrong_numbers(files);
  add_wrong_sizes(files);
  add_wrong_types(files);
  add_wrong_json(files);
  add_costly(files);
  return files;
}

}  // namespace attn
