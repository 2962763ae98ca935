/* SPDX-License-Identifier: MIT */
/* The set of what was launched. Runs on the program's threads, in CUPTI's callbacks. */
#include "stacks/first_launches.h"

enum { PROBES = 16 /* places looked at for one of them */ };

bool first_launches_add(struct first_launches *met, uint64_t key)
{
	for (uint64_t i = 0; key && i < PROBES; i++) {
		_Atomic uint64_t *place = &met->keys[(key + i) & (FIRST_LAUNCHES_PLACES - 1)];
		uint64_t known = atomic_load_explicit(place, memory_order_relaxed);

		if (known == key)
			return false;
		if (known)
			continue;
		if (atomic_load_explicit(&met->count, memory_order_relaxed) >= FIRST_LAUNCHES_MAX)
			return false;
		if (atomic_compare_exchange_strong(place, &known, key)) {
			atomic_fetch_add(&met->count, 1);
			return true;
		}
		if (known == key) /* another thread was faster */
			return false;
	}
	return false;
}
