/* SPDX-License-Identifier: MIT */
/*
 * Tests of source lines: the recorded samples and the cubins of tests/source resolve to what their
 * source text says (lines are looked up in it, none is written here), and damage in any place is
 * noticed or harmless. Run from the source folder, or with $srcdir.
 */
#include "code/module.h"
#include "code/source.h"

#include <check.h>
#include <ctype.h>
#include <elf.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "code/cubin.h"
#include "code/line_table.h"
#include "code/source_text.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static char folder[] = "/tmp/warpwise-source-test-XXXXXX";

/* ---- files ---- */

static const char *source_path(const char *name)
{
	static char path[PATH_MAX];
	const char *top = getenv("srcdir");

	snprintf(path, sizeof path, "%s/%s", top ? top : ".", name);
	return path;
}

/* The bytes of a file and a 0 behind them; for the caller to free. */
static char *read_file(const char *name, size_t *size)
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

/* ---- what the source text says ---- */

/* The number of the first line that holds WORD; 0: none. */
static uint32_t line_with(const char *name, const char *word)
{
	char *text = read_file(name, NULL), *at = strstr(text, word);
	uint32_t line = at != NULL;

	for (char *c = text; at && c < at; c++)
		line += *c == '\n';
	free(text);
	return line;
}

/*
 * The lines FIRST..LAST of the definition of FUNCTION: from the line that begins without space and
 * has its name and a parenthesis, to the next that begins with a brace. False: not in this file.
 */
static bool find_body(const char *name, const char *function, uint32_t *first, uint32_t *last)
{
	char *text = read_file(name, NULL), *rest = text, *line, call[256];
	uint32_t number = 0;

	snprintf(call, sizeof call, " %s(", function);
	*first = *last = 0;
	while (!*last && (line = strsep(&rest, "\n"))) {
		number++;
		if (!*first && line[0] && !isspace((unsigned char)line[0]) && strstr(line, call) &&
		    !strchr(line, ';'))
			*first = number;
		if (*first && line[0] == '}')
			*last = number;
	}
	free(text);
	return *last != 0;
}

/* The plain name in a mangled one: "branch" of _Z6branchPj. */
static const char *plain_name(const char *mangled)
{
	static char name[256];
	const char *at = strstr(mangled, "_Z");
	size_t length;
	char *end;

	for (const char *next = at; next; next = strstr(next + 1, "_Z"))
		at = next; /* nvlink puts a file's name before that of a static function */
	snprintf(name, sizeof name, "%s", mangled);
	for (at = at ? at + 2 : ""; *at == 'N' || *at == 'L'; at++)
		;
	while (isdigit((unsigned char)*at)) {
		length = strtoul(at, &end, 10);
		snprintf(name, sizeof name, "%.*s", (int)length, end);
		at = end + length;
	}
	return name;
}

/* ---- traces ---- */

static struct sources *open_sources(const char *path)
{
	char error[TRACE_ERROR_MAX];
	struct sources *sources;
	sqlite3 *db;

	ck_assert_msg(!trace_file_open(path, &db, error), "%s: %s", path, error);
	ck_assert_msg(!sources_open(&sources, db, error), "%s: %s", path, error);
	sqlite3_close(db);
	return sources;
}

struct row {
	const void *packed;
	size_t packed_bytes;
	int64_t crc, size_bytes;
};

/* A trace with these rows in table module. */
static struct sources *sources_of_rows(const struct row *rows, size_t count)
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

/* A trace with these bytes as its only module. */
static struct sources *sources_of(const void *bytes, size_t size)
{
	const size_t room = ZSTD_compressBound(size);
	void *packed = malloc(room);
	struct row row = { packed, ZSTD_compress(packed, room, bytes, size, 1), 7, (int64_t)size };
	struct sources *sources = sources_of_rows(&row, 1);

	free(packed);
	return sources;
}

static struct sources *sources_of_file(const char *name)
{
	size_t size;
	char *bytes = read_file(name, &size);
	struct sources *sources = sources_of(bytes, size);

	free(bytes);
	return sources;
}

static bool cubin_of_file(struct cubin *cubin, const char *name)
{
	size_t size, budget = SOURCE_MEMORY_MAX_BYTES;
	char *bytes = read_file(name, &size);
	int err = cubin_init(cubin, bytes, size, &budget);

	free(bytes);
	return !err;
}

