/* SPDX-License-Identifier: MIT */
/* Content codings of HTTP bodies: zstd (RFC 8878), gzip (RFC 1952), identity. Any thread. */
#ifndef WARPWISE_SERVER_CODEC_H
#define WARPWISE_SERVER_CODEC_H

#include "server/base/buffer.h"

enum codec { CODEC_IDENTITY, CODEC_ZSTD, CODEC_GZIP, CODECS };

/* The coding with NAME as in Content-Encoding, whatever its case; NULL: identity. -ENOTSUP for any
 * other. */
int codec_find(const char *name);

/*
 * Adds what SIZE bytes decode to. 0; -EINVAL: broken, cut off, or followed by something else;
 * -E2BIG: more than out->limit, found before it is in memory; -ENOMEM.
 */
int codec_decode(enum codec codec, const void *bytes, size_t size, struct buffer *out);

/* Adds SIZE bytes encoded, quickly (zstd 1) or, for gzip, well (9). 0 or -ENOMEM. */
int codec_encode(enum codec codec, const void *bytes, size_t size, struct buffer *out);

/* The same for what is sent once: gzip, too, is quick (1). */
int codec_encode_quickly(enum codec codec, const void *bytes, size_t size, struct buffer *out);

#endif
