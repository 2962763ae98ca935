/* SPDX-License-Identifier: MIT */
/* Findings about functions and devices. Any thread, one at a time. */
#include "rules/shared/subject.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel_profile.h"
#include "rules/shared/names.h"

enum { FUNCTIONS_NAMED = 512 }; /* more cannot take 1 % of the time each */

struct named_function {
	char *name;
	uint32_t function;
};

static int compare_named(const void *a, const void *b)
{
	const struct named_function *left = a, *right = b;
	int order = strcmp(left->name, right->name);

	return order ? order
	             : (left->function > right->function) - (left->function < right->function);
}

/* How many of the sorted names are the same as the first. */
static size_t count_alike(const struct named_function *names, size_t count)
{
	size_t alike = 1;

	while (alike < count && strcmp(names[0].name, names[alike].name) == 0)
		alike++;
	return alike;
}

/* Names COUNT functions that have the same name in more detail, until no two are alike. */
static int tell_apart(struct named_function *names, size_t count, const struct trace *trace)
{
	bool is_done = count < 2;

	for (int level = 1; !is_done && level < NAME_LEVELS; level++) {
		for (size_t i = 0; i < count; i++) {
			char *name = name_in_detail(trace, names[i].function, level);

			if (!name)
				return -ENOMEM;
			free(names[i].name);
			names[i].name = name;
		}
		qsort(names, count, sizeof *names, compare_named);
		is_done = true;
		for (size_t i = 0; i + 1 < count; i++)
			is_done &= strcmp(names[i].name, names[i + 1].name) != 0;
	}
	for (size_t i = 0, alike; !is_done && i < count; i += alike) {
		alike = count_alike(&names[i], count - i);
		for (size_t k = 1; k < alike; k++) {
			char *numbered = NULL;

			if (asprintf(&numbered, "%s #%zu", names[i + k].name, k + 1) < 0)
				return -ENOMEM;
			free(names[i + k].name);
			names[i + k].name = numbered;
		}
	}
	return 0;
}

/*
 * Names the functions that findings can be about, which take a share of the time: demangling all of
 * a large program takes longer than all rules.
 */
static int name_hottest(struct findings *findings, const struct check *check)
{
	const struct kernel_profiles *profiles = check->profiles;
	size_t count = profiles->hottest_count < FUNCTIONS_NAMED ? profiles->hottest_count
	                                                         : FUNCTIONS_NAMED;
	struct named_function *names = calloc(count + 1, sizeof *names);
	int err = 0;

	findings->function_names_count = check->trace->functions_count;
	findings->function_names =
	        calloc(findings->function_names_count + 1, sizeof *findings->function_names);
	if (!names || !findings->function_names) {
		findings->function_names_count = 0;
		free(names);
		return -ENOMEM;
	}
	for (size_t i = 0; i < count; i++) {
		uint32_t function = profiles->hottest[i];

		names[i] = (struct named_function){ name_in_detail(check->trace, function, 0),
			                            function };
		if (!names[i].name)
			err = -ENOMEM;
	}
	if (!err && count)
		qsort(names, count, sizeof *names, compare_named);
	for (size_t i = 0, alike; !err && i < count; i += alike) {
		alike = count_alike(&names[i], count - i);
		err = tell_apart(&names[i], alike, check->trace);
	}
	for (size_t i = 0; i < count; i++)
		findings->function_names[names[i].function] = names[i].name;
	free(names);
	return err;
}

struct finding *finding_add_function(struct check *check, uint32_t function)
{
	struct findings *findings = check->findings;
	const char *name = NULL;
	struct finding *finding;

	if (!findings->function_names)
		check_failed(check, name_hottest(findings, check));
	if (!findings->error)
		name = findings->function_names[function];
	finding = finding_add(check, name ? name : name_function(NAME, check->trace, function));
	finding->function = function;
	return finding;
}

struct finding *finding_add_device(struct check *check, uint32_t device)
{
	struct finding *finding = finding_add(check, name_device(NAME, check->trace, device));

	finding->device = device;
	return finding;
}
