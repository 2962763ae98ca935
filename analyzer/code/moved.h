/* SPDX-License-Identifier: MIT */
/*
 * Whether code does nothing but move memory: each store to global memory writes what was loaded
 * from the same place of another buffer, as in to[i] = from[i]. So a kernel is told that copies.
 * And whether all that it loads and stores is at one place of its buffers, as in c[i] = a[i] +
 * b[i]. Any thread.
 *
 * Places are the same if both addresses were made alike, in one instruction each, of the same value
 * of a register: what compilers make of one index and two pointers. Other ways to the same place
 * are not seen, so that too few kernels are found and not too many.
 */
#ifndef WARPWISE_CODE_MOVED_H
#define WARPWISE_CODE_MOVED_H

#include <stdbool.h>
#include <stdint.h>

#include "code/registers.h"

/* All zero: nothing was executed. Instructions are taken in the order of the code, which is that of
 * execution but for branches. */
struct moved {
	struct moved_register {
		uint32_t version; /* how often it was written */
		bool is_loaded;   /* it holds what was loaded, as it was */
		/* How the address was made that it is, or from which it was loaded; version 0: not
		 * known. */
		struct moved_place {
			uint32_t version; /* of the index */
			uint32_t offset;  /* of the access */
			uint16_t operation;
			uint8_t index; /* a register */
		} place;
	} registers[THREAD_REGISTERS];
	bool moves;     /* a store wrote what was loaded from the same place */
	bool does_more; /* one wrote something else; or something was done with what was loaded */
	struct moved_place first; /* that was loaded from, or stored to */
	bool loads, stores;
	bool elsewhere; /* an access was to another place, or lanes gave one another something */
};

/* INSTRUCTION was executed. */
void moved_take(struct moved *moved, const struct instruction *instruction);

#endif