/* The name in the cubin of the function that people call PLAIN. */
static const char *mangled_name(const char *cubin_name, const char *plain)
{
	static char name[256];
	struct cubin cubin;

	ck_assert(cubin_of_file(&cubin, cubin_name));
	name[0] = '\0';
	for (size_t i = 0; i < cubin.by_name_count; i++)
		if (!strcmp(plain_name(cubin.by_name[i]->name), plain))
			snprintf(name, sizeof name, "%s", cubin.by_name[i]->name);
	cubin_release(&cubin);
	ck_assert_msg(name[0] != '\0', "%s has no %s", cubin_name, plain);
	return name;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* ---- tests: real cubins ---- */

/* The source file among the samples that the function is defined in, as samples/<name>. */
static bool find_sample(const char *trace, const char *function, char file[PATH_MAX],
                        uint32_t *first, uint32_t *last)
{
	const char *base = base_name(trace);
	const char *dash = strrchr(base, '-');

	snprintf(file, PATH_MAX, "samples/%.*s.cu", (int)(dash - base), base);
	for (char *c = file; *c; c++)
		*c = *c == '-' ? '_' : *c;
	if (find_body(file, function, first, last))
		return true;
	snprintf(file, PATH_MAX, "samples/sample.h");
	return find_body(file, function, first, last);
}

static unsigned check_sample(const char *trace)
{
	struct sources *sources = open_sources(trace);
	char error[TRACE_ERROR_MAX], file[PATH_MAX];
	struct source_frame frame;
	uint32_t first, last;
	sqlite3_stmt *rows;
	unsigned kernels = 0;
	sqlite3 *db;

	ck_assert_int_eq(trace_file_open(trace, &db, error), 0);
	ck_assert_int_eq(sqlite3_prepare_v2(db,
	                                    "SELECT name FROM function WHERE id IN"
	                                    " (SELECT function_id FROM launch_shape)",
	                                    -1, &rows, NULL),
	                 SQLITE_OK);
	ck_assert_uint_eq(source_unreadable_count(sources), 0);
	for (; sqlite3_step(rows) == SQLITE_ROW; kernels++) {
		const char *name = (const char *)sqlite3_column_text(rows, 0);

		ck_assert_msg(find_sample(trace, plain_name(name), file, &first, &last),
		              "%s: no source of %s", trace, name);
		ck_assert_msg(source_function(sources, name, &frame) == SOURCE_FOUND, "%s: %s",
		              trace, name);
		ck_assert_str_eq(base_name(frame.file), base_name(file));
		ck_assert_msg(frame.line >= first && frame.line <= last,
		              "%s: %s in line %u, not %u..%u", trace, name, frame.line, first,
		              last);
		ck_assert_str_eq(frame.function, name);
	}
	sqlite3_finalize(rows);
	sqlite3_close(db);
	sources_close(sources);
	return kernels;
}

START_TEST(finds_the_kernels_of_all_samples)
{
	char pattern[PATH_MAX];
	unsigned kernels = 0; /* some samples have none, and some several */
	glob_t traces;

	snprintf(pattern, sizeof pattern, "%s", source_path("samples/traces/*.db"));
	ck_assert_int_eq(glob(pattern, 0, NULL, &traces), 0);
	for (size_t i = 0; i < traces.gl_pathc; i++)
		kernels += check_sample(traces.gl_pathv[i]);
	ck_assert_uint_ge(kernels, traces.gl_pathc);
	globfree(&traces);
}
END_TEST

static const struct {
	const char *cubin;
	bool has_chains;
	bool is_whole; /* a device function lies in its kernel's section */
} built[] = {
	{ "tests/source/lineinfo.cubin", true, true },
	{ "tests/source/sm_75.cubin", true, true },
	{ "tests/source/linked.cubin", true, false },
	{ "tests/source/debug.cubin", false, false },
};

static const char *const built_functions[] = { "first", "second", "third" };

START_TEST(keeps_functions_apart)
{
	struct sources *sources = sources_of_file(built[_i].cubin);
	const char *lines = "tests/source/lines.cu";

	for (size_t i = 0; i < ARRAY_SIZE(built_functions); i++) {
		const char *plain = built_functions[i];
		const char *mangled = mangled_name(built[_i].cubin, plain);
		uint32_t first, last, called_first, called_last;
		struct source_frame frame;
		struct source_where where;
		unsigned called = 0;
		uint64_t pc = 0;

		ck_assert(find_body(lines, plain, &first, &last));
		ck_assert(find_body(lines, "called", &called_first, &called_last));
		ck_assert_int_eq(source_function(sources, mangled, &frame), SOURCE_FOUND);
		ck_assert_msg(frame.line >= first && frame.line <= last, "%s: %u", plain,
		              frame.line);
		for (; source_line(sources, NULL, mangled, pc, &where) == SOURCE_FOUND; pc += 16) {
			const struct source_frame *outer = &where.frames[where.frame_count - 1];
			const bool is_called = strcmp(outer->function, mangled) != 0;

			if (!built[_i].has_chains && !strcmp(base_name(outer->file), "lines.cuh"))
				continue; /* inlined, and it does not say where */
			ck_assert_str_eq(base_name(outer->file), base_name(lines));
			ck_assert_uint_ge(outer->line, is_called ? called_first : first);
			ck_assert_uint_le(outer->line, is_called ? called_last : last);
			called += is_called;
		}
		ck_assert_uint_ge(pc, 0x100);
		ck_assert_int_eq(called > 0, built[_i].is_whole && !strcmp(plain, "second"));
	}
	sources_close(sources);
}
END_TEST

/* Whether some instruction of FUNCTION was inlined from leaf into middle into the line with
 * WORD. */
static bool has_chain(const struct sources *sources, const char *mangled, const char *file,
                      const char *word)
{
	static const char *const files[] = { "tests/source/lines.cuh", "tests/source/lines.cuh" };
	static const char *const words[] = { "LEAF", "MIDDLE" };
	struct source_where where;
	bool is_found = false;

	for (uint64_t pc = 0; source_line(sources, NULL, mangled, pc, &where) == SOURCE_FOUND;
	     pc += 16) {
		bool is_same = where.frame_count == 3;

		for (size_t i = 0; is_same && i < 2; i++)
			is_same = where.frames[i].line == line_with(files[i], words[i]) &&
			          !strcmp(base_name(where.frames[i].file), base_name(files[i]));
		is_found |= is_same && where.frames[2].line == line_with(file, word) &&
		            !strcmp(where.frames[2].function, mangled);
		ck_assert(!where.is_cut);
	}
	return is_found;
}

START_TEST(follows_inlined_calls)
{
	struct sources *sources = sources_of_file(built[_i].cubin);
	const char *lines = "tests/source/lines.cu";

	ck_assert_int_eq(has_chain(sources, mangled_name(built[_i].cubin, "first"), lines, "FIRST"),
	                 built[_i].has_chains);
	/* Its call sites are counted anew: not those of the functions before it. */
	ck_assert_int_eq(
	        has_chain(sources, mangled_name(built[_i].cubin, "second"), lines, "SECOND"),
	        built[_i].has_chains);
	ck_assert(!has_chain(sources, mangled_name(built[_i].cubin, "third"), lines, "THIRD"));
	sources_close(sources);
}
END_TEST

START_TEST(names_inlined_functions)
{
	const char *cubin = "tests/source/lineinfo.cubin";
	const char *mangled = mangled_name(cubin, "first");
	struct sources *sources = sources_of_file(cubin);
	struct source_where where;
	unsigned chains = 0;

	for (uint64_t pc = 0; source_line(sources, NULL, mangled, pc, &where) == SOURCE_FOUND;
	     pc += 16) {
		if (where.frame_count != 3)
			continue;
		chains++;
		ck_assert_str_eq(plain_name(where.frames[0].function), "leaf");
		ck_assert_str_eq(plain_name(where.frames[1].function), "middle");
		ck_assert_str_eq(where.frames[2].function, mangled);
	}
	ck_assert_uint_gt(chains, 0);
	sources_close(sources);
}
END_TEST

/* Code that the compiler puts behind the kernel: of the program, and CUDA's own. */
START_TEST(names_device_functions)
{
	static const char *const inner[][2] = { { "second", "called" }, { "fifth", "__cuda" } };

	for (size_t i = 0; i < ARRAY_SIZE(inner); i++) {
		struct sources *sources = sources_of_file(built[_i].cubin);
		const char *mangled = mangled_name(built[_i].cubin, inner[i][0]);
		struct source_where where;
		unsigned own = 0, others = 0;

		for (uint64_t pc = 0;
		     source_line(sources, NULL, mangled, pc, &where) == SOURCE_FOUND; pc += 16) {
			const char *name = where.frames[where.frame_count - 1].function;

			own += !strcmp(name, mangled);
			others += !strncmp(plain_name(name), inner[i][1], strlen(inner[i][1]));
		}
		ck_assert_uint_gt(own, 0);
		ck_assert_int_eq(others > 0, built[_i].is_whole);
		sources_close(sources);
	}
}
END_TEST

START_TEST(reads_each_file_of_a_linked_cubin)
{
	const char *cubin = "tests/source/linked.cubin";
	const char *mangled = mangled_name(cubin, "fourth");
	struct sources *sources = sources_of_file(cubin);
	uint32_t first, last;
	struct source_frame frame;
	struct source_where where;

	ck_assert(find_body("tests/source/linked.cu", "fourth", &first, &last));
	ck_assert_int_eq(source_function(sources, mangled, &frame), SOURCE_FOUND);
	ck_assert_str_eq(base_name(frame.file), "linked.cu");
	ck_assert(frame.line >= first && frame.line <= last);
	ck_assert(has_chain(sources, mangled, "tests/source/linked.cu", "FOURTH"));
	/* nvlink does not keep the names of its inlined functions: rather none than a wrong one. */
	for (uint64_t pc = 0; source_line(sources, NULL, mangled, pc, &where) == SOURCE_FOUND;
	     pc += 16)
		for (size_t i = 0; i + 1 < where.frame_count; i++)
			ck_assert_str_eq(where.frames[i].function, "");
	sources_close(sources);
}
END_TEST

START_TEST(goes_through_rows)
{
	struct sources *sources = sources_of_file(built[_i].cubin);
	const char *mangled = mangled_name(built[_i].cubin, "second");
	uint64_t offset = 0, size = 0;
	struct source_rows rows;
	struct source_where where;
	struct source_row row;

	ck_assert_int_eq(source_rows_begin(sources, NULL, mangled, &rows), SOURCE_FOUND);
	while (source_rows_next(&rows, &row)) {
		ck_assert_uint_eq(row.offset, offset);
		ck_assert(row.is_statement);
		offset += row.size_bytes;
		size = row.size_bytes;
		if (!size)
			continue;
		for (uint64_t pc = row.offset; pc < offset; pc += 16) {
			ck_assert_int_eq(source_line(sources, NULL, mangled, pc, &where),
			                 SOURCE_FOUND);
			ck_assert_uint_eq(where.frames[0].line, row.line);
			ck_assert_str_eq(where.frames[0].file, row.file);
		}
	}
	ck_assert(!source_rows_next(&rows, &row)); /* stays at the end */
	ck_assert_int_eq(source_line(sources, NULL, mangled, offset - 1, &where), SOURCE_FOUND);
	ck_assert_int_eq(source_line(sources, NULL, mangled, offset, &where), SOURCE_NO_ROW);
	ck_assert_int_eq(source_line(sources, NULL, mangled, UINT64_MAX, &where), SOURCE_NO_ROW);
	sources_close(sources);
}
END_TEST

/* ---- tests: what is not there ---- */

static Elf64_Shdr *section_header(char *image, const char *name)
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

static enum source_state state_of(const struct sources *sources, const char *mangled)
{
	struct source_rows rows;
	struct source_frame frame;
	struct source_where where;
	enum source_state state = source_function(sources, mangled, &frame);

	if (state != SOURCE_FOUND) { /* all agree */
		ck_assert_int_eq(source_line(sources, NULL, mangled, 0, &where), state);
		ck_assert_int_eq(source_rows_begin(sources, NULL, mangled, &rows), state);
		ck_assert_str_ne(source_state_text(state), "");
	}
	return state;
}

START_TEST(says_what_is_missing)
{
	struct sources *sources = sources_of_file("tests/source/none.cubin");

	ck_assert_int_eq(state_of(sources, "third"), SOURCE_NO_LINES);
	ck_assert_int_eq(state_of(sources, "fourth"), SOURCE_NO_FUNCTION);
	ck_assert_int_eq(state_of(sources, ""), SOURCE_NO_FUNCTION);
	ck_assert_uint_eq(source_module_count(sources), 1);
	ck_assert_uint_eq(source_unreadable_count(sources), 0);
	sources_close(sources);

	sources = sources_of_rows(NULL, 0);
	ck_assert_int_eq(state_of(sources, "third"), SOURCE_NO_MODULES);
	sources_close(sources);
	sources_close(NULL);
}
END_TEST

/* A section taken away: its header says that it is something else. */
static const char *const stripped[] = { ".debug_line", ".symtab", ".rela.debug_line", ".strtab" };

START_TEST(takes_stripped_cubins)
{
	size_t size;
	char *image = read_file("tests/source/lineinfo.cubin", &size);
	struct sources *sources;

	section_header(image, stripped[_i])->sh_type = SHT_NOBITS;
	sources = sources_of(image, size);
	/* .strtab: the names of device functions go, the lines stay */
	ck_assert_int_eq(state_of(sources, "third"),
	                 strcmp(stripped[_i], ".strtab") ? SOURCE_NO_LINES : SOURCE_FOUND);
	sources_close(sources);
	free(image);
}
END_TEST

START_TEST(tells_modules_apart)
{
	static const char *const names[] = { "tests/source/none.cubin",
		                             "tests/source/lineinfo.cubin",
		                             "tests/source/debug.cubin" };
	const int64_t crcs[] = { 11, INT64_MIN, 13 }, unknown = 14;
	uint64_t sizes[ARRAY_SIZE(names)] = { 0 };
	struct row rows[ARRAY_SIZE(names)];
	struct sources *sources;
	struct source_where where;
	struct source_rows all;
	struct source_row row;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		size_t size;
		char *image = read_file(names[i], &size),
		     *packed = malloc(ZSTD_compressBound(size));

		rows[i] = (struct row){
			packed, ZSTD_compress(packed, ZSTD_compressBound(size), image, size, 1),
			crcs[i], (int64_t)size
		};
		free(image);
	}
	sources = sources_of_rows(rows, ARRAY_SIZE(rows));
	ck_assert_int_eq(source_line(sources, &crcs[0], "third", 0, &where), SOURCE_NO_LINES);
	ck_assert_int_eq(source_line(sources, &unknown, "third", 0, &where), SOURCE_NO_MODULES);
	for (size_t i = 1; i < ARRAY_SIZE(names); i++) {
		ck_assert_int_eq(source_rows_begin(sources, &crcs[i], "third", &all), SOURCE_FOUND);
		while (source_rows_next(&all, &row))
			sizes[i] += row.size_bytes;
	}
	ck_assert_uint_ne(sizes[1], sizes[2]);
	ck_assert_int_eq(state_of(sources, "third"), SOURCE_FOUND); /* the first with lines */
	ck_assert_int_eq(source_line(sources, NULL, "third", sizes[1], &where), SOURCE_NO_ROW);
	sources_close(sources);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		free((void *)rows[i].packed);
}
END_TEST

