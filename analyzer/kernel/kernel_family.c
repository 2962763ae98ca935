/* SPDX-License-Identifier: MIT */
/* Families of kernels that differ by a number. */
#include "kernel/kernel_family.h"

#include <string.h>

#include "kernel/kernel_library.h"

size_t kernel_family_length(const char *name)
{
	const struct library *library = kernel_library(name);
	size_t length = strlen(name);
	size_t digits = 0;

	if (!library || strcmp(library->name, "XLA") != 0)
		return 0;
	while (digits < length && name[length - digits - 1] >= '0' &&
	       name[length - digits - 1] <= '9')
		digits++;
	if (digits && digits + 1 < length && name[length - digits - 1] == '_')
		length -= digits + 1;
	return length;
}

bool kernel_family_is_same(const char *a, const char *b)
{
	const size_t length = kernel_family_length(a);

	return length && kernel_family_length(b) == length && strncmp(a, b, length) == 0;
}
