/* SPDX-License-Identifier: MIT */
/*
 * Whose something is, among threads that must not lock: a state that one compare-and-swap changes.
 * Who moves it into a state that counts as owned has it alone, until giving it back into one that
 * does not; what the owner wrote before the next one sees.
 *
 * Something can go while it is another thread's (its context is destroyed, say). Then it is doomed:
 * the owner is told when it gives it back, and does what is left to do, once. Between the look and
 * the mark nobody can give it back unseen, since both are in one word.
 *
 * Lock-free, from any thread; waiting sleeps.
 */
#ifndef WARPWISE_OWNERSHIP_H
#define WARPWISE_OWNERSHIP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { OWNERSHIP_STATES = 16 };

struct ownership {
	_Atomic uint32_t word; /* state, 0 at first, and whether it is doomed */
};

/* OWNED, below: a bit for each state in which it is somebody's. */
#define OWNED_IN(state) (UINT32_C(1) << (state))

/* The state now, which may be another one at once. */
int ownership_state(const struct ownership *ownership);

/*
 * FROM becomes TO. While it is somebody's, waits WAIT_MS at most. Returns whether it did; false at
 * once in any other state.
 */
bool ownership_take(struct ownership *ownership, int from, int to, uint32_t owned, int64_t wait_ms);

/*
 * The owner's: it becomes TO. False: it was doomed meanwhile; then it is the caller's still, who
 * does what is left to do and gives it again.
 */
bool ownership_give(struct ownership *ownership, int to);

/* Dooms what is somebody's, who then sees to it; false, and nothing is done: it is nobody's. */
bool ownership_doom(struct ownership *ownership, uint32_t owned);

#endif
