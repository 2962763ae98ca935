/* SPDX-License-Identifier: MIT */
/* The functions and the line table of a cubin. */
#include "code/cubin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "code/elf_image.h"

/* Types of CUDA's relocations, observed with nvcc 13.0: addresses in .debug_line are the second. */
enum { R_CUDA_32 = 1, R_CUDA_64 = 2 };

struct image {
	struct elf_image elf;
	const struct elf_section *lines, *texts, *line_texts, *symbols;
	struct line_texts symbol_names;
};

static void find_sections(struct image *image)
{
	image->lines = elf_section_named(&image->elf, ".debug_line");
	image->texts = elf_section_named(&image->elf, ".debug_str");
	image->line_texts = elf_section_named(&image->elf, ".debug_line_str");
	for (size_t i = 1; i < image->elf.section_count && !image->symbols; i++)
		if (image->elf.sections[i].type == SHT_SYMTAB)
			image->symbols = &image->elf.sections[i];
	if (image->symbols)
		image->symbol_names = elf_texts(elf_section_at(&image->elf, image->symbols->link));
}

/* ---- functions ---- */

/* How much of cubin.names is used, and how many bytes of texts were looked at for that. */
struct names {
	size_t size, read, room;
};

/* Adds FUNCTION. Its name begins at NAME, which is part of TEXT. */
static int add_function(struct cubin *cubin, struct names *names, struct cubin_function function,
                        const char *text, const char *name, size_t *budget_bytes)
{
	const size_t bytes = strlen(name) + 1;
	struct cubin_function *added;
	int err = 0;

	/* All names together are no longer than the tables they are in: else texts overlap, which
	 * no compiler makes, and sorting them could take forever. */
	names->read += (size_t)(name - text) + bytes;
	if (names->read > names->room)
		return -EINVAL;
	added = ARRAY_ADD_WITHIN(budget_bytes, &cubin->functions, &cubin->function_count, &err);
	if (!added)
		return err;
	function.name = memcpy(cubin->names + names->size, name, bytes);
	names->size += bytes;
	*added = function;
	return 0;
}

static int add_sections(struct cubin *cubin, const struct image *image, struct names *names,
                        size_t *budget_bytes)
{
	int err = 0;

	for (size_t i = 1; i < image->elf.section_count && !err; i++) {
		const struct elf_section *section = &image->elf.sections[i];
		const char *name = elf_code_name(&image->elf, section);
		const struct cubin_function function = {
			.section = (uint32_t)i,
			.end = (uint32_t)section->size,
		};

		if (name)
			err = add_function(cubin, names, function, name, name, budget_bytes);
	}
	return err;
}

/*
 * The symbols of device functions within a kernel's section: "$<kernel>$<function>", and those of
 * CUDA's own (division, reduction of angles): "$__internal_<number>_$<function>".
 */
static int add_symbols(struct cubin *cubin, const struct image *image, struct names *names,
                       size_t *budget_bytes)
{
	Elf64_Sym symbol;
	int err = 0;

	for (uint64_t i = 1; elf_symbol(image->symbols, i, &symbol) && !err; i++) {
		const struct elf_section *section = elf_section_at(&image->elf, symbol.st_shndx);
		const char *text = elf_text(&image->symbol_names, symbol.st_name);
		const struct cubin_function function = {
			.section = symbol.st_shndx,
			.offset = (uint32_t)symbol.st_value,
			.end = (uint32_t)(symbol.st_value + symbol.st_size),
			.is_device_function = true,
		};

		if (text[0] != '$' || ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || !section ||
		    !elf_code_name(&image->elf, section) || symbol.st_value > section->size ||
		    symbol.st_size > section->size - symbol.st_value)
			continue;
		err = add_function(cubin, names, function, text, strrchr(text, '$') + 1,
		                   budget_bytes);
	}
	return err;
}

static int compare_places(const void *a, const void *b)
{
	const struct cubin_function *x = a, *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return x->is_device_function - y->is_device_function;
}

static int compare_names(const void *a, const void *b)
{
	const struct cubin_function *x = *(const struct cubin_function *const *)a;
	const struct cubin_function *y = *(const struct cubin_function *const *)b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x > y) - (x < y);
}

static int sort_functions(struct cubin *cubin, size_t *budget_bytes)
{
	const size_t bytes = cubin->function_count * sizeof(struct cubin_function *);

	if (!cubin->function_count)
		return 0;
	if (bytes > *budget_bytes)
		return -EFBIG;
	cubin->by_name = malloc(bytes);
	if (!cubin->by_name)
		return -ENOMEM;
	*budget_bytes -= bytes;
	qsort(cubin->functions, cubin->function_count, sizeof *cubin->functions, compare_places);
	for (size_t i = 0; i < cubin->function_count; i++) {
		struct cubin_function *function = &cubin->functions[i];

		/* The first of each section is the one that the section is named for. */
		function->kernel = function->is_device_function ? function[-1].kernel : function;
		if (!function->is_device_function)
			cubin->by_name[cubin->by_name_count++] = function;
	}
	qsort(cubin->by_name, cubin->by_name_count, sizeof(struct cubin_function *), compare_names);
	return 0;
}

