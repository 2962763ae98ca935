/* SPDX-License-Identifier: MIT */
/*
 * Routines of the CUDA math library that are too long for nvcc to inline: it puts each behind the
 * kernel that calls it, as "$kernel$__internal_accurate_pow" (nvcc 13.0, capability 7.5 to 12.0).
 * Any thread.
 */
#ifndef WARPWISE_CODE_MATH_ROUTINES_H
#define WARPWISE_CODE_MATH_ROUTINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code/elf_image.h"

enum math_routine {
	MATH_NONE,
	MATH_POWER,        /* pow() of doubles, tgamma() */
	MATH_TRIGONOMETRY, /* sin(), cos(), tan() of doubles beyond 2^31, Bessel functions */
	MATH_GAMMA,        /* lgamma() of doubles */
	MATH_ROUTINES
};

/* Where the code of ROUTINE lies in its section, bytes. */
struct math_range {
	enum math_routine routine;
	uint64_t begin, end;
};

/* The next routine in the code section SECTION_INDEX of IMAGE; false: there is none. *SYMBOL, 0 at
 * first, is how far its symbols have been looked at. */
bool math_routines_next(struct math_range *range, size_t *symbol, const struct elf_image *image,
                        size_t section_index);

#endif
