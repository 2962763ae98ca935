/* SPDX-License-Identifier: MIT */
/* Calls of CUDA that a library makes, not the program. Any thread. */
#ifndef WARPWISE_LIBRARY_CALLS_H
#define WARPWISE_LIBRARY_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "code/host_spots.h"
#include "rules/shared/rule.h"

struct library_calls {
	int64_t known;   /* calls with a stack */
	int64_t count;   /* of these, made in a library */
	uint32_t called; /* frame: what the program called, of the first that is not Thrust's, if
	                    there is one; NONE: there is none */
	uint32_t caller; /* frame of the program's own that called it */
};

/*
 * Counts those of the trace's calls whose IS_OF is true, by their stacks. In programs with Python
 * none is: there a framework stands between all that a program does and CUDA. Returns 0 or -ENOMEM.
 */
int library_calls_count(struct library_calls *found, const struct check *check, const bool *is_of);

/* Sets whether the program calls Thrust itself, if anything does: it is not in Python, as far as is
 * known. Returns 0 or -ENOMEM. */
int library_calls_reach_thrust(bool *do_reach, const struct check *check);

/*
 * Sets IS_THRUST of those of the trace's calls whose IS_OF is true that Thrust makes, in the
 * program's own code, as their stacks show. It is compiled into the program, often without a trace
 * in stacks: of other calls nothing is known. Returns how many there are, or -ENOMEM.
 */
int64_t library_calls_of_thrust(bool *is_thrust, const struct check *check, const bool *is_of);

/* Whether nearly all of them are a library's, and enough are known. FOUND counts those of Thrust,
 * too, unless they are taken out. */
bool library_calls_are_most(const struct library_calls *found);

/* "curandGenerateUniform() libcurand.so.10, called from fill() x.cu:31", in TEXT; returns it. */
const char *library_calls_text(char text[HOST_SPOT_TEXT], const struct check *check,
                               const struct library_calls *found);

/* Says in FINDING, which is of COUNT allocation calls, which library makes them, if one does nearly
 * all, and gives its rule's advice "library". Returns 0 or -ENOMEM. */
int library_calls_say_all(struct finding *finding, const struct check *check, const uint32_t *calls,
                          size_t count);

#endif