/* ---- tests: damage ---- */

START_TEST(rejects_rows_that_lie)
{
	size_t size, room;
	char *image = read_file("tests/source/lineinfo.cubin", &size), *packed;
	const char garbage[] = "not a frame";
	struct sources *sources;
	size_t bytes;

	room = ZSTD_compressBound(size);
	packed = malloc(room);
	bytes = ZSTD_compress(packed, room, image, size, 1);
	const struct row rows[] = {
		{ packed, bytes, 1, (int64_t)size - 1 },
		{ packed, bytes, 1, (int64_t)size + 1 },
		{ packed, bytes, 1, 0 },
		{ packed, bytes, 1, -1 },
		{ packed, bytes, 1, INT64_MAX },
		{ packed, bytes, 1, MODULE_MAX_BYTES },
		{ packed, bytes - 1, 1, (int64_t)size },
		{ packed, 0, 1, (int64_t)size },
		{ garbage, sizeof garbage, 1, (int64_t)size },
	};
	sources = sources_of_rows(rows, ARRAY_SIZE(rows));
	ck_assert_uint_eq(source_module_count(sources), ARRAY_SIZE(rows));
	ck_assert_uint_eq(source_unreadable_count(sources), ARRAY_SIZE(rows));
	ck_assert_int_eq(state_of(sources, "third"), SOURCE_UNREADABLE);
	sources_close(sources);
	free(packed);
	free(image);
}
END_TEST

