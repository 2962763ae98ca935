/* SPDX-License-Identifier: MIT */
#include "server/cli/demo_trace.h"

#include <sodium.h>

#include "server/base/clock.h"
#include "server/base/codec.h"

/* In one piece: samples' traces are small. */
static int store_piece(struct store_connection *db, int64_t id, const struct buffer *trace)
{
	struct buffer packed = { 0 };
	int64_t advanced;
	int err = codec_encode(CODEC_ZSTD, trace->bytes, trace->size, &packed);

	if (!err)
		err = STORE_RUN(db, STATEMENT_TRACE_PIECE_INSERT, NULL, NULL, store_integer(id),
		                store_integer(0), store_integer((int64_t)trace->size),
		                store_blob(packed.bytes, packed.size));
	if (!err)
		err = STORE_RUN(db, STATEMENT_TRACE_ADVANCE, store_get_integer, &advanced,
		                store_integer(id), store_integer(0),
		                store_integer((int64_t)trace->size), store_integer(1),
		                store_integer(clock_unix_ns()), store_blob("", 0));
	buffer_release(&packed);
	return err;
}

int demo_trace_store(struct store_connection *db, int64_t project, int64_t report,
                     const struct buffer *trace, int64_t *id)
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	int err;

	if (*id)
		return STORE_RUN(db, STATEMENT_TRACE_LINK, NULL, NULL, store_integer(report),
		                 store_integer(*id));
	*id = id_new();
	crypto_hash_sha256(hash, (const unsigned char *)trace->bytes, trace->size);
	err = STORE_RUN(db, STATEMENT_TRACE_INSERT, NULL, NULL, store_integer(*id),
	                store_integer(project), store_integer(report),
	                store_blob(hash, sizeof hash), store_integer((int64_t)trace->size),
	                store_integer(clock_unix_ns()), store_blob("", 0));
	return err ? err : store_piece(db, *id, trace);
}
