/* SPDX-License-Identifier: MIT */
/*
 * Machine code as text: a listing as nvdisasm prints it, taken apart. Any thread.
 *
 * The listing is untrusted, as the code that it is of: nothing is read outside of it, time is at
 * most n log n in its size, and what is kept is bounded.
 */
#ifndef WARPWISE_CODE_SASS_H
#define WARPWISE_CODE_SASS_H

#include <stddef.h>
#include <stdint.h>

enum {
	SASS_INSTRUCTIONS_MAX = 65536, /* of a function; the others are left out */
	SASS_TEXT_MAX = 160,           /* bytes of an instruction; it is cut */
};

struct sass {
	struct sass_instruction {
		uint32_t offset_bytes; /* from the start of the function */
		const char *text;      /* "@P0 BRA 0x0120"; labels are such offsets */
	} * items;                     /* in order of offset */
	size_t count;
	char *texts; /* what they point to */
};

/* Code between two offsets of the section that is named for a kernel. */
struct sass_range {
	const char *kernel; /* mangled */
	uint32_t first, end;
};

/* What LISTING has of RANGE. Returns 0, also where it has nothing, or -ENOMEM; release in any case.
 */
int sass_parse(struct sass *sass, const char *listing, size_t size, const struct sass_range *range);
void sass_release(struct sass *sass);

/* The text of the instruction at OFFSET_BYTES; NULL: there is none. */
const char *sass_text(const struct sass *sass, uint32_t offset_bytes);

#endif