/* Check writes to a file for each of its assertions: too slow for millions. */
static void require(bool condition, const char *what)
{
	if (!condition)
		ck_abort_msg("%s", what);
}

/* Asks a cubin everything: it must not crash. Returns whether it could be read with its lines. */
static bool ask_all(const void *bytes, size_t size)
{
	enum { BUDGET_BYTES = 16 << 20, ASKED_BYTES = 0x2000 };
	size_t budget = BUDGET_BYTES, length = 0;
	struct cubin cubin;
	bool is_read;

	if (cubin_init(&cubin, bytes, size, &budget)) {
		require(budget == BUDGET_BYTES, "budget is given back");
		return false;
	}
	for (size_t i = 0; i < cubin.function_count; i++) {
		const struct cubin_function *function = &cubin.functions[i], *same;

		if (!function->is_device_function) {
			same = cubin_function(&cubin, function->name);
			require(same && !strcmp(same->name, function->name), "finds its name");
		}
		for (uint64_t pc = function->offset; pc < function->end && pc < ASKED_BYTES;
		     pc += 16) {
			const struct line_row *row =
			        line_table_row(&cubin.lines, function->section, (uint32_t)pc);

			for (; row && row->caller != LINE_NONE;
			     row = &cubin.lines.rows[row->caller])
				length += strlen(cubin_inlined_name(&cubin, row));
			require(cubin_function_at(&cubin, function->section, (uint32_t)pc),
			        "is in a function");
		}
	}
	require(length < SIZE_MAX, "names end");
	is_read = !cubin.lines_error;
	cubin_release(&cubin);
	return is_read;
}