static int read_functions(struct cubin *cubin, const struct image *image, size_t *budget_bytes)
{
	struct names names = { .room = image->elf.names.size + image->symbol_names.size };
	int err;

	if (names.room > *budget_bytes)
		return -EFBIG;
	cubin->names = malloc(names.room + 1);
	if (!cubin->names)
		return -ENOMEM;
	*budget_bytes -= names.room;
	err = add_sections(cubin, image, &names, budget_bytes);
	if (!err)
		err = add_symbols(cubin, image, &names, budget_bytes);
	if (!err)
		err = sort_functions(cubin, budget_bytes);
	return err;
}

/* ---- lines ---- */

/* Sections of relocations: with the addend in the entry (sm_90), or in what it applies to
 * (sm_75). */
static size_t relocation_bytes(const struct image *image, const struct elf_section *section)
{
	if (&image->elf.sections[section->info < image->elf.section_count ? section->info : 0] !=
	    image->lines)
		return 0;
	return section->type == SHT_RELA  ? sizeof(Elf64_Rela)
	       : section->type == SHT_REL ? sizeof(Elf64_Rel)
	                                  : 0;
}

static uint64_t get_number(const uint8_t *at, size_t bytes)
{
	uint64_t number = 0;

	for (size_t i = 0; i < bytes; i++)
		number |= (uint64_t)at[i] << (8 * i);
	return number;
}

static void put_number(uint8_t *at, size_t bytes, uint64_t number)
{
	for (size_t i = 0; i < bytes; i++)
		at[i] = (uint8_t)(number >> (8 * i));
}

/*
 * Applies one relocation to LINE_BYTES. Returns true where it gave them an address in
 * code, which is then in RELOCATION.
 */
static bool apply(const struct image *image, const uint8_t *entry, size_t entry_bytes,
                  uint8_t *line_bytes, struct line_relocation *relocation)
{
	const bool has_addend = entry_bytes == sizeof(Elf64_Rela);
	const struct elf_section *section;
	Elf64_Rela rela = { 0 };
	Elf64_Sym symbol;
	uint64_t type, addend;
	size_t bytes;

	memcpy(&rela, entry, entry_bytes); /* an Elf64_Rel is its beginning */
	type = ELF64_R_TYPE(rela.r_info);
	bytes = type == R_CUDA_64 ? 8 : type == R_CUDA_32 ? 4 : 0;
	if (!bytes || rela.r_offset > image->lines->bytes.size ||
	    bytes > image->lines->bytes.size - rela.r_offset ||
	    !elf_symbol(image->symbols, ELF64_R_SYM(rela.r_info), &symbol))
		return false;
	section = elf_section_at(&image->elf, symbol.st_shndx);
	if (!section)
		return false;
	addend = has_addend ? (uint64_t)rela.r_addend
	                    : get_number(line_bytes + rela.r_offset, bytes);
	put_number(line_bytes + rela.r_offset, bytes, symbol.st_value + addend);
	*relocation = (struct line_relocation){
		.offset = rela.r_offset,
		.section = symbol.st_shndx,
		.section_bytes = section->size,
	};
	return section->is_code && bytes == 8;
}

static int compare_relocations(const void *a, const void *b)
{
	const struct line_relocation *x = a, *y = b;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return (x->section > y->section) - (x->section < y->section);
}

/* Applies all relocations to LINE_BYTES and leaves those of code in INPUT, for the caller to
 * free. */
static int relocate(const struct image *image, uint8_t *line_bytes, struct line_input *input,
                    struct line_relocation **relocations, size_t budget_bytes)
{
	size_t count = 0, room = 0;

	for (size_t i = 1; i < image->elf.section_count; i++) {
		const size_t bytes = relocation_bytes(image, &image->elf.sections[i]);

		room += bytes ? image->elf.sections[i].bytes.size / bytes : 0;
	}
	if (!room)
		return 0;
	if (room > budget_bytes / sizeof **relocations)
		return -EFBIG;
	*relocations = malloc(room * sizeof **relocations);
	if (!*relocations)
		return -ENOMEM;
	for (size_t i = 1; i < image->elf.section_count; i++) {
		const struct elf_bytes entries = image->elf.sections[i].bytes;
		const size_t bytes = relocation_bytes(image, &image->elf.sections[i]);

		for (size_t at = 0; bytes && bytes <= entries.size - at; at += bytes)
			count += apply(image, entries.at + at, bytes, line_bytes,
			               *relocations + count);
	}
	qsort(*relocations, count, sizeof **relocations, compare_relocations);
	input->relocations = *relocations;
	input->relocation_count = count;
	return 0;
}

