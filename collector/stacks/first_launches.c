/* SPDX-License-Identifier: MIT */
/* The set of what was launched. Runs on the program's threads, in CUPTI's callbacks. */
#include "stacks/first_launches.h"

#include <stdatomic.h>

enum {
	PLACES = 4 * FIRST_LAUNCHES_MAX, /* a power of two */
	PROBES = 16,                     /* places looked at for one of them */
};

static _Atomic uint64_t keys[PLACES]; /* 0: free */
static atomic_int count;

bool first_launches_add(uint64_t key)
{
	for (uint64_t i = 0; key && i < PROBES; i++) {
		_Atomic uint64_t *place = &keys[(key + i) & (PLACES - 1)];
		uint64_t known = atomic_load_explicit(place, memory_order_relaxed);

		if (known == key)
			return false;
		if (known)
			continue;
		if (atomic_load_explicit(&count, memory_order_relaxed) >= FIRST_LAUNCHES_MAX)
			return false;
		if (atomic_compare_exchange_strong(place, &known, key)) {
			atomic_fetch_add(&count, 1);
			return true;
		}
		if (known == key) /* another thread was faster */
			return false;
	}
	return false;
}
