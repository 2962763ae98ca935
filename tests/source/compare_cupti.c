/* SPDX-License-Identifier: MIT */
/*
 * Compares source lines with those of NVIDIA's libcupti, which finds them without a GPU too: for
 * every instruction of every function of the cubins named on the command line, or of the traces
 * (*.db). TAP; skips where there is no libcupti.
 *
 * Two differences are known: where nvlink left out a function but not its lines, libcupti 13.0
 * gives these to another function (seen in the sample dynamic-parallelism: parent() gets the lines
 * of busy()). source_test.c checks there that ours lie in the function's body. And it gives
 * functions of the compiler's own, which have no lines, the last line of the code before them.
 */
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "collector/cupti/search.h"
#include "code/cubin.h"
#include "code/source.h"

enum { INSTRUCTION_BYTES = 16 }; /* since Volta */

/* CUpti_GetSassToSourceCorrelationParams of cupti_pcsampling.h, so that no CUDA is needed to
 * build. */
struct correlation {
	size_t size;
	const void *cubin;
	const char *function_name;
	size_t cubin_bytes;
	uint32_t line;
	uint64_t pc_offset;
	char *file, *directory; /* for us to free */
};

typedef int correlate_fn(struct correlation *);

struct tally {
	size_t cubins, functions, instructions, agree, known, with_lines, inlined;
};

static bool try_cupti(const char *path, void *data)
{
	correlate_fn **correlate = data;
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	if (library)
		*correlate = (correlate_fn *)dlsym(library, "cuptiGetSassToSourceCorrelation");
	return library && *correlate;
}

/* CUPTI's path, as source_line() gives it. */
static void cupti_path(const struct correlation *theirs, char path[2 * PATH_MAX])
{
	const char *directory = theirs->directory ? theirs->directory : "";

	snprintf(path, 2 * PATH_MAX, "%s%s%s", directory, directory[0] ? "/" : "",
	         theirs->file ? theirs->file : "");
}

static void compare_instruction(correlate_fn *correlate, struct correlation *theirs,
                                const struct sources *sources, bool has_unplaced,
                                struct tally *tally)
{
	struct source_where where = { .frame_count = 0 };
	const struct source_frame *ours = &where.frames[0];
	enum source_state state;
	char path[2 * PATH_MAX];
	bool is_same, is_known;
	int result;

	theirs->line = 0;
	theirs->file = theirs->directory = NULL;
	result = correlate(theirs);
	cupti_path(theirs, path);
	state = source_line(sources, NULL, theirs->function_name, theirs->pc_offset, &where);
	if (state == SOURCE_FOUND)
		is_same = !result && ours->line == theirs->line && !strcmp(ours->file, path);
	else
		is_same = !theirs->line && !theirs->file;
	tally->instructions++;
	tally->agree += is_same;
	/* A function of the compiler's own, which has no lines. */
	is_known = has_unplaced || (state == SOURCE_NO_ROW && where.frame_count);
	tally->known += !is_same && is_known;
	tally->with_lines += state == SOURCE_FOUND;
	tally->inlined += where.frame_count > 1;
	if (!is_same && !is_known)
		printf("# %s+0x%" PRIx64 ": %s:%u here, %s:%u there (result %d)\n",
		       theirs->function_name, theirs->pc_offset,
		       state == SOURCE_FOUND ? ours->file : source_state_text(state),
		       state == SOURCE_FOUND ? ours->line : 0, path, theirs->line, result);
	free(theirs->file);
	free(theirs->directory);
}

/* Sources of one cubin, by way of a database in memory. */
static struct sources *sources_of(const void *image, size_t size)
{
	static const char create[] = "CREATE TABLE module (id INTEGER PRIMARY KEY, crc, size_bytes,"
	                             " cubin)";
	const size_t room = ZSTD_compressBound(size);
	struct sources *sources = NULL;
	char error[TRACE_ERROR_MAX];
	void *packed = malloc(room);
	sqlite3_stmt *insert = NULL;
	sqlite3 *db = NULL;

