/* SPDX-License-Identifier: MIT */
/* Reads call graphs. Runs on the program's threads, in CUPTI's callback for a loaded module. */
#include "counters/call_graph.h"

#include <elf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct cubin {
	const uint8_t *data;
	size_t bytes;
	Elf64_Shdr symbols, names, calls; /* sections; names of symbols */
	size_t symbol_count, call_count;
	Elf64_Ehdr header;
};

struct pair {
	uint32_t caller, callee; /* symbols; from 0xfffffffc on a callee is a separator */
};

/* Copies SIZE bytes from OFFSET; false: they are not there. */
static bool read_at(const struct cubin *cubin, uint64_t offset, void *to, size_t size)
{
	if (offset > cubin->bytes || size > cubin->bytes - offset)
		return false;
	memcpy(to, cubin->data + offset, size);
	return true;
}

/* The string at INDEX of the section NAMES; NULL: it is not one. */
static const char *string_at(const struct cubin *cubin, const Elf64_Shdr *names, uint32_t index)
{
	const uint64_t offset = names->sh_offset + index;

	if (names->sh_offset > cubin->bytes || names->sh_size > cubin->bytes - names->sh_offset ||
	    index >= names->sh_size ||
	    !memchr(cubin->data + offset, '\0', (size_t)(names->sh_size - index)))
		return NULL;
	return (const char *)cubin->data + offset;
}

static bool read_section(const struct cubin *cubin, const Elf64_Ehdr *header, size_t number,
                         Elf64_Shdr *section)
{
	return number < header->e_shnum && header->e_shentsize == sizeof *section &&
	       header->e_shoff <= cubin->bytes &&
	       read_at(cubin, header->e_shoff + number * sizeof *section, section, sizeof *section);
}

static int open_cubin(struct cubin *cubin)
{
	Elf64_Shdr section, names;
	bool has_calls = false;
	Elf64_Ehdr header;

	if (!read_at(cubin, 0, &header, sizeof header) ||
	    memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
	    !read_section(cubin, &header, header.e_shstrndx, &names))
		return -EINVAL;
	for (size_t i = 0; i < header.e_shnum; i++) {
		const char *name;

		if (!read_section(cubin, &header, i, &section))
			return -EINVAL;
		name = string_at(cubin, &names, section.sh_name);
		if (section.sh_type == SHT_SYMTAB &&
		    read_section(cubin, &header, section.sh_link, &cubin->names))
			cubin->symbols = section;
		if (name && strcmp(name, ".nv.callgraph") == 0) {
			cubin->calls = section;
			has_calls = true;
		}
	}
	cubin->header = header;
	cubin->symbol_count = cubin->symbols.sh_size / sizeof(Elf64_Sym);
	cubin->call_count = cubin->calls.sh_size / sizeof(struct pair);
	return has_calls && cubin->symbols.sh_size <= cubin->bytes &&
	                       cubin->calls.sh_size <= cubin->bytes
	               ? 0
	               : -EINVAL;
}

static const char *symbol_name(const struct cubin *cubin, size_t number)
{
	Elf64_Sym symbol;

	if (!read_at(cubin, cubin->symbols.sh_offset + number * sizeof symbol, &symbol,
	             sizeof symbol))
		return NULL;
	return string_at(cubin, &cubin->names, symbol.st_name);
}

static int mark_of(const char *name, const struct call_target *targets)
{
	for (; targets->name; targets++) {
		const size_t length = strlen(targets->name);

		if (targets->name[length - 1] == '*' ? strncmp(name, targets->name, length - 1) == 0
		                                     : strcmp(name, targets->name) == 0)
			return targets->mark;
	}
	return 0;
}

/* Passes the marks of callees on to their callers, until nothing changes. */
static void spread(const struct cubin *cubin, int *marks)
{
	bool is_changed = true;
	struct pair pair;

	while (is_changed) {
		is_changed = false;
		for (size_t i = 0; i < cubin->call_count; i++) {
			if (!read_at(cubin, cubin->calls.sh_offset + i * sizeof pair, &pair,
			             sizeof pair) ||
			    pair.caller >= cubin->symbol_count ||
			    pair.callee >= cubin->symbol_count ||
			    marks[pair.callee] <= marks[pair.caller])
				continue;
			marks[pair.caller] = marks[pair.callee];
			is_changed = true;
		}
	}
}

