/* SPDX-License-Identifier: MIT */
/*
 * Reads a cubin with the structs of elf.h, copied entry by entry, since nothing in an image need be
 * aligned. Not with libelf: it takes over 200 bytes of memory for each section that the header
 * claims before anyone can look, and searches a table of texts without an end anew for each name;
 * and what is needed of an ELF file here is one table.
 */
#include "code/cubin.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Types of CUDA's relocations, observed with nvcc 13.0: addresses in .debug_line are the second. */
enum { R_CUDA_32 = 1, R_CUDA_64 = 2 };

#define CODE_PREFIX ".text."

struct bytes {
	const uint8_t *at;
	size_t size;
};

struct elf_section {
	struct bytes bytes;  /* empty where there are none, or outside of the image */
	uint64_t size;       /* as the header says */
	uint32_t type, name; /* SHT_, offset in names */
	uint32_t link, info;
	bool is_code;
};

struct image {
	struct bytes bytes;
	struct elf_section *sections; /* [0] is none */
	size_t section_count;
	struct line_texts names; /* of sections */
	const struct elf_section *lines, *texts, *line_texts, *symbols;
	struct line_texts symbol_names;
};

/* A table of texts, empty unless its last byte is 0. */
static struct line_texts texts_of(const struct elf_section *section)
{
	struct line_texts texts = { NULL, 0 };

	if (section && section->bytes.size && !section->bytes.at[section->bytes.size - 1])
		texts = (struct line_texts){ (const char *)section->bytes.at, section->bytes.size };
	return texts;
}

static const char *text_at(const struct line_texts *texts, uint64_t offset)
{
	return offset < texts->size ? texts->bytes + offset : "";
}

/* ---- sections ---- */

static const struct elf_section *section_at(const struct image *image, uint64_t index)
{
	return index && index < image->section_count ? &image->sections[index] : NULL;
}

static bool read_section_header(const struct image *image, const Elf64_Ehdr *header, uint64_t index,
                                Elf64_Shdr *section)
{
	const uint64_t size = image->bytes.size;

	if (header->e_shoff > size || index >= (size - header->e_shoff) / sizeof *section)
		return false;
	memcpy(section, image->bytes.at + header->e_shoff + index * sizeof *section,
	       sizeof *section);
	return true;
}

static struct elf_section section_of(const struct image *image, const Elf64_Shdr *header)
{
	struct elf_section section = {
		.size = header->sh_size,
		.type = header->sh_type,
		.name = header->sh_name,
		.link = header->sh_link,
		.info = header->sh_info,
		.is_code = header->sh_type == SHT_PROGBITS && header->sh_flags & SHF_EXECINSTR &&
		           header->sh_size < LINE_NONE,
	};

	if (header->sh_type != SHT_NOBITS && !(header->sh_flags & SHF_COMPRESSED) &&
	    header->sh_offset <= image->bytes.size &&
	    header->sh_size <= image->bytes.size - header->sh_offset)
		section.bytes =
		        (struct bytes){ image->bytes.at + header->sh_offset, header->sh_size };
	return section;
}

static int read_sections(struct image *image, const Elf64_Ehdr *header)
{
	uint64_t count = header->e_shnum, names = header->e_shstrndx;
	Elf64_Shdr section;

	if (!read_section_header(image, header, 0, &section))
		return -EINVAL;
	if (!count) /* too many for the field */
		count = section.sh_size;
	if (names == SHN_XINDEX)
		names = section.sh_link;
	if (!count || !read_section_header(image, header, count - 1, &section))
		return -EINVAL;
	image->sections = calloc(count, sizeof *image->sections);
	if (!image->sections)
		return -ENOMEM;
	image->section_count = count;
	for (uint64_t i = 1; i < count; i++) {
		read_section_header(image, header, i, &section);
		image->sections[i] = section_of(image, &section);
	}
	image->names = texts_of(section_at(image, names));
	return 0;
}

static const struct elf_section *section_named(const struct image *image, const char *name)
{
	for (size_t i = 1; i < image->section_count; i++) {
		const struct elf_section *section = &image->sections[i];

		if (section->bytes.size && !strcmp(text_at(&image->names, section->name), name))
			return section;
	}
	return NULL;
}

static void find_sections(struct image *image)
{
	image->lines = section_named(image, ".debug_line");
	image->texts = section_named(image, ".debug_str");
	image->line_texts = section_named(image, ".debug_line_str");
	for (size_t i = 1; i < image->section_count && !image->symbols; i++)
		if (image->sections[i].type == SHT_SYMTAB)
			image->symbols = &image->sections[i];
	if (image->symbols)
		image->symbol_names = texts_of(section_at(image, image->symbols->link));
}

