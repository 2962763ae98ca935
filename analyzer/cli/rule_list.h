/* SPDX-License-Identifier: MIT */
/* Rule ids as people give them to options: again and again, or separated by commas. Main thread. */
#ifndef WARPWISE_RULE_LIST_H
#define WARPWISE_RULE_LIST_H

#include "cli/cmd.h"

/*
 * The ids of LIST, an array that ends with NULL, into *IDS; NULL where LIST is empty. Returns 0, or
 * STATUS_USAGE or STATUS_FAILED after it was said: an unknown id is wrong usage. Free the array
 * with rule_list_free() in any case.
 */
int rule_list_parse(const struct cmd_list *list, const char *const **ids);
void rule_list_free(const char *const *ids);

/* The usage error for an id that no rule has, with the one most like it. */
int rule_unknown(const char *id);

#endif
