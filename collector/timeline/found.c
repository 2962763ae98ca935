/* SPDX-License-Identifier: MIT */
/* On any thread. */
#include "timeline/found.h"

#include <stdlib.h>

#include "host/losses.h"

struct found_record *found_new(CUpti_ActivityKind kind)
{
	struct found_record *found = calloc(1, sizeof *found);

	if (!found) {
		counter_add(COUNTER_lost_messages, 1);
		return NULL;
	}
	found->item.type = ITEM_FOUND;
	found->record.any.kind = kind;
	return found;
}