static int keep_texts(struct cubin *cubin, const struct line_texts *texts, size_t *budget_bytes)
{
	char *copy;

	if (!texts->size)
		return 0;
	if (texts->size > *budget_bytes)
		return -EFBIG;
	copy = malloc(texts->size);
	if (!copy)
		return -ENOMEM;
	*budget_bytes -= texts->size;
	memcpy(copy, texts->bytes, texts->size);
	cubin->texts = (struct line_texts){ copy, texts->size };
	return 0;
}

static int read_lines(struct cubin *cubin, const struct image *image, size_t *budget_bytes)
{
	const struct elf_bytes lines = image->lines->bytes;
	struct line_relocation *relocations = NULL;
	struct line_input input = {
		.size = lines.size,
		.texts = elf_texts(image->texts),
		.line_texts = elf_texts(image->line_texts),
	};
	uint8_t *line_bytes = malloc(lines.size);
	int err;

	if (!line_bytes)
		return -ENOMEM;
	memcpy(line_bytes, lines.at, lines.size);
	input.bytes = line_bytes;
	err = relocate(image, line_bytes, &input, &relocations, *budget_bytes);
	if (!err)
		err = line_table_init(&cubin->lines, &input, budget_bytes);
	if (!err)
		err = keep_texts(cubin, &input.texts, budget_bytes);
	if (err)
		line_table_release(&cubin->lines);
	free(relocations);
	free(line_bytes);
	return err;
}

/* ---- the cubin ---- */

int cubin_init(struct cubin *cubin, const void *bytes, size_t size, size_t *budget_bytes)
{
	const size_t budget_before = *budget_bytes;
	struct image image = { 0 };
	int err;

	*cubin = (struct cubin){ 0 };
	err = elf_image_init(&image.elf, bytes, size);
	if (err)
		goto out;
	find_sections(&image);
	err = read_functions(cubin, &image, budget_bytes);
	if (err)
		goto out;
	if (image.lines)
		cubin->lines_error = read_lines(cubin, &image, budget_bytes);
	if (cubin->lines_error == -ENOMEM)
		err = -ENOMEM;
out:
	elf_image_release(&image.elf);
	if (err) {
		cubin_release(cubin);
		*budget_bytes = budget_before;
	}
	return err;
}

void cubin_release(struct cubin *cubin)
{
	line_table_release(&cubin->lines);
	free((char *)cubin->texts.bytes);
	free(cubin->by_name);
	free(cubin->functions);
	free(cubin->names);
	*cubin = (struct cubin){ 0 };
}

static bool has_earlier_name(const void *item, const void *key)
{
	const struct cubin_function *const *function = item;

	return strcmp((*function)->name, key) < 0;
}

const struct cubin_function *cubin_function(const struct cubin *cubin, const char *mangled)
{
	size_t place = lower_bound(mangled, cubin->by_name, cubin->by_name_count,
	                           sizeof(struct cubin_function *), has_earlier_name);

	if (place == cubin->by_name_count || strcmp(cubin->by_name[place]->name, mangled) != 0)
		return NULL;
	return cubin->by_name[place];
}

static bool begins_in_time(const void *item, const void *key)
{
	const struct cubin_function *function = item, *wanted = key;

	return function->section < wanted->section ||
	       (function->section == wanted->section && function->offset <= wanted->offset);
}

const struct cubin_function *cubin_function_at(const struct cubin *cubin, uint32_t section,
                                               uint32_t offset)
{
	const struct cubin_function wanted = { .section = section, .offset = offset };
	const struct cubin_function *functions = cubin->functions, *function;
	const size_t behind = lower_bound(&wanted, functions, cubin->function_count, sizeof wanted,
	                                  begins_in_time);

	if (!behind || functions[behind - 1].section != section)
		return NULL;
	function = &functions[behind - 1];
	if (offset >= function->end)
		function = function->kernel; /* between device functions */
	return offset < function->end ? function : NULL;
}

const char *cubin_inlined_name(const struct cubin *cubin, const struct line_row *row)
{
	const uint32_t offset = row->function_name;

	if (row->caller == LINE_NONE || offset >= cubin->texts.size)
		return "";
	if (offset && cubin->texts.bytes[offset - 1])
		return ""; /* not the start of a text */
	return cubin->texts.bytes + offset;
}
