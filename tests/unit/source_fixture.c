/* SPDX-License-Identifier: MIT */
#include "source_fixture.h"

#include <check.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "trace/trace.h"

static char folder[] = "/tmp/warpwise-source-test-XXXXXX";

const struct built built[BUILT] = {
	{ "tests/source/lineinfo.cubin", true, true },
	{ "tests/source/sm_75.cubin", true, true },
	{ "tests/source/linked.cubin", true, false },
	{ "tests/source/debug.cubin", false, false },
};

bool source_fixture_init(void)
{
	return mkdtemp(folder) != NULL;
}

void source_fixture_release(void)
{
	rmdir(folder);
}

const char *source_path(const char *name)
{
	static char path[PATH_MAX];
	const char *top = getenv("srcdir");

	snprintf(path, sizeof path, "%s/%s", top ? top : ".", name);
	return path;
}

char *source_file_bytes(const char *name, size_t *size)
{
	FILE *file = fopen(source_path(name), "rb");
	char *bytes;
	long end;

	ck_assert_msg(file != NULL, "%s: %s", name, strerror(errno));
	fseek(file, 0, SEEK_END);
	end = ftell(file);
	rewind(file);
	bytes = malloc((size_t)end + 1);
	ck_assert_uint_eq(fread(bytes, 1, (size_t)end, file), (size_t)end);
	fclose(file);
	bytes[end] = '\0';
	if (size)
		*size = (size_t)end;
	return bytes;
}

struct sources *open_sources(const char *path)
{
	char error[TRACE_ERROR_MAX];
	struct sources *sources;
	sqlite3 *db;

	ck_assert_msg(!trace_file_open(path, &db, error), "%s: %s", path, error);
	ck_assert_msg(!sources_open(&sources, db, error), "%s: %s", path, error);
	sqlite3_close(db);
	return sources;
}

struct sources *sources_of_rows(const struct row *rows, size_t count)
{
	char path[sizeof folder + 16], error[TRACE_ERROR_MAX];
	struct sources *sources;
	sqlite3_stmt *insert;
	sqlite3 *db;

	snprintf(path, sizeof path, "%s/t.db", folder);
	ck_assert_msg(!trace_file_create(path, &db, error), "%s", error);
	ck_assert_int_eq(sqlite3_prepare_v2(db,
	                                    "INSERT INTO module (crc, size_bytes, loaded_ns, cubin)"
	                                    " VALUES (?1, ?2, 0, ?3)",
	                                    -1, &insert, NULL),
	                 SQLITE_OK);
	for (size_t i = 0; i < count; i++) {
		sqlite3_bind_int64(insert, 1, rows[i].crc);
		sqlite3_bind_int64(insert, 2, rows[i].size_bytes);
		sqlite3_bind_blob(insert, 3, rows[i].packed, (int)rows[i].packed_bytes,
		                  SQLITE_STATIC);
		ck_assert_int_eq(sqlite3_step(insert), SQLITE_DONE);
		sqlite3_reset(insert);
	}
	sqlite3_finalize(insert);
	ck_assert_int_eq(trace_file_close_complete(db), 0);
	sources = open_sources(path);
	unlink(path);
	return sources;
}

struct sources *sources_of_bytes(const void *bytes, size_t size)
{
	const size_t room = ZSTD_compressBound(size);
	void *packed = malloc(room);
	struct row row = { packed, ZSTD_compress(packed, room, bytes, size, 1), 7, (int64_t)size };
	struct sources *sources = sources_of_rows(&row, 1);

	free(packed);
	return sources;
}

struct sources *sources_of_file(const char *name)
{
	size_t size;
	char *bytes = source_file_bytes(name, &size);
	struct sources *sources = sources_of_bytes(bytes, size);

	free(bytes);
	return sources;
}

Elf64_Shdr *section_header(char *image, const char *name)
{
	Elf64_Ehdr *header = (Elf64_Ehdr *)image;
	Elf64_Shdr *sections = (Elf64_Shdr *)(image + header->e_shoff);

	for (int i = 1; i < header->e_shnum; i++)
		if (!strcmp(image + sections[header->e_shstrndx].sh_offset + sections[i].sh_name,
		            name))
			return &sections[i];
	ck_abort_msg("no section %s", name);
	return NULL;
}

enum source_state state_of(const struct sources *sources, const char *mangled)
{
	struct source_frame frame;
	struct source_where where;
	enum source_state state = source_function(sources, mangled, &frame);

	if (state != SOURCE_FOUND) { /* all agree */
		ck_assert_int_eq(source_line(sources, NULL, mangled, 0, &where), state);
		ck_assert_str_ne(source_state_text(state), "");
	}
	return state;
}
