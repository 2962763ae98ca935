/* SPDX-License-Identifier: MIT */
/* Remembers ids. In CUPTI's callbacks, which may come on several threads at once. */
#include "timeline/late_modules.h"

#include <stdatomic.h>

#include "host/losses.h"

enum {
	PLACES = 4096,
	NEIGHBOURS = 16, /* to be looked at: where all are others' ids, the code is left out */
};

static _Atomic uint64_t known[PLACES]; /* id + 1; 0: none */

bool late_modules_is_new(uint32_t id)
{
	const uint64_t wanted = (uint64_t)id + 1;

	for (uint32_t i = 0; i < NEIGHBOURS; i++) {
		uint64_t there = 0;

		if (atomic_compare_exchange_strong(&known[(id + i) % PLACES], &there, wanted))
			return true;
		if (there == wanted)
			return false;
	}
	counter_add(COUNTER_further_modules, 1);
	return false;
}
