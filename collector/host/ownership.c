/* SPDX-License-Identifier: MIT */
/* Ownership without locks. Runs on any thread. */
#include "host/ownership.h"

#include "host/clock.h"

enum { DOOMED = OWNERSHIP_STATES, POLL_US = 20 };

static bool is_owned(uint32_t word, uint32_t owned)
{
	return owned & OWNED_IN(word & (DOOMED - 1));
}

int ownership_state(const struct ownership *ownership)
{
	return (int)(atomic_load(&ownership->word) & (DOOMED - 1));
}

bool ownership_take(struct ownership *ownership, int from, int to, uint32_t owned, int64_t wait_ms)
{
	struct clock_wait wait;

	if (wait_ms)
		clock_wait_begin(&wait);
	for (;;) {
		uint32_t word = (uint32_t)from;

		if (atomic_compare_exchange_strong(&ownership->word, &word, (uint32_t)to))
			return true;
		if (!is_owned(word, owned) || !wait_ms || clock_waited_ms(&wait) >= wait_ms)
			return false;
		clock_sleep_us(POLL_US);
	}
}

bool ownership_give(struct ownership *ownership, int to)
{
	uint32_t word = atomic_load(&ownership->word);

	while (!(word & DOOMED))
		if (atomic_compare_exchange_weak(&ownership->word, &word, (uint32_t)to))
			return true;
	atomic_fetch_and(&ownership->word, ~(uint32_t)DOOMED);
	return false;
}

bool ownership_doom(struct ownership *ownership, uint32_t owned)
{
	uint32_t word = atomic_load(&ownership->word);

	while (is_owned(word, owned))
		if (atomic_compare_exchange_weak(&ownership->word, &word, word | DOOMED))
			return true;
	return false;
}
