/* SPDX-License-Identifier: MIT */
/* Rule ids in options. */
#include "cli/rule_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "rules/shared/rule.h"

int rule_unknown(const char *id)
{
	const struct rule *nearest = NULL;

	for (size_t i = 0; rules[i]; i++)
		if (!nearest || edit_distance(id, rules[i]->id) < edit_distance(id, nearest->id))
			nearest = rules[i];
	if (!nearest || !is_near(id, nearest->id))
		return cmd_usage_error("no such rule: '%s'; all: warpwise rules", id);
	return cmd_usage_error("no such rule: '%s'; did you mean '%s'? All: warpwise rules", id,
	                       nearest->id);
}

int rule_list_parse(const struct cmd_list *list, const char *const **ids)
{
	size_t room = 1, count = 0;
	const char **items;
	int status = STATUS_OK;

	*ids = NULL;
	if (!list->items)
		return 0;
	for (size_t i = 0; i < list->count; i++, room++)
		for (const char *at = list->items[i]; *at; at++)
			room += *at == ',';
	items = calloc(room, sizeof *items);
	if (!items) {
		cmd_error("out of memory");
		return STATUS_FAILED;
	}
	for (size_t i = 0; i < list->count && !status; i++) {
		char *copy = strdup(list->items[i]), *rest = copy, *id;

		if (!copy) {
			cmd_error("out of memory");
			status = STATUS_FAILED;
			break;
		}
		while (!status && (id = strsep(&rest, ","))) {
			const struct rule *rule = rule_find(id);

			if (rule)
				items[count++] = rule->id;
			else
				status = rule_unknown(id);
		}
		free(copy);
	}
	*ids = items;
	return status;
}

void rule_list_free(const char *const *ids)
{
	free((void *)ids);
}
