/* SPDX-License-Identifier: MIT */
/*
 * At which instruction of Python the calling thread is, without the interpreter's lock.
 *
 * A callback of CUPTI's may not wait for the lock: PyTorch has let it go, and whoever has it may
 * wait for something that the thread holds. The next moment at which Python lets us in is too late:
 * before a function's first instruction, behind a call or at a loop's end. Behind `a = b * c` that
 * is in whatever is called next. So the callback reads where the thread's own frames stand, which
 * only the thread itself changes, as addresses; what they are is looked up with the lock.
 *
 * Where a frame lies is no public interface, but fixed within a version 3.N: python_places_init()
 * compares what stands there with what the public one says. Versions that are not known, or that
 * say anything else, have no places.
 */
#ifndef WARPWISE_PYTHON_PLACES_H
#define WARPWISE_PYTHON_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "stacks/python_api.h"

enum { PYTHON_PLACES_MAX = 256 };

struct python_place {
	const python_object *code; /* of the frame; not held, may be no more when it is looked at */
	int32_t offset;            /* of its instruction in the code, in bytes */
};

/*
 * Where a thread was, the innermost frame first. Some of its functions may have returned since, and
 * others been called: of code that has returned, and that no sample has met, nothing is known.
 */
struct python_places {
	int count; /* 0: it is not known, or nowhere */
	struct python_place items[PYTHON_PLACES_MAX];
};

/* Finds out whether places can be read, with the interpreter's lock, in a thread with a frame. */
bool python_places_init(void);

/* Reads the calling thread's. */
void python_places_read(struct python_places *places);

#endif
