/* SPDX-License-Identifier: MIT */
/* Looks through the loader's list, whenever something was added. Any thread. */
#include "stacks/greenlets.h"

#include <link.h>
#include <stdatomic.h>
#include <string.h>

static _Atomic unsigned long long libraries_added; /* when the list was looked through last */
static atomic_bool has_greenlets;

static int look_at_library(struct dl_phdr_info *library, size_t size, void *added)
{
	const char *slash = strrchr(library->dlpi_name, '/');

	(void)size;
	if (library->dlpi_adds == atomic_load(&libraries_added))
		return 1;
	*(unsigned long long *)added = library->dlpi_adds;
	if (slash && strstr(slash, "greenlet"))
		atomic_store(&has_greenlets, true);
	return 0;
}

bool greenlets_are_loaded(void)
{
	unsigned long long added = 0;

	dl_iterate_phdr(look_at_library, &added);
	if (added)
		atomic_store(&libraries_added, added);
	return atomic_load(&has_greenlets);
}
