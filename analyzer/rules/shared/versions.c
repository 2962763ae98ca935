/* SPDX-License-Identifier: MIT */
/* Versions of one template, by their names without its arguments. Any thread. */
#include "rules/shared/versions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "code/demangle.h"
#include "code/shorten.h"
#include "kernel/kernel_library.h"

enum { LOOKED_AT = 512 }; /* more cannot take a tenth of 1 % of the time each, on average */

struct named {
	char *name;
	uint32_t function;
	size_t rank; /* 0: the hottest */
};

/* Takes all template arguments out of NAME, in place: "scan<int, 128>" is "scan". */
static void drop_arguments(char *name)
{
	char *to = name;
	int depth = 0;

	for (const char *from = name; *from; from++) {
		depth += *from == '<';
		if (!depth)
			*to++ = *from;
		depth -= *from == '>' && depth > 0;
	}
	*to = '\0';
}

/* The name that all versions of FUNCTION have in common, in new memory; "" if it is of no template.
 * NULL without memory. */
static char *common_name(const char *function)
{
	char *readable = demangle(function);
	char *name = readable ? function_shorten(readable, 0) : NULL;

	free(readable);
	if (name && strchr(name, '<'))
		drop_arguments(name);
	else if (name)
		*name = '\0';
	return name;
}

static int compare(const void *a, const void *b)
{
	const struct named *left = a, *right = b;
	const int order = strcmp(left->name, right->name);

	return order ? order : (left->rank > right->rank) - (left->rank < right->rank);
}

static void number(uint32_t *first, const struct named *names, size_t count)
{
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && strcmp(names[i].name, names[end].name) == 0;)
			end++;
		for (size_t k = i; k < end && end - i > 1 && *names[i].name; k++)
			first[names[k].function] = names[i].function;
	}
}

int versions_find(uint32_t *first, const struct trace *trace,
                  const struct kernel_profiles *profiles)
{
	struct named *names = calloc(LOOKED_AT, sizeof *names);
	size_t count = 0;
	int err = names ? 0 : -ENOMEM;

	for (size_t i = 0; i < trace->functions_count; i++)
		first[i] = NONE;
	for (size_t i = 0; i < profiles->hottest_count && i < LOOKED_AT && !err; i++) {
		const uint32_t function = profiles->hottest[i];
		const char *name = trace->functions[function].name;

		if (kernel_library(name))
			continue;
		names[count] = (struct named){ common_name(name), function, i };
		if (names[count].name)
			count++;
		else
			err = -ENOMEM;
	}
	if (!err) {
		qsort(names, count, sizeof *names, compare);
		number(first, names, count);
	}
	for (size_t i = 0; i < count; i++)
		free(names[i].name);
	free(names);
	return err;
}
