/* SPDX-License-Identifier: MIT */
/* The list of rules, from rules.am. Any thread. */
#include "rules/shared/rule.h"

#include <string.h>

#define RULE(name) extern const struct rule rule_##name;
#include "rules.inc"
#undef RULE

const struct rule *const rules[] = {
#define RULE(name) &rule_##name,
#include "rules.inc"
#undef RULE
	NULL,
};

const struct rule *rule_find(const char *id)
{
	for (size_t i = 0; rules[i]; i++)
		if (strcmp(rules[i]->id, id) == 0)
			return rules[i];
	return NULL;
}
