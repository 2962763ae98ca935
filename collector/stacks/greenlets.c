/* SPDX-License-Identifier: MIT */
/* Looks through the libraries, whenever one was added. Any thread. */
#include "stacks/greenlets.h"

#include <stdatomic.h>
#include <string.h>

#include "host/loaded.h"

static _Atomic unsigned long long added; /* libraries, when they were looked through last */
static atomic_bool has_greenlets;

static int look_at(const struct loaded_file *file, void *unused)
{
	(void)unused;
	if (strstr(loaded_name(file), "greenlet"))
		atomic_store(&has_greenlets, true);
	return 0;
}

bool greenlets_are_loaded(void)
{
	const struct loaded_count count = loaded_count();

	if (count.added != atomic_load(&added)) {
		loaded_each(look_at, NULL);
		atomic_store(&added, count.added);
	}
	return atomic_load(&has_greenlets);
}
