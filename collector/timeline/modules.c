/* SPDX-License-Identifier: MIT */
/* Loaded GPU code. modules_loaded() runs on the program's threads, the store on the writer thread.
 */
#include "timeline/modules.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "host/fnv1a.h"
#include "host/losses.h"
#include "cupti/api.h"

enum {
	COMPRESSION_LEVEL = 3
}; /* zstd: about 300 MB/s, a third of the size; higher levels win little */

/* zstd calls these if there are any: the program's would be given our zstd's structs. */
struct ZSTD_CCtx_s;
unsigned long long ZSTD_trace_compress_begin(const struct ZSTD_CCtx_s *context);
void ZSTD_trace_compress_end(unsigned long long number, const void *trace);

unsigned long long ZSTD_trace_compress_begin(const struct ZSTD_CCtx_s *context)
{
	(void)context;
	return 0; /* not to be traced */
}

void ZSTD_trace_compress_end(unsigned long long number, const void *trace)
{
	(void)number;
	(void)trace;
}

static atomic_size_t kept_bytes;

void modules_loaded(struct queue *queue, const void *cubin, size_t bytes, size_t limit)
{
	struct module *module;
	size_t before;

	if (!cubin || !bytes || !limit)
		return;
	before = atomic_fetch_add(&kept_bytes, bytes);
	if (before > limit || bytes > limit - before) {
		atomic_fetch_sub(&kept_bytes, bytes);
		counter_add(COUNTER_modules_left_out, 1);
		return;
	}
	/* Loading is rare and slow already, so that an allocation is allowed in this callback. */
	module = malloc(sizeof *module + bytes);
	if (!module) {
		atomic_fetch_sub(&kept_bytes, bytes);
		counter_add(COUNTER_lost_messages, 1);
		return;
	}
	module->item.type = ITEM_MODULE;
	module->loaded_ns = cupti_timestamp();
	module->bytes = bytes;
	module->is_known = false;
	memcpy(module->cubin, cubin, bytes);
	queue_push(queue, &module->item);
}

int module_store_init(struct module_store *store, sqlite3 *db)
{
	*store = (struct module_store){ 0 };
	return sqlite3_prepare_v3(db,
	                          "INSERT INTO module (crc, size_bytes, loaded_ns, cubin) VALUES "
	                          "(?1, ?2, ?3, ?4)",
	                          -1, SQLITE_PREPARE_PERSISTENT, &store->insert, NULL) == SQLITE_OK
	               ? 0
	               : -EIO;
}

/* CUPTI's own checksum, since samples name their code by it; 0 where this libcupti has none. */
static uint64_t checksum(const struct module *module)
{
	CUpti_GetCubinCrcParams params = {
		.size = CUpti_GetCubinCrcParamsSize,
		.cubinSize = module->bytes,
		.cubin = module->cubin,
	};

	if (!cupti.cuptiGetCubinCrc || cupti.cuptiGetCubinCrc(&params) != CUPTI_SUCCESS)
		return 0;
	return params.cubinCrc;
}

void module_store_begin(struct module_store *store)
{
	store->mark.met = store->mark.kept;
}

void module_store_keep(struct module_store *store)
{
	store->mark.kept = store->mark.met;
}

static void insert(struct module_store *store, struct batch *batch, const struct module *module,
                   uint64_t crc, int64_t loaded_ns)
{
	size_t room = ZSTD_compressBound(module->bytes), packed_bytes;
	void *packed = malloc(room);

	if (!packed) {
		batch_lacks_memory(batch);
		return;
	}
	packed_bytes = ZSTD_compress(packed, room, module->cubin, module->bytes, COMPRESSION_LEVEL);
	if (ZSTD_isError(packed_bytes)) {
		batch_lacks_memory(batch);
	} else {
		sqlite3_bind_int64(store->insert, 1, (int64_t)crc);
		sqlite3_bind_int64(store->insert, 2, (int64_t)module->bytes);
		sqlite3_bind_int64(store->insert, 3, loaded_ns);
		sqlite3_bind_blob64(store->insert, 4, packed, packed_bytes, SQLITE_STATIC);
		batch_run(batch, store->insert);
		batch->bytes += packed_bytes;
		sqlite3_clear_bindings(store->insert);
	}
	free(packed);
}

void module_store_write(struct module_store *store, struct batch *batch, struct module *module,
                        int64_t loaded_ns)
{
	const uint64_t crc = checksum(module);
	const uint64_t key[2] = { crc ? crc : fnv1a(module->cubin, module->bytes), module->bytes };
	bool is_new;
	int64_t id;

	if (intern_get(&store->known, key, sizeof key, &id, &is_new)) {
		batch_lacks_memory(batch);
		return;
	}
	module->is_known = !intern_meets_first(&store->mark, id);
	if (!module->is_known)
		insert(store, batch, module, crc, loaded_ns);
}

void module_free(struct module *module)
{
	if (module->is_known)
		atomic_fetch_sub(&kept_bytes, module->bytes);
	free(module);
}

void module_store_release(struct module_store *store)
{
	sqlite3_finalize(store->insert);
	intern_release(&store->known);
}