static int image_init(struct image *image, const void *bytes, size_t size)
{
	Elf64_Ehdr header;
	int err;

	*image = (struct image){ .bytes = { bytes, size } };
	if (size < sizeof header)
		return -EINVAL;
	memcpy(&header, bytes, sizeof header);
	if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
	    header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
	    header.e_machine != EM_CUDA || header.e_shentsize != sizeof(Elf64_Shdr))
		return -EINVAL;
	err = read_sections(image, &header);
	if (!err)
		find_sections(image);
	return err;
}

static void image_release(struct image *image)
{
	free(image->sections);
}

/* The symbol of that index; false where there is none. */
static bool read_symbol(const struct image *image, uint64_t index, Elf64_Sym *symbol)
{
	const struct elf_section *symbols = image->symbols;

	if (!symbols || index >= symbols->bytes.size / sizeof *symbol)
		return false;
	memcpy(symbol, symbols->bytes.at + index * sizeof *symbol, sizeof *symbol);
	return true;
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

/* What the name of a code section says after ".text."; NULL: it has another name. */
static const char *code_name(const struct image *image, const struct elf_section *section)
{
	const char *name = text_at(&image->names, section->name);
	const size_t prefix = strlen(CODE_PREFIX);

	return section->is_code && !strncmp(name, CODE_PREFIX, prefix) ? name + prefix : NULL;
}

static int add_sections(struct cubin *cubin, const struct image *image, struct names *names,
                        size_t *budget_bytes)
{
	int err = 0;

	for (size_t i = 1; i < image->section_count && !err; i++) {
		const struct elf_section *section = &image->sections[i];
		const char *name = code_name(image, section);
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

	for (uint64_t i = 1; read_symbol(image, i, &symbol) && !err; i++) {
		const struct elf_section *section = section_at(image, symbol.st_shndx);
		const char *text = text_at(&image->symbol_names, symbol.st_name);
		const struct cubin_function function = {
			.section = symbol.st_shndx,
			.offset = (uint32_t)symbol.st_value,
			.end = (uint32_t)(symbol.st_value + symbol.st_size),
			.is_device_function = true,
		};

		if (text[0] != '$' || ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || !section ||
		    !code_name(image, section) || symbol.st_value > section->size ||
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
	struct names names = { .room = image->names.size + image->symbol_names.size };
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

/* Sections of relocations: with the addend in the entry (sm_90), or in what it applies to (sm_75).
 */
static size_t relocation_bytes(const struct image *image, const struct elf_section *section)
{
	if (&image->sections[section->info < image->section_count ? section->info : 0] !=
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
	    !read_symbol(image, ELF64_R_SYM(rela.r_info), &symbol))
		return false;
	section = section_at(image, symbol.st_shndx);
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

/* Applies all relocations to LINE_BYTES and leaves those of code in INPUT, for the caller to free.
 */
static int relocate(const struct image *image, uint8_t *line_bytes, struct line_input *input,
                    struct line_relocation **relocations, size_t budget_bytes)
{
	size_t count = 0, room = 0;

	for (size_t i = 1; i < image->section_count; i++) {
		const size_t bytes = relocation_bytes(image, &image->sections[i]);

		room += bytes ? image->sections[i].bytes.size / bytes : 0;
	}
	if (!room)
		return 0;
	if (room > budget_bytes / sizeof **relocations)
		return -EFBIG;
	*relocations = malloc(room * sizeof **relocations);
	if (!*relocations)
		return -ENOMEM;
	for (size_t i = 1; i < image->section_count; i++) {
		const struct bytes entries = image->sections[i].bytes;
		const size_t bytes = relocation_bytes(image, &image->sections[i]);

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
	const struct bytes lines = image->lines->bytes;
	struct line_relocation *relocations = NULL;
	struct line_input input = {
		.size = lines.size,
		.texts = texts_of(image->texts),
		.line_texts = texts_of(image->line_texts),
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
	struct image image;
	int err;

	*cubin = (struct cubin){ 0 };
	err = image_init(&image, bytes, size);
	if (err)
		goto out;
	err = read_functions(cubin, &image, budget_bytes);
	if (err)
		goto out;
	if (image.lines)
		cubin->lines_error = read_lines(cubin, &image, budget_bytes);
	if (cubin->lines_error == -ENOMEM)
		err = -ENOMEM;
out:
	image_release(&image);
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
