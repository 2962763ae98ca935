/* SPDX-License-Identifier: MIT */
/*
 * A number that decides something and is not from the trace: what `warpwise rules --constants`
 * prints, beside the thresholds of the rules. Each room has a table of its own in constants.c.
 */
#ifndef WARPWISE_CONSTANT_H
#define WARPWISE_CONSTANT_H

struct constant {
	const char *name; /* as in the code */
	double value;
	const char *unit;    /* "ns", "%", "bytes/s" */
	const char *meaning; /* what it is, and when it counts */
	const char *source;  /* how it was found */
	const char *gpu;     /* on which it was found; "any": it is of no GPU */
	const char *samples; /* those whose recordings it was taken from; "": none */
};                           /* tables end with a NULL name */

/* The first members of NAME's row. */
#define CONSTANT(name, unit) #name, name, unit

#endif
