/* SPDX-License-Identifier: MIT */
/* Content codings, one row each. Any thread. */
#include "server/base/codec.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum {
	PIECE = 64 << 10,     /* decoded at once */
	ZSTD_WINDOW_LOG = 23, /* 8 MiB, as RFC 8878 recommends for HTTP */
	ZSTD_WINDOW_LOG_MAX = 28,
	GZIP_WINDOW = 15 + 16,
};

static int copy(const void *bytes, size_t size, struct buffer *out)
{
	buffer_add(out, bytes, size);
	return out->err;
}

/* A frame may want a window as large as its content, and what is larger than the limit is refused
 * anyway. */
static int window_log(size_t limit)
{
	int log = ZSTD_WINDOW_LOG;

	while (log < ZSTD_WINDOW_LOG_MAX && ((size_t)1 << log) < limit)
		log++;
	return log;
}

static int zstd_error(size_t result)
{
	switch (ZSTD_getErrorCode(result)) {
	case ZSTD_error_frameParameter_windowTooLarge:
		return -E2BIG;
	case ZSTD_error_memory_allocation:
		return -ENOMEM;
	default:
		return -EINVAL;
	}
}

/* Decodes the next piece into OUT, or, where that is full, a byte that is one too many. */
static int step_zstd(ZSTD_DCtx *context, ZSTD_inBuffer *in, struct buffer *out, size_t limit,
                     size_t *left)
{
	const size_t room = limit - out->size < PIECE ? limit - out->size : PIECE;
	const size_t before = in->pos;
	char beyond, *end = &beyond;
	ZSTD_outBuffer piece = { .size = room ? room : 1 };
	int err = room ? buffer_reserve(out, room, &end) : 0;

	if (err)
		return err;
	piece.dst = end;
	*left = ZSTD_decompressStream(context, &piece, in);
	if (ZSTD_isError(*left))
		return zstd_error(*left);
	if (!room && piece.pos)
		return -E2BIG;
	out->size += piece.pos;
	/* It wants more than there is. */
	return *left && !piece.pos && in->pos == before ? -EINVAL : 0;
}

static int decode_zstd(const void *bytes, size_t size, struct buffer *out)
{
	const size_t limit = out->limit ? out->limit : BUFFER_LIMIT;
	ZSTD_DCtx *context = ZSTD_createDCtx();
	ZSTD_inBuffer in = { bytes, size, 0 };
	size_t left = 1;
	int err = context ? 0 : -ENOMEM;

	if (!err)
		ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, window_log(limit));
	while (!err && left)
		err = step_zstd(context, &in, out, limit, &left);
	if (!err && in.pos != size)
		err = -EINVAL;
	ZSTD_freeDCtx(context);
	return err;
}

static int encode_zstd(const void *bytes, size_t size, struct buffer *out)
{
	char *end;
	size_t used;

	if (buffer_reserve(out, ZSTD_compressBound(size), &end))
		return out->err;
	used = ZSTD_compress(end, ZSTD_compressBound(size), bytes, size, 1);
	if (ZSTD_isError(used))
		return out->err = -ENOMEM;
	out->size += used;
	return 0;
}

static int decode_gzip(const void *bytes, size_t size, struct buffer *out)
{
	z_stream stream = { .next_in = (Bytef *)bytes, .avail_in = (uInt)size };
	const size_t limit = out->limit ? out->limit : BUFFER_LIMIT;
	int result = Z_OK, err = 0;
	char *end;

	if (size > UINT32_MAX)
		return -E2BIG;
	if (inflateInit2(&stream, GZIP_WINDOW) != Z_OK)
		return -ENOMEM;
	while (!err && result != Z_STREAM_END) {
		const size_t room = limit - out->size < PIECE ? limit - out->size : PIECE;
		char beyond;

		end = &beyond;
		err = room ? buffer_reserve(out, room, &end) : 0;
		if (err)
			break;
		stream.next_out = (Bytef *)end;
		stream.avail_out = room ? (uInt)room : 1;
		result = inflate(&stream, Z_NO_FLUSH);
		if (result == Z_MEM_ERROR)
			err = -ENOMEM;
		else if (result != Z_OK && result != Z_STREAM_END)
			err = -EINVAL; /* Z_BUF_ERROR: it wants more than there is */
		else if (!room && !stream.avail_out)
			err = -E2BIG;
		else if (room)
			out->size += room - stream.avail_out;
	}
	if (!err && stream.avail_in)
		err = -EINVAL;
	inflateEnd(&stream);
	return err;
}

static int deflate_gzip(const void *bytes, size_t size, int level, struct buffer *out)
{
	z_stream stream = { .next_in = (Bytef *)bytes, .avail_in = (uInt)size };
	char *end;
	uLong bound;

	if (deflateInit2(&stream, level, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		return out->err = -ENOMEM;
	bound = deflateBound(&stream, (uLong)size);
	if (!buffer_reserve(out, bound, &end)) {
		stream.next_out = (Bytef *)end;
		stream.avail_out = (uInt)bound;
		if (deflate(&stream, Z_FINISH) == Z_STREAM_END)
			out->size += bound - stream.avail_out;
		else
			out->err = -ENOMEM;
	}
	deflateEnd(&stream);
	return out->err;
}

static int encode_gzip(const void *bytes, size_t size, struct buffer *out)
{
	return deflate_gzip(bytes, size, Z_BEST_COMPRESSION, out);
}

static const struct {
	const char *name;
	int (*decode)(const void *bytes, size_t size, struct buffer *out);
	int (*encode)(const void *bytes, size_t size, struct buffer *out);
} codecs[CODECS] = {
	[CODEC_IDENTITY] = { "identity", copy, copy },
	[CODEC_ZSTD] = { "zstd", decode_zstd, encode_zstd },
	[CODEC_GZIP] = { "gzip", decode_gzip, encode_gzip },
};

int codec_find(const char *name)
{
	if (!name)
		return CODEC_IDENTITY;
	for (int i = 0; i < CODECS; i++)
		if (strcasecmp(codecs[i].name, name) == 0)
			return i;
	return -ENOTSUP;
}

int codec_decode(enum codec codec, const void *bytes, size_t size, struct buffer *out)
{
	return codecs[codec].decode(bytes, size, out);
}

int codec_encode(enum codec codec, const void *bytes, size_t size, struct buffer *out)
{
	return codecs[codec].encode(bytes, size, out);
}

int codec_encode_quickly(enum codec codec, const void *bytes, size_t size, struct buffer *out)
{
	return codec == CODEC_GZIP ? deflate_gzip(bytes, size, Z_BEST_SPEED, out)
	                           : codec_encode(codec, bytes, size, out);
}
