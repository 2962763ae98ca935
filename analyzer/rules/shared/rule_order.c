/* SPDX-License-Identifier: MIT */
/* The order in which rules run: behind those that they yield to. Any thread. */
#include <string.h>

#include "rules/shared/rule.h"

static bool has(const struct rule *const *ordered, size_t count, const struct rule *rule)
{
	for (size_t i = 0; i < count; i++)
		if (ordered[i] == rule)
			return true;
	return false;
}

static bool is_before(const struct rule *const *ordered, size_t count, const char *id)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(ordered[i]->id, id) == 0)
			return true;
	return false;
}

static bool may_run(const struct rule *const *ordered, size_t count, const struct rule *rule)
{
	for (int i = 0; i < RULE_YIELDS_MAX && rule->yields_to[i]; i++)
		if (!is_before(ordered, count, rule->yields_to[i]))
			return false;
	return true;
}

/* The next rule that may run; without one (a circle) the next that has not; or NULL. */
static const struct rule *next_rule(const struct rule *const *list,
                                    const struct rule *const *ordered, size_t count, bool *is_sound)
{
	const struct rule *first = NULL;

	for (size_t i = 0; list[i]; i++) {
		if (has(ordered, count, list[i]))
			continue;
		if (may_run(ordered, count, list[i]))
			return list[i];
		if (!first)
			first = list[i];
	}
	*is_sound &= !first;
	return first;
}

bool rules_order(const struct rule *const *list, const struct rule **ordered)
{
	bool is_sound = true;
	size_t count = 0;

	while ((ordered[count] = next_rule(list, ordered, count, &is_sound)))
		count++;
	return is_sound;
}