int call_graph_each(const void *data, size_t bytes, const struct call_target *targets,
                    void (*found)(void *data, const char *name, int mark), void *found_data)
{
	struct cubin cubin = { .data = data, .bytes = bytes };
	bool has_target = false;
	int *marks, err;

	err = open_cubin(&cubin);
	if (err)
		return err;
	marks = calloc(cubin.symbol_count + 1, sizeof *marks);
	if (!marks)
		return -ENOMEM;
	for (size_t i = 0; i < cubin.symbol_count; i++) {
		const char *name = symbol_name(&cubin, i);

		marks[i] = name ? mark_of(name, targets) : 0;
		has_target |= marks[i] != 0;
	}
	if (has_target)
		spread(&cubin, marks);
	for (size_t i = 0; i < cubin.symbol_count; i++) {
		const char *name = marks[i] ? symbol_name(&cubin, i) : NULL;

		if (name && !mark_of(name, targets))
			found(found_data, name, marks[i]);
	}
	free(marks);
	return 0;
}

/* ---- by code ---- */

/* The compute capability is in the low byte of the flags, in the second since version 8 of the
 * format. */
static unsigned compute_capability(const struct cubin *cubin)
{
	enum { ABI_SECOND_BYTE = 8 };

	return cubin->header.e_ident[EI_ABIVERSION] >= ABI_SECOND_BYTE
	               ? cubin->header.e_flags >> 8 & 0xff
	               : cubin->header.e_flags & 0xff;
}

/* Who asks about code, and what was answered: of each section once, since it can have many
 * functions. */
enum answer { NOT_ASKED, MARKED, UNMARKED };

struct question {
	bool (*is_marked)(const uint8_t *code, size_t bytes, unsigned sm);
	enum answer *answers; /* by section */
};

/* Whether the code of section NUMBER is marked, or is none. */
static bool is_section_marked(const struct cubin *cubin, const struct question *question,
                              size_t number)
{
	Elf64_Shdr section;

	if (number == SHN_UNDEF || !read_section(cubin, &cubin->header, number, &section) ||
	    section.sh_type != SHT_PROGBITS || section.sh_offset > cubin->bytes ||
	    section.sh_size > cubin->bytes - section.sh_offset)
		return true;
	if (question->answers[number] == NOT_ASKED)
		question->answers[number] =
		        question->is_marked(cubin->data + section.sh_offset, section.sh_size,
		                            compute_capability(cubin))
		                ? MARKED
		                : UNMARKED;
	return question->answers[number] == MARKED;
}

static bool is_function(const struct cubin *cubin, size_t number, Elf64_Sym *symbol)
{
	return read_at(cubin, cubin->symbols.sh_offset + number * sizeof *symbol, symbol,
	               sizeof *symbol) &&
	       ELF64_ST_TYPE(symbol->st_info) == STT_FUNC;
}

/* A function's section has its code, and that of what only it calls. */
static void mark_code(const struct cubin *cubin, const struct question *question, int *marks)
{
	Elf64_Sym symbol = { 0 };

	for (size_t i = 0; i < cubin->symbol_count; i++)
		if (is_function(cubin, i, &symbol))
			marks[i] = is_section_marked(cubin, question, symbol.st_shndx);
		else
			marks[i] = i > 0 && symbol.st_shndx == SHN_UNDEF; /* is elsewhere */
}

int call_graph_each_unmarked(const void *data, size_t bytes,
                             bool (*is_marked)(const uint8_t *code, size_t bytes, unsigned sm),
                             void (*found)(void *data, const char *name), void *found_data)
{
	struct cubin cubin = { .data = data, .bytes = bytes };
	struct question question = { .is_marked = is_marked };
	Elf64_Sym symbol = { 0 };
	int *marks = NULL, err;

	err = open_cubin(&cubin);
	if (err)
		return err;
	question.answers = calloc(cubin.header.e_shnum, sizeof *question.answers);
	marks = calloc(cubin.symbol_count + 1, sizeof *marks);
	if (!question.answers || !marks) {
		err = -ENOMEM;
		goto out;
	}
	mark_code(&cubin, &question, marks);
	spread(&cubin, marks);
	for (size_t i = 0; i < cubin.symbol_count; i++) {
		const char *name;

		if (marks[i] || !is_function(&cubin, i, &symbol))
			continue;
		name = symbol_name(&cubin, i);
		if (name)
			found(found_data, name);
	}
out:
	free(question.answers);
	free(marks);
	return err;
}
