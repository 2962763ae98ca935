/* SPDX-License-Identifier: MIT */
/* Routines of the math library by their symbols. Any thread. */
#include "code/math_routines.h"

#include <elf.h>
#include <string.h>

static const char *const names[MATH_ROUTINES] = {
	[MATH_POWER] = "__internal_accurate_pow",
	[MATH_TRIGONOMETRY] = "__internal_trig_reduction_slowpathd",
	[MATH_GAMMA] = "__internal_lgamma_pos",
};

static enum math_routine routine_named(const char *symbol)
{
	const char *last = strrchr(symbol, '$');

	for (int i = 0; last && i < MATH_ROUTINES; i++)
		if (names[i] && strcmp(last + 1, names[i]) == 0)
			return (enum math_routine)i;
	return MATH_NONE;
}

bool math_routines_next(struct math_range *range, size_t *symbol, const struct elf_image *image,
                        size_t section_index)
{
	const struct elf_section *symbols = elf_section_named(image, ".symtab");
	const struct line_texts texts =
	        elf_texts(symbols ? elf_section_at(image, symbols->link) : NULL);
	Elf64_Sym entry;

	while (elf_symbol(symbols, (*symbol)++, &entry)) {
		if (entry.st_shndx != section_index)
			continue;
		*range = (struct math_range){
			.routine = routine_named(elf_text(&texts, entry.st_name)),
			.begin = entry.st_value,
			.end = entry.st_value + entry.st_size,
		};
		if (range->routine != MATH_NONE)
			return true;
	}
	return false;
}
