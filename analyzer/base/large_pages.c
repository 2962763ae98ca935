/* SPDX-License-Identifier: MIT */
#include "base/large_pages.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LARGE_BYTES = 32 << 20 }; /* 16 large pages of x86-64 */

void use_large_pages(void *memory, size_t bytes)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)memory & -page;

	if (memory && bytes >= LARGE_BYTES)
		(void)!madvise((void *)begin, (uintptr_t)memory + bytes - begin, MADV_HUGEPAGE);
}
