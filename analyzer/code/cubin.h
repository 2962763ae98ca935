/* SPDX-License-Identifier: MIT */
/*
 * GPU code as a cubin: its functions and their line table. A cubin is a little-endian ELF64 file of
 * machine EM_CUDA, with one section of code for each kernel: ".text." and its mangled name. A
 * device function that was not inlined lies behind its kernel, in the same section.
 *
 * The image is untrusted: nothing is read outside of it, time is at most n log n in its size,
 * memory is bounded by a budget. Any thread, one at a time.
 */
#ifndef WARPWISE_CUBIN_H
#define WARPWISE_CUBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code/line_table.h"

struct cubin_function {
	const char *name;        /* mangled; of a device function: its symbol after the last '$' */
	uint32_t section;        /* index of the section it is in */
	uint32_t offset;         /* where it begins there, bytes */
	uint32_t end;            /* where it ends; a kernel's includes its device functions */
	bool is_device_function; /* it is part of a kernel's section */
	const struct cubin_function *kernel; /* what the section is named for; perhaps itself */
};

struct cubin {
	struct cubin_function *functions; /* in order of section, then offset, then kernels first */
	size_t function_count;
	/* Those that have a section of their own: kernels, and functions linked with -rdc=true. */
	const struct cubin_function **by_name;
	size_t by_name_count;
	struct line_table lines;
	int lines_error; /* why lines is empty though there is a .debug_line: -errno; else 0 */
	char *names;
	struct line_texts texts; /* .debug_str */
};

/*
 * Reads IMAGE, which is not needed afterwards; it needs no alignment. What is kept is taken from
 * *BUDGET_BYTES. Returns 0, also where the line table cannot be read (lines_error); -EINVAL (not a
 * cubin, or cut), -EFBIG (over the budget), -ENOMEM; then CUBIN is empty and the
 * budget as it was.
 */
int cubin_init(struct cubin *cubin, const void *image, size_t size, size_t *budget_bytes);
void cubin_release(struct cubin *cubin);

/* The function of that mangled name, or NULL. */
const struct cubin_function *cubin_function(const struct cubin *cubin, const char *mangled);

/* The innermost function at OFFSET of SECTION, or NULL. */
const struct cubin_function *cubin_function_at(const struct cubin *cubin, uint32_t section,
                                               uint32_t offset);

/* The name of the function that ROW belongs to by being inlined; "" where the cubin has none. */
const char *cubin_inlined_name(const struct cubin *cubin, const struct line_row *row);

#endif
