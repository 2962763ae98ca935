/* SPDX-License-Identifier: MIT */
/* Tests of damaged cubins: damage in any place is noticed or harmless. */
#include "code/source.h"

#include <check.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "code/cubin.h"
#include "code/line_table.h"
#include "code/module.h"
#include "line_program.h"
#include "source_fixture.h"
#include "suite.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

START_TEST(rejects_rows_that_lie)
{
	size_t size, room;
	char *image = source_file_bytes("tests/source/lineinfo.cubin", &size), *packed;
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
	char *image = source_file_bytes(built[_i].cubin, &size), *cut;
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

/* Whether the byte AT is an instruction's, which nobody reads. */
static bool is_code(const char *image, size_t at)
{
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)image;
	const Elf64_Shdr *sections = (const Elf64_Shdr *)(image + header->e_shoff);
	const char *names = image + sections[header->e_shstrndx].sh_offset;

	for (size_t i = 0; i < header->e_shnum; i++)
		if (!strncmp(names + sections[i].sh_name, ".text.", 6) &&
		    at >= sections[i].sh_offset && at < sections[i].sh_offset + sections[i].sh_size)
			return true;
	return false;
}

START_TEST(survives_changed_bytes)
{
	static const uint8_t changes[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
	size_t size;
	char *image = source_file_bytes(built[_i].cubin, &size);
	unsigned changed = 0;

	ck_assert(ask_all(image, size));
	for (size_t at = 0; at < size; at += 1 + (at > 0x400) * 2) {
		const char old = image[at];

		if (is_code(image, at))
			continue;
		for (size_t i = 0; i < ARRAY_SIZE(changes); i++) {
			if ((char)changes[i] == old)
				continue;
			image[at] = (char)changes[i];
			changed += !ask_all(image, size);
		}
		image[at] = old;
	}
	ck_assert_uint_gt(changed, 0);
	free(image);
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
	char *image = source_file_bytes(name, &size);

	lines = section_header(image, ".debug_line");
	relocations = section_header(image, ".rela.debug_line");
	begin_unit(&program, 2, one_file, sizeof one_file);
	set_address(&program, 1, 0);
	operand = program.size - 8;
	put_number(&program, 1, 1);
	for (uint8_t i = 1; i < DEPTH; i++) {
		put_bytes(&program, "\x00\x03\x90", 3);
		put_number(&program, i, 1);
		put_bytes(&program, "\x00\x10", 2); /* name 0; next line, same address */
	}
	put_bytes(&program, end_at_16, sizeof end_at_16 - 1);
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
	sources = sources_of_bytes(image, size);
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

int main(void)
{
	Suite *suite = suite_create("source damage");
	TCase *tcase = tcase_create("source damage");
	int status;

	if (!source_fixture_init()) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	tcase_set_timeout(tcase, 600);
	tcase_add_test(tcase, rejects_rows_that_lie);
	tcase_add_loop_test(tcase, survives_truncation, 0, BUILT);
	tcase_add_loop_test(tcase, survives_changed_bytes, 0, BUILT);
	tcase_add_test(tcase, cuts_deep_chains);
	suite_add_tcase(suite, tcase);
	status = run_suite(suite);
	source_fixture_release();
	return status;
}
