/* SPDX-License-Identifier: MIT */
#include "counters/launches_beside.h"

static _Atomic uint32_t beside[LAUNCHES_BESIDE_MAX]; /* 0: not written yet */
static atomic_size_t beside_count;                   /* goes on where there is no room */

void launches_beside_note(uint32_t correlation_id)
{
	const size_t at = atomic_fetch_add(&beside_count, 1);

	if (at < LAUNCHES_BESIDE_MAX)
		atomic_store(&beside[at], correlation_id);
}

const _Atomic uint32_t *launches_beside(size_t *count)
{
	*count = atomic_load(&beside_count);
	if (*count > LAUNCHES_BESIDE_MAX)
		*count = LAUNCHES_BESIDE_MAX;
	return beside;
}