START_TEST(survives_truncation)
{
	size_t size;
	char *image = read_file(built[_i].cubin, &size), *cut;
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)image;
	const size_t sections_end = header->e_shoff + header->e_shnum * sizeof(Elf64_Shdr);

	for (size_t bytes = 0; bytes < size; bytes += bytes < 128 ? 1 : 61) {
		cut = malloc(bytes ? bytes : 1); /* for AddressSanitizer to see its end */
		memcpy(cut, image, bytes);
		require(!ask_all(cut, bytes) || bytes >= sections_end, "is cut");
		free(cut);
	}
	free(image);
}
END_TEST

START_TEST(survives_changed_bytes)
{
	static const uint8_t changes[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
	size_t size;
	char *image = read_file(built[_i].cubin, &size);
	const Elf64_Shdr *code = section_header(image, ".text.third");
	unsigned changed = 0;

	ck_assert(ask_all(image, size));
	/* All but the code itself, which nobody reads. */
	for (size_t at = 0; at < size; at += 1 + (at > 0x400) * 2) {
		const char old = image[at];

		if (at >= code->sh_offset && at < code->sh_offset + code->sh_size)
			continue;
		for (size_t i = 0; i < ARRAY_SIZE(changes); i++) {
			image[at] = (char)changes[i];
			changed += !ask_all(image, size);
		}
		image[at] = old;
	}
	ck_assert_uint_gt(changed, 0);
	free(image);
}
END_TEST

/* ---- tests: line programs made by hand ---- */

struct program {
	uint8_t bytes[4096];
	size_t size;
	struct line_relocation relocations[4];
	size_t relocation_count;
	struct line_texts texts, line_texts;
	size_t length_at, header_at;
	bool is_64;
};

static void put(struct program *program, uint64_t number, unsigned bytes)
{
	for (; bytes; bytes--, number >>= 8)
		program->bytes[program->size++] = (uint8_t)number;
}

static void put_all(struct program *program, const void *bytes, size_t size)
{
	memcpy(program->bytes + program->size, bytes, size);
	program->size += size;
}

static void patch(struct program *program, size_t at, uint64_t number, unsigned bytes)
{
	for (; bytes; bytes--, number >>= 8)
		program->bytes[at++] = (uint8_t)number;
}

/* A unit's header: opcode base 10, line base -5, line range 14, as nvcc's. */
static void begin_unit(struct program *program, int version, const void *lists, size_t size)
{
	const unsigned word = program->is_64 ? 8 : 4;

	if (program->is_64)
		put(program, 0xffffffff, 4);
	program->length_at = program->size;
	put(program, 0, word);
	put(program, (uint64_t)version, 2);
	if (version >= 5)
		put(program, 0x0008, 2);
	program->header_at = program->size;
	put(program, 0, word);
	put(program, 1, 1);
	if (version >= 4)
		put(program, 1, 1);
	put_all(program, "\x01\xfb\x0e\x0a\x00\x01\x01\x01\x01\x00\x00\x00\x01", 13);
	put_all(program, lists, size);
	patch(program, program->header_at, program->size - program->header_at - word, word);
}

static void end_unit(struct program *program)
{
	const unsigned word = program->is_64 ? 8 : 4;

	patch(program, program->length_at, program->size - program->length_at - word, word);
}

/* DW_LNE_set_address to ADDRESS of SECTION. */
static void set_address(struct program *program, uint32_t section, uint64_t address)
{
	put_all(program, "\x00\x09\x02", 3);
	program->relocations[program->relocation_count++] =
	        (struct line_relocation){ program->size, section, 0x1000 };
	put(program, address, 8);
}

static int decode(const struct program *program, struct line_table *table, size_t budget)
{
	const struct line_input input = {
		.bytes = program->bytes,
		.size = program->size,
		.texts = program->texts,
		.line_texts = program->line_texts,
		.relocations = program->relocations,
		.relocation_count = program->relocation_count,
	};
	const size_t before = budget;
	int err = line_table_init(table, &input, &budget);

	if (err)
		ck_assert_uint_eq(budget, before);
	return err;
}

#define TEXT(s) s, sizeof(s) - 1

static const char one_file[] = "/d\0\0a.cu\0\1\0\0";    /* and the 0 that ends the list */
static const char end_at_16[] = "\x02\x10\x00\x01\x01"; /* advance 16, end of sequence */

struct version {
	int version;
	bool is_64;
	const char *lists;
	size_t size;
	const char *first, *second; /* paths of files 1 and 2 */
};

static const struct version versions[] = {
	{ 2, false, TEXT("/d/bin/../e\0rel\0\0a.cu\0\1\0\0../b.cu\0\2\0\0\0"), "/d/e/a.cu",
	  "b.cu" },
	{ 3, true, TEXT("/d//./e/\0..\0\0a.cu\0\1\0\0b.cu\0\2\0\0\0"), "/d/e/a.cu", "../b.cu" },
	{ 4, false, TEXT("/d\0\0/x/y/../../../a.cu\0\1\0\0b.cu\0\0\0\0\0"), "/a.cu", "b.cu" },
	/* path: string; directories / and sub; files with a directory of udata */
	{ 5, false, TEXT("\1\1\x08\2/c\0sub\0\2\1\x08\2\x0f\3z\0\0a.cu\0\1b.cu\0\0"), "/c/sub/a.cu",
	  "/c/b.cu" },
	/* path: line_strp and strp, with an MD5, a block and data1 */
	{ 5, true,
	  TEXT("\1\1\x1f\1\3\0\0\0\0\0\0\0\4\1\x0e\2\x0b\5\x1e\x90\x40\x09\3"
	       "\1\0\0\0\0\0\0\0\0"
	       "0123456789abcdef\0"
	       "\1\0\0\0\0\0\0\0\0"
	       "0123456789abcdef\1x"
	       "\6\0\0\0\0\0\0\0\0"
	       "0123456789abcdef\0"),
	  "/m/a.cu", "/m/b.cu" },
};

START_TEST(reads_all_versions)
{
	const struct version *version = &versions[_i];
	struct program program = {
		.is_64 = version->is_64,
		.texts = { TEXT("\0a.cu\0b.cu\0") },
		.line_texts = { TEXT("xx\0/m\0") },
	};
	const struct line_row *row;
	struct line_table table;

	begin_unit(&program, version->version, version->lists, version->size);
	set_address(&program, 5, 0x20);
	put_all(&program, TEXT("\x03\x09\x01")); /* line 10, copy */
	put_all(&program, TEXT("\x04\x02\xf4")); /* file 2, +16, +5 lines */
	put_all(&program,
	        TEXT("\x06\x03\x7c\x08\x09\x10\x00\x01")); /* not a statement, -4, +17+16 */
	put_all(&program, end_at_16, sizeof end_at_16 - 1);
	end_unit(&program);
	put(&program, 0, 4); /* padding */
	ck_assert_int_eq(decode(&program, &table, 1 << 20), 0);
	ck_assert_uint_eq(table.row_count, 3);
	row = line_table_row(&table, 5, 0x20);
	ck_assert_uint_eq(row->line, 10);
	ck_assert(row->is_statement);
	ck_assert_str_eq(table.files[row->file], version->first);
	row = line_table_row(&table, 5, 0x30);
	ck_assert_uint_eq(row->line, 15);
	ck_assert_str_eq(table.files[row->file], version->second);
	row = line_table_row(&table, 5, 0x51);
	ck_assert_uint_eq(row->line, 11);
	ck_assert(!row->is_statement);
	ck_assert_ptr_eq(line_table_row(&table, 5, 0x60), row);
	ck_assert_ptr_null(line_table_row(&table, 5, 0x61));
	ck_assert_ptr_null(line_table_row(&table, 5, 0x1f));
	ck_assert_ptr_null(line_table_row(&table, 4, 0x30));
	ck_assert_ptr_null(line_table_row(&table, 6, 0x30));
	line_table_release(&table);

	for (size_t size = 1; size < program.size - 4; size++) { /* cut anywhere */
		struct program cut = program;

		cut.size = size;
		ck_assert_int_eq(decode(&cut, &table, 1 << 20), -EINVAL);
	}
}
END_TEST

/* A program of one sequence in section 5, with OPCODES before its end. */
static int decode_opcodes(const char *opcodes, size_t size, struct line_table *table)
{
	struct program program = { 0 };

	begin_unit(&program, 2, one_file, sizeof one_file);
	set_address(&program, 5, 0);
	put_all(&program, opcodes, size);
	put_all(&program, end_at_16, sizeof end_at_16 - 1);
	end_unit(&program);
	return decode(&program, table, 1 << 20);
}

static const struct {
	const char *what, *opcodes;
	size_t size;
	int result;
	size_t rows;
} odd_programs[] = {
	{ "no rows", TEXT(""), 0, 0 },
	{ "an unknown extended opcode", TEXT("\x01\x00\x03\xc0\x01\x02"), 0, 1 },
	{ "an empty extended opcode", TEXT("\x01\x00\x00"), 0, 1 },
	{ "operands that end early", TEXT("\x01\x00\x02\x90\x01"), -EINVAL, 0 },
	{ "an extended opcode over the end", TEXT("\x01\x00\x7f\x90\x01"), -EINVAL, 0 },
	{ "an address of four bytes", TEXT("\x01\x00\x05\x02\0\0\0\0"), -EINVAL, 0 },
	{ "a step back", TEXT("\x02\x10\x01\x02\xf0\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"),
	  -EINVAL, 0 },
	{ "a row behind the section", TEXT("\x02\x81\x20\x01"), -EINVAL, 0 },
	{ "an end behind the section", TEXT("\x01\x02\x81\x20"), -EINVAL, 0 },
	{ "a number of 91 bits",
	  TEXT("\x01\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f"), 0, 1 },
	{ "columns and basic blocks", TEXT("\x05\xff\x01\x07\x01"), 0, 1 },
	{ "an unknown file", TEXT("\x04\x09\x01\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"),
	  0, 2 },
	{ "a file of its own", TEXT("\x00\x09\x03\x62.cu\0\1\0\0\x04\x02\x01"), 0, 1 },
	{ "a call by a row that follows", TEXT("\x00\x03\x90\x02\x00\x01\x01"), 0, 2 },
};

START_TEST(takes_or_rejects_odd_programs)
{
	struct line_table table;
	int err = decode_opcodes(odd_programs[_i].opcodes, odd_programs[_i].size, &table);

	ck_assert_msg(err == odd_programs[_i].result, "%s: %d", odd_programs[_i].what, err);
	ck_assert_uint_eq(table.row_count, odd_programs[_i].rows);
	for (size_t i = 0; i < table.row_count; i++) {
		ck_assert(table.rows[i].file == LINE_NONE || table.rows[i].file < table.file_count);
		ck_assert(table.rows[i].caller == LINE_NONE || table.rows[i].caller < i);
	}
	line_table_release(&table);
}
END_TEST

START_TEST(keeps_within_the_budget)
{
	struct program program = { 0 };
	struct line_table table;
	size_t least = 0;

	begin_unit(&program, 2, one_file, sizeof one_file);
	set_address(&program, 5, 0);
	for (int i = 0; i < 1000; i++)
		put(&program, 1, 1);
	put_all(&program, end_at_16, sizeof end_at_16 - 1);
	end_unit(&program);
	while (decode(&program, &table, least) == -EFBIG)
		least += 64;
	ck_assert_uint_ge(least, 1000 * sizeof(struct line_row));
	ck_assert_uint_le(least, 3000 * sizeof(struct line_row));
	ck_assert_uint_eq(table.row_count, 1000);
	line_table_release(&table);
}
END_TEST

START_TEST(drops_what_lies_nowhere)
{
	struct program program = { 0 };
	struct line_table table;

	begin_unit(&program, 2, one_file, sizeof one_file);
	set_address(&program, 7, 0x40);
	put_all(&program, "\x01", 1);
	put_all(&program, end_at_16, sizeof end_at_16 - 1);
	put_all(&program, "\x00\x09\x02\0\0\0\0\0\0\0\0\x01", 12); /* no relocation */
	put_all(&program, end_at_16, sizeof end_at_16 - 1);
	set_address(&program, 3, 0);
	put_all(&program, "\x01", 1);
	put_all(&program, end_at_16, sizeof end_at_16 - 1);
	set_address(&program, 7, 0);
	put_all(&program, "\x01", 1);
	put_all(&program, end_at_16, sizeof end_at_16 - 1);
	end_unit(&program);
	ck_assert_int_eq(decode(&program, &table, 1 << 20), 0);
	ck_assert_uint_eq(table.sequence_count, 3);
	ck_assert_uint_eq(table.unplaced_count, 1);
	ck_assert_uint_eq(table.sequences[0].section, 3);
	ck_assert_uint_eq(table.sequences[1].first_offset, 0);
	ck_assert_uint_eq(table.sequences[2].first_offset, 0x40);
	ck_assert_ptr_null(line_table_row(&table, 7, 0x10)); /* between the two */
	ck_assert_ptr_nonnull(line_table_row(&table, 7, 0x4f));
	line_table_release(&table);
}
END_TEST

/* A cubin whose line program is replaced by one with a chain deeper than an answer has room for. */
START_TEST(cuts_deep_chains)
{
	enum { DEPTH = 100 };
	const char *name = "tests/source/lineinfo.cubin";
	struct program program = { 0 };
	struct source_where where;
	struct sources *sources;
	size_t size, operand;
	Elf64_Shdr *lines, *relocations, *symbols;
	const char *function;
	Elf64_Rela first;
	Elf64_Sym symbol;
	char *image = read_file(name, &size);

	lines = section_header(image, ".debug_line");
	relocations = section_header(image, ".rela.debug_line");
	begin_unit(&program, 2, one_file, sizeof one_file);
	set_address(&program, 1, 0);
	operand = program.size - 8;
	put(&program, 1, 1);
	for (uint8_t i = 1; i < DEPTH; i++) {
		put_all(&program, "\x00\x03\x90", 3);
		put(&program, i, 1);
		put_all(&program, "\x00\x10", 2); /* name 0; next line, same address */
	}
	put_all(&program, end_at_16, sizeof end_at_16 - 1);
	end_unit(&program);
	ck_assert_uint_le(program.size, lines->sh_size);
	memcpy(image + lines->sh_offset, program.bytes, program.size);
	lines->sh_size = program.size;
	relocations->sh_size = sizeof first;
	memcpy(&first, image + relocations->sh_offset, sizeof first);
	first.r_offset = operand;
	memcpy(image + relocations->sh_offset, &first, sizeof first);
	symbols = section_header(image, ".symtab");
	memcpy(&symbol, image + symbols->sh_offset + ELF64_R_SYM(first.r_info) * sizeof symbol,
	       sizeof symbol);
	function = image + section_header(image, ".strtab")->sh_offset + symbol.st_name;
	sources = sources_of(image, size);
	ck_assert_int_eq(source_line(sources, NULL, function, 0, &where), SOURCE_FOUND);
	ck_assert_uint_eq(where.frame_count, SOURCE_DEPTH_MAX);
	ck_assert(where.is_cut);
	ck_assert_uint_eq(where.frames[0].line, DEPTH);
	ck_assert_uint_eq(where.frames[SOURCE_DEPTH_MAX - 1].line, 1);
	ck_assert_str_eq(where.frames[SOURCE_DEPTH_MAX - 1].function, function);
	sources_close(sources);
	free(image);
}
END_TEST

/* ---- the text of sources ---- */

static void write_file(const char *name, const char *text)
{
	char path[PATH_MAX];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

static void remove_file(const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	ck_assert_int_eq(remove(path), 0);
}

/* PATH in the folder has TEXT as its first line; NULL: there is none. */
static void expect_text(const char *path, const char *below, const char *text)
{
	struct source_text source;

	ck_assert_int_eq(source_text_init(&source, path, below), 0);
	if (!text) {
		ck_assert_ptr_null(source.path);
		ck_assert_ptr_null(source_text_line(&source, 1));
	} else {
		ck_assert_ptr_nonnull(source.path);
		ck_assert_str_eq(source_text_line(&source, 1), text);
	}
	source_text_release(&source);
}

/* The longest end of a path that a folder has; never anything outside of it. */
START_TEST(finds_sources_in_another_folder)
{
	char inner[PATH_MAX], *deep = malloc(1 << 20);

	snprintf(inner, sizeof inner, "%s/inner", folder);
	ck_assert_int_eq(mkdir(inner, 0700), 0);
	write_file("inner/a.cu", "inner");
	write_file("a.cu", "outer");

	expect_text("/build/app/inner/a.cu", folder, "inner");
	expect_text("/build/app/a.cu", folder, "outer");
	expect_text("app//inner//a.cu", folder, "inner");
	expect_text("../inner/a.cu", folder, "inner");
	expect_text("a.cu", inner, "inner");
	expect_text("/build/app/b.cu", folder, NULL);
	expect_text("/build/inner", folder, NULL); /* a folder */
	expect_text("/build/a.cu", NULL, NULL);
	expect_text("", folder, NULL);
	expect_text("/", folder, NULL);
	expect_text("..", folder, NULL);
	remove_file("inner/a.cu");
	expect_text("/x/../a.cu", inner, NULL);
	expect_text("/x/inner/../a.cu", inner, NULL);

	memset(deep, '/', 1 << 20);
	strcpy(deep + (1 << 20) - 16, "/a.cu");
	expect_text(deep, folder, "outer");
	for (size_t i = 0; i + 2 < (1 << 20) - 16; i += 2)
		memcpy(deep + i, "x/", 2);
	expect_text(deep, folder, "outer");

	free(deep);
	remove_file("a.cu");
	remove_file("inner");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("source");
	TCase *tcase = tcase_create("source");
	SRunner *runner;
	int failed;

	if (!mkdtemp(folder)) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, finds_the_kernels_of_all_samples);
	tcase_add_loop_test(tcase, keeps_functions_apart, 0, ARRAY_SIZE(built));
	tcase_add_loop_test(tcase, follows_inlined_calls, 0, ARRAY_SIZE(built));
	tcase_add_test(tcase, names_inlined_functions);
	tcase_add_loop_test(tcase, names_device_functions, 0, ARRAY_SIZE(built));
	tcase_add_test(tcase, reads_each_file_of_a_linked_cubin);
	tcase_add_loop_test(tcase, goes_through_rows, 0, ARRAY_SIZE(built));
	tcase_add_test(tcase, says_what_is_missing);
	tcase_add_loop_test(tcase, takes_stripped_cubins, 0, ARRAY_SIZE(stripped));
	tcase_add_test(tcase, tells_modules_apart);
	tcase_add_test(tcase, rejects_rows_that_lie);
	tcase_add_loop_test(tcase, survives_truncation, 0, ARRAY_SIZE(built));
	tcase_add_loop_test(tcase, survives_changed_bytes, 0, ARRAY_SIZE(built));
	tcase_add_loop_test(tcase, reads_all_versions, 0, ARRAY_SIZE(versions));
	tcase_add_loop_test(tcase, takes_or_rejects_odd_programs, 0, ARRAY_SIZE(odd_programs));
	tcase_add_test(tcase, keeps_within_the_budget);
	tcase_add_test(tcase, drops_what_lies_nowhere);
	tcase_add_test(tcase, cuts_deep_chains);
	tcase_add_test(tcase, finds_sources_in_another_folder);
	suite_add_tcase(suite, tcase);
	runner = srunner_create(suite);
	srunner_set_tap(runner, "-");
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	rmdir(folder);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