	if (packed && sqlite3_open(":memory:", &db) == SQLITE_OK &&
	    sqlite3_exec(db, create, NULL, NULL, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(db, "INSERT INTO module VALUES (1, 0, ?1, ?2)", -1, &insert, NULL) ==
	            SQLITE_OK) {
		sqlite3_bind_int64(insert, 1, (int64_t)size);
		sqlite3_bind_blob(insert, 2, packed,
		                  (int)ZSTD_compress(packed, room, image, size, 1), SQLITE_STATIC);
		if (sqlite3_step(insert) == SQLITE_DONE)
			sources_open(&sources, db, error);
	}
	sqlite3_finalize(insert);
	sqlite3_close(db);
	free(packed);
	return sources;
}

static int compare_cubin(correlate_fn *correlate, const void *image, size_t size,
                         struct tally *tally)
{
	struct sources *sources = sources_of(image, size);
	size_t budget = SOURCE_MEMORY_MAX_BYTES;
	struct cubin cubin = { 0 };
	int err = sources ? cubin_init(&cubin, image, size, &budget) : -EINVAL;

	for (size_t i = 0; !err && i < cubin.by_name_count; i++) {
		const struct cubin_function *function = cubin.by_name[i];
		struct correlation theirs = {
			.size = sizeof theirs,
			.cubin = image,
			.cubin_bytes = size,
			.function_name = function->name,
		};

		tally->functions++;
		for (; theirs.pc_offset < function->end; theirs.pc_offset += INSTRUCTION_BYTES)
			compare_instruction(correlate, &theirs, sources,
			                    cubin.lines.unplaced_count > 0, tally);
	}
	tally->cubins++;
	cubin_release(&cubin);
	sources_close(sources);
	return err;
}

static int compare_file(correlate_fn *correlate, const char *path, struct tally *tally)
{
	FILE *file = fopen(path, "rb");
	size_t size = 0, room = 1 << 20;
	char *image = NULL;
	int err = -errno;

	if (!file)
		return err;
	do {
		char *more = realloc(image, room *= 2);

		if (!more)
			break;
		image = more;
		size += fread(image + size, 1, room - size, file);
	} while (size == room);
	fclose(file);
	err = image ? compare_cubin(correlate, image, size, tally) : -ENOMEM;
	free(image);
	return err;
}

static int compare_trace(correlate_fn *correlate, const char *path, struct tally *tally)
{
	char error[TRACE_ERROR_MAX];
	sqlite3_stmt *rows = NULL;
	sqlite3 *db;
	int err = trace_file_open(path, &db, error);

	if (!err && sqlite3_prepare_v2(db, "SELECT size_bytes, cubin FROM module", -1, &rows,
	                               NULL) != SQLITE_OK)
		err = -EIO;
	while (!err && sqlite3_step(rows) == SQLITE_ROW) {
		const size_t size = (size_t)sqlite3_column_int64(rows, 0);
		char *image = malloc(size);

		if (!image || ZSTD_decompress(image, size, sqlite3_column_blob(rows, 1),
		                              (size_t)sqlite3_column_bytes(rows, 1)) != size)
			err = -EINVAL;
		else
			err = compare_cubin(correlate, image, size, tally);
		free(image);
	}
	sqlite3_finalize(rows);
	sqlite3_close(db);
	return err;
}

int main(int argc, char **argv)
{
	correlate_fn *correlate = NULL;
	struct tally tally = { 0 };

	if (!cupti_search(CUPTI_MAJOR_BEST, try_cupti, &correlate)) {
		puts("1..0 # SKIP there is no libcupti with cuptiGetSassToSourceCorrelation");
		return EXIT_SUCCESS;
	}
	printf("1..%d\n", argc - 1);
	for (int i = 1; i < argc; i++) {
		const size_t length = strlen(argv[i]);
		const bool is_trace = length > 3 && !strcmp(argv[i] + length - 3, ".db");
		struct tally one = { 0 };
		int err = (is_trace ? compare_trace : compare_file)(correlate, argv[i], &one);

		printf("%s %d - %s # %zu of %zu instructions agree, %zu known to differ\n",
		       !err && one.agree + one.known == one.instructions ? "ok" : "not ok", i,
		       argv[i], one.agree, one.instructions, one.known);
		tally.cubins += one.cubins;
		tally.functions += one.functions;
		tally.instructions += one.instructions;
		tally.agree += one.agree;
		tally.known += one.known;
		tally.with_lines += one.with_lines;
		tally.inlined += one.inlined;
	}
	printf("# %zu of %zu instructions agree, %zu are known to differ (%zu cubins, %zu "
	       "functions); "
	       "%zu have a line, %zu of them inlined\n",
	       tally.agree, tally.instructions, tally.known, tally.cubins, tally.functions,
	       tally.with_lines, tally.inlined);
	return tally.agree + tally.known == tally.instructions ? EXIT_SUCCESS : EXIT_FAILURE;
}
