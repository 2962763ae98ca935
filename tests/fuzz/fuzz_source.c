/* SPDX-License-Identifier: MIT */
/*
 * Throws bytes at the reader of cubins, and at the decoder of line tables alone: what begins with a
 * 0 byte is a .debug_line, with a relocation behind each DW_LNE_set_address; with a tab a listing
 * of nvdisasm; anything else a cubin.
 *
 * With libFuzzer:  clang -fsanitize=fuzzer,address,undefined -DWITH_LIBFUZZER ...
 * Without, main() replays the files named on the command line, and each of them cut at many places.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/cubin.h"
#include "code/sass.h"
#include "code/line_table.h"

enum {
	BUDGET_BYTES = 64 << 20,
	RELOCATIONS_MAX = 256,
	SECTION_BYTES = 1 << 20,
	QUESTIONS_MAX = 4096,
};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static volatile size_t sink; /* keeps the compiler from leaving out what is read */

static void require(int condition)
{
	if (!condition)
		abort();
}

static void check_table(const struct line_table *table)
{
	for (size_t i = 0; i < table->row_count; i++) {
		const struct line_row *row = &table->rows[i];

		require(row->caller == LINE_NONE || row->caller < i);
		require(row->file == LINE_NONE || row->file < table->file_count);
	}
	for (size_t i = 0; i < table->sequence_count; i++) {
		const struct line_sequence *sequence = &table->sequences[i];
		const size_t end = (size_t)sequence->first_row + sequence->row_count;

		require(sequence->row_count && end <= table->row_count);
		require(sequence->first_offset <= sequence->end_offset);
		for (size_t row = sequence->first_row + 1; row < end; row++)
			require(table->rows[row].offset >= table->rows[row - 1].offset);
	}
	for (size_t i = 0; i < table->file_count; i++)
		sink += strlen(table->files[i]);
}

static void fuzz_lines(const uint8_t *bytes, size_t size)
{
	struct line_relocation relocations[RELOCATIONS_MAX];
	struct line_input input = { .bytes = bytes, .size = size, .relocations = relocations };
	size_t budget = BUDGET_BYTES;
	struct line_table table;

	for (size_t at = 0; at + 3 <= size && input.relocation_count < RELOCATIONS_MAX; at++)
		if (!bytes[at] && bytes[at + 1] == 9 && bytes[at + 2] == 2)
			relocations[input.relocation_count++] =
			        (struct line_relocation){ at + 3, at % 3u, SECTION_BYTES };
	if (size && !bytes[size - 1])
		input.texts = input.line_texts = (struct line_texts){ (const char *)bytes, size };
	if (!line_table_init(&table, &input, &budget)) {
		check_table(&table);
		for (uint32_t i = 0; i < QUESTIONS_MAX; i += 16)
			sink += line_table_row(&table, i % 3, i) != NULL;
	} else {
		require(budget == BUDGET_BYTES);
	}
	line_table_release(&table);
}

static void ask(const struct cubin *cubin, const struct cubin_function *function, uint32_t offset)
{
	const struct line_row *row = line_table_row(&cubin->lines, function->section, offset);
	const struct cubin_function *inner = cubin_function_at(cubin, function->section, offset);

	sink += inner ? strlen(inner->name) : 0;
	for (size_t depth = 0; row && depth < QUESTIONS_MAX; depth++) {
		sink += strlen(cubin_inlined_name(cubin, row));
		row = row->caller == LINE_NONE ? NULL : &cubin->lines.rows[row->caller];
	}
}

static void fuzz_cubin(const uint8_t *bytes, size_t size)
{
	size_t budget = BUDGET_BYTES, questions = 0;
	struct cubin cubin;

	if (cubin_init(&cubin, bytes, size, &budget)) {
		require(budget == BUDGET_BYTES);
		return;
	}
	check_table(&cubin.lines);
	for (size_t i = 0; i < cubin.function_count; i++) {
		const struct cubin_function *function = &cubin.functions[i];

		require(function->kernel && function->offset <= function->end);
		if (!function->is_device_function)
			require(cubin_function(&cubin, function->name) != NULL);
		for (uint64_t at = function->offset; at < function->end; at += 16)
			if (questions++ < QUESTIONS_MAX)
				ask(&cubin, function, (uint32_t)at);
			else
				break;
	}
	cubin_release(&cubin);
}

static void fuzz_listing(const uint8_t *bytes, size_t size)
{
	static const struct sass_range ranges[] = {
		{ "_Z4kernIdLi5EEvPT_i", 0, UINT32_MAX },
		{ "_Z6gatherPKiPi", 0x20, 0x1000 },
	};

	for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
		struct sass sass;

		if (sass_parse(&sass, (const char *)bytes, size, &ranges[r]) == 0)
			for (size_t i = 0; i < sass.count; i++) {
				require(strlen(sass.items[i].text) < SASS_TEXT_MAX);
				require(sass_text(&sass, sass.items[i].offset_bytes) != NULL);
			}
		sass_release(&sass);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	if (size && !bytes[0])
		fuzz_lines(bytes + 1, size - 1);
	else if (size && bytes[0] == '\t')
		fuzz_listing(bytes, size);
	else
		fuzz_cubin(bytes, size);
	return 0;
}

#ifndef WITH_LIBFUZZER
/* In memory of its exact size, for AddressSanitizer to see where it ends. */
static void replay(const uint8_t *bytes, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);

	require(copy != NULL);
	memcpy(copy, bytes, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

static int replay_file(const char *path)
{
	static uint8_t bytes[1 << 20];
	FILE *file = fopen(path, "rb");
	size_t size;

	if (!file) {
		fprintf(stderr, "fuzz_source: %s: %s\n", path, strerror(errno));
		return -errno;
	}
	size = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	replay(bytes, size);
	for (size_t cut = 0; cut < size; cut += 1 + size / 256)
		replay(bytes, cut);
	return 0;
}

int main(int argc, char **argv)
{
	int failed = 0;

	printf("1..%d\n", argc - 1);
	for (int i = 1; i < argc; i++) {
		int err = replay_file(argv[i]);

		printf("%s %d - %s\n", err ? "not ok" : "ok", i, argv[i]);
		failed |= err != 0;
	}
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
#endif
