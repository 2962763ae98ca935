/* SPDX-License-Identifier: MIT */
/*
 * Tests of source lines: the recorded samples and the cubins of tests/source resolve to what their
 * source text says (lines are looked up in it, none is written here).
 */
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
#include <unistd.h>
#include <zstd.h>

#include "code/cubin.h"
#include "code/line_table.h"
#include "code/module.h"
#include "source_fixture.h"
#include "suite.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* ---- what the source text says ---- */

/* The number of the first line that holds WORD; 0: none. */
static uint32_t line_with(const char *name, const char *word)
{
	char *text = source_file_bytes(name, NULL), *at = strstr(text, word);
	uint32_t line = at != NULL;

	for (char *c = text; at && c < at; c++)
		line += *c == '\n';
	free(text);
	return line;
}

/*
 * The lines FIRST..LAST of the definition of FUNCTION: from the line that begins without space and
 * has its name and a parenthesis, to the next that begins with a brace. Of several the first that
 * ends behind line FROM. False: not in this file.
 */
static bool find_body(const char *name, const char *function, uint32_t from, uint32_t *first,
                      uint32_t *last)
{
	char *text = source_file_bytes(name, NULL), *rest = text, *line, call[256];
	uint32_t number = 0;

	snprintf(call, sizeof call, " %s(", function);
	*first = *last = 0;
	while (!*last && (line = strsep(&rest, "\n"))) {
		number++;
		if (!*first && line[0] && !isspace((unsigned char)line[0]) && strstr(line, call) &&
		    !strchr(line, ';'))
			*first = number;
		if (*first && line[0] == '}' && number >= from)
			*last = number;
		else if (line[0] == '}')
			*first = 0;
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

static bool cubin_of_file(struct cubin *cubin, const char *name)
{
	size_t size, budget = SOURCE_MEMORY_MAX_BYTES;
	char *bytes = source_file_bytes(name, &size);
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
static bool find_sample(const char *trace, const char *function, uint32_t from, char file[PATH_MAX],
                        uint32_t *first, uint32_t *last)
{
	const char *base = base_name(trace);
	const char *dash = strrchr(base, '-');

	snprintf(file, PATH_MAX, "samples/%.*s.cu", (int)(dash - base), base);
	for (char *c = file; *c; c++)
		*c = *c == '-' ? '_' : *c;
	if (find_body(file, function, from, first, last))
		return true;
	snprintf(file, PATH_MAX, "samples/sample.h");
	return find_body(file, function, from, first, last);
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

		ck_assert_msg(source_function(sources, name, &frame) == SOURCE_FOUND, "%s: %s",
		              trace, name);
		ck_assert_msg(find_sample(trace, plain_name(name), frame.line, file, &first, &last),
		              "%s: no source of %s", trace, name);
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
		/* cuBLAS's code is not recorded, and PTX of a program's own has no lines. */
		if (!strstr(traces.gl_pathv[i], "tensor-cores") &&
		    !strstr(traces.gl_pathv[i], "load-in-loop"))
			kernels += check_sample(traces.gl_pathv[i]);
	ck_assert_uint_ge(kernels, traces.gl_pathc);
	globfree(&traces);
}
END_TEST

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

		ck_assert(find_body(lines, plain, 0, &first, &last));
		ck_assert(find_body(lines, "called", 0, &called_first, &called_last));
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

/* Whether the code at PC is of a function that is known by name, be it one without lines. */
static bool has_name(const struct sources *sources, const char *mangled, uint64_t pc,
                     struct source_where *where)
{
	const enum source_state state = source_line(sources, NULL, mangled, pc, where);

	return state == SOURCE_FOUND || (state == SOURCE_NO_ROW && where->frame_count > 0);
}

/* Code that the compiler puts behind the kernel: of the program, and CUDA's own, which has no
 * lines: those before it are of other code. */
START_TEST(names_device_functions)
{
	static const char *const inner[][2] = { { "second", "called" }, { "fifth", "__cuda" } };

	for (size_t i = 0; i < ARRAY_SIZE(inner); i++) {
		struct sources *sources = sources_of_file(built[_i].cubin);
		const char *mangled = mangled_name(built[_i].cubin, inner[i][0]);
		struct source_where where;
		unsigned own = 0, others = 0;

		for (uint64_t pc = 0; has_name(sources, mangled, pc, &where); pc += 16) {
			const struct source_frame *outer = &where.frames[where.frame_count - 1];
			const char *name = plain_name(outer->function);
			const bool is_other = !strncmp(name, inner[i][1], strlen(inner[i][1]));

			own += !strcmp(outer->function, mangled);
			others += is_other;
			if (is_other)
				ck_assert_int_eq(outer->line > 0, strcmp(name, "called") == 0);
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

	ck_assert(find_body("tests/source/linked.cu", "fourth", 0, &first, &last));
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

/* Bytes of the function's instructions that come from somewhere, from its start on. */
static uint64_t size_of(const struct sources *sources, const int64_t *crc, const char *mangled)
{
	struct source_where where;
	uint64_t size = 0;

	while (source_line(sources, crc, mangled, size, &where) == SOURCE_FOUND)
		size += 16;
	return size;
}

START_TEST(knows_where_a_function_ends)
{
	struct sources *sources = sources_of_file(built[_i].cubin);
	const char *mangled = mangled_name(built[_i].cubin, "second");
	const uint64_t size = size_of(sources, NULL, mangled);
	struct source_where where;

	ck_assert_uint_gt(size, 0);
	ck_assert_int_eq(source_line(sources, NULL, mangled, size - 1, &where), SOURCE_FOUND);
	ck_assert_int_eq(source_line(sources, NULL, mangled, size, &where), SOURCE_NO_ROW);
	ck_assert_int_eq(source_line(sources, NULL, mangled, UINT64_MAX, &where), SOURCE_NO_ROW);
	sources_close(sources);
}
END_TEST

/* ---- tests: what is not there ---- */

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
	char *image = source_file_bytes("tests/source/lineinfo.cubin", &size);
	struct sources *sources;

	section_header(image, stripped[_i])->sh_type = SHT_NOBITS;
	sources = sources_of_bytes(image, size);
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

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		size_t size;
		char *image = source_file_bytes(names[i], &size),
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
	for (size_t i = 1; i < ARRAY_SIZE(names); i++)
		sizes[i] = size_of(sources, &crcs[i], "third");
	ck_assert_uint_ne(sizes[1], sizes[2]);
	ck_assert_int_eq(state_of(sources, "third"), SOURCE_FOUND); /* the first with lines */
	ck_assert_int_eq(source_line(sources, NULL, "third", sizes[1], &where), SOURCE_NO_ROW);
	sources_close(sources);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		free((void *)rows[i].packed);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("source");
	TCase *tcase = tcase_create("source");
	int status;

	if (!source_fixture_init()) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	tcase_set_timeout(tcase, 600);
	tcase_add_test(tcase, finds_the_kernels_of_all_samples);
	tcase_add_loop_test(tcase, keeps_functions_apart, 0, BUILT);
	tcase_add_loop_test(tcase, follows_inlined_calls, 0, BUILT);
	tcase_add_test(tcase, names_inlined_functions);
	tcase_add_loop_test(tcase, names_device_functions, 0, BUILT);
	tcase_add_test(tcase, reads_each_file_of_a_linked_cubin);
	tcase_add_loop_test(tcase, knows_where_a_function_ends, 0, BUILT);
	tcase_add_test(tcase, says_what_is_missing);
	tcase_add_loop_test(tcase, takes_stripped_cubins, 0, ARRAY_SIZE(stripped));
	tcase_add_test(tcase, tells_modules_apart);
	suite_add_tcase(suite, tcase);
	status = run_suite(suite);
	source_fixture_release();
	return status;
}
