/* SPDX-License-Identifier: MIT */
/*
 * Finds the tables of 2/pi by their names. Code has the address of a global variable from bank 4 of
 * constant memory, which the relocations of .nv.constant4 are about. Any thread.
 */
#include "code/argument_reduction.h"

#include <elf.h>
#include <string.h>

#include "code/instruction.h"

enum { ADDRESSES_BANK = 4 };

/* "__cudart_i2opi_f" and "_d": 2/pi as integers. */
static const char table_name[] = "__cudart_i2opi_";

static bool is_table(const struct elf_section *symbols, const struct line_texts *names,
                     uint64_t symbol_index)
{
	Elf64_Sym symbol;

	return elf_symbol(symbols, symbol_index, &symbol) &&
	       strncmp(elf_text(names, symbol.st_name), table_name, sizeof table_name - 1) == 0;
}

/* RELOCATIONS are Elf64_Rel or Elf64_Rela: the same but for what is added, which comes last. */
static void read_relocations(struct reduction_tables *tables, const struct elf_image *image,
                             const struct elf_section *relocations)
{
	const size_t bytes = relocations->type == SHT_RELA ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
	const struct elf_section *symbols = elf_section_at(image, relocations->link);
	const struct line_texts names =
	        elf_texts(symbols ? elf_section_at(image, symbols->link) : NULL);

	for (size_t at = 0; at + bytes <= relocations->bytes.size; at += bytes) {
		Elf64_Rel relocation;

		memcpy(&relocation, relocations->bytes.at + at, sizeof relocation);
		if (tables->count < REDUCTION_TABLES_MAX &&
		    is_table(symbols, &names, ELF64_R_SYM(relocation.r_info)))
			tables->offsets[tables->count++] = relocation.r_offset;
	}
}

void reduction_tables_find(struct reduction_tables *tables, const struct elf_image *image)
{
	static const char *const sections[] = { ".rel.nv.constant4", ".rela.nv.constant4" };

	tables->count = 0;
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		const struct elf_section *section = elf_section_named(image, sections[i]);

		if (section)
			read_relocations(tables, image, section);
	}
}

bool reduction_tables_are_read(const struct reduction_tables *tables, const struct elf_bytes *text)
{
	struct instruction instruction;

	for (size_t at = 0; tables->count && at + sizeof instruction <= text->size;
	     at += sizeof instruction) {
		memcpy(&instruction, text->at + at, sizeof instruction);
		for (int i = 0; i < tables->count; i++)
			if (instruction_reads_constant(&instruction, ADDRESSES_BANK,
			                               tables->offsets[i]))
				return true;
	}
	return false;
}
