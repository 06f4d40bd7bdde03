// Constants of the zip record formats (APPNOTE 6.3, section 4.3), shared by reader and writer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace attn::zip {

inline constexpr std::uint32_t kLocalSignature = 0x04034B50;
inline constexpr std::uint32_t kDescriptorSignature = 0x08074B50;
inline constexpr std::uint32_t kCentralSignature = 0x02014B50;
inline constexpr std::uint32_t kEndSignature = 0x06054B50;

inline constexpr std::size_t kLocalSize = 30;    // without name and extra field
inline constexpr std::size_t kCentralSize = 46;  // without name, extra field and comment
inline constexpr std::size_t kEndSize = 22;      // without comment

inline constexpr std::uint32_t kStored = 0;
inline constexpr std::uint32_t kDeflated = 8;

inline constexpr std::uint32_t kDeflateOptions = 0x0006;  // the compression level
inline constexpr std::uint32_t kHasDescriptor = 0x0008;   // CRC and sizes follow the data
inline constexpr std::uint32_t kUtf8 = 0x0800;            // the name is UTF-8

inline constexpr std::uint32_t kInZip64 = 0xFFFFFFFF;  // the size is in the extra field
inline constexpr std::uint32_t kZip64Extra = 0x0001;

}  // namespace attn::zip
