#include "io/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include "base/check.h"

namespace attn {
namespace {

class Stream {
 public:
  Stream(const std::uint8_t* bytes, std::size_t size) {
    stream_.next_in = const_cast<Bytef*>(bytes);  // zlib does not write there
    stream_.avail_in = static_cast<uInt>(size);
    if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~Stream() { inflateEnd(&stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Fills `part` unless the stream ends; returns how many bytes were written.
  std::size_t read(std::vector<std::uint8_t>& part) {
    stream_.next_out = part.data();
    stream_.avail_out = static_cast<uInt>(part.size());
    int status = Z_OK;
    while (status == Z_OK && stream_.avail_out != 0) status = ::inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    has_ended_ = status == Z_STREAM_END;
    if (!has_ended_ && status != Z_OK) {
      refuse("expected a deflate stream, got {}",
             {stream_.msg != nullptr ? stream_.msg : "one without its end"});
    }
    return part.size() - stream_.avail_out;
  }
  bool has_ended() const { return has_ended_; }
  std::size_t unread() const { return stream_.avail_in; }

 private:
  z_stream stream_{};
  bool has_ended_ = false;
};

}  // namespace

void inflate(const std::uint8_t* bytes, std::size_t size, std::uint64_t output_size,
             ByteSink& sink) {
  Stream stream(bytes, size);
  // At most one byte more than declared, which is enough to detect a longer stream.
  std::vector<std::uint8_t> part(
      static_cast<std::size_t>(std::min<std::uint64_t>(output_size + 1, kInflateWindow)));
  std::uint64_t total = 0;
  while (!stream.has_ended()) {
    const std::size_t count = stream.read(part);
    total += count;
    if (total > output_size) break;
    if (count != 0) sink.take(part.data(), count);
  }
  if (total != output_size) {
    refuse("expected a deflate stream of {} bytes as declared, got {}",
           {std::to_string(output_size), total > output_size ? "more" : std::to_string(total)});
  }
  if (stream.unread() != 0) {
    refuse("expected a deflate stream to end with its entry, got {} bytes after it",
           {std::to_string(stream.unread())});
  }
}

}  // namespace attn
