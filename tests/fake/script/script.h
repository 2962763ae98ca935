/* SPDX-License-Identifier: MIT */
/* The script that the fake libcupti plays (README.md describes the language). */
#ifndef WARPWISE_FAKE_SCRIPT_H
#define WARPWISE_FAKE_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>
#include <cupti.h>

/* What the script sets before anything is played; constant afterwards. */
struct script {
	bool is_quiet;           /* the fake libcuda's own calls leave no records */
	bool has_private_names;  /* equal names have different addresses */
	bool has_inventory;      /* devices are told of as soon as CUPTI is asked to */
	bool has_hw_trace;       /* the GPU times kernels itself, if it is asked to */
	bool has_endless_kernel; /* sampling cannot end */
	bool has_ranges;         /* the program's NVTX ranges leave records */
	uint32_t version;        /* cuptiGetVersion() */
	uint32_t devices;        /* to which contexts are dealt in turn; 0: all are of device 0 */
	const char *subscriber;  /* who holds CUPTI; NULL: nobody */
	bool has_clock;          /* the clock stands still at epoch */
	int64_t epoch; /* ns: what @ stands for; the moment of loading unless the script sets it */
};

extern struct script script;

/* Reads the file in FAKE_CUPTI_SCRIPT, if it is set. A mistake in it ends the process. Call
 * once. */
void script_load(void);

/* Plays all of it, on this thread. */
void script_play(void);

/* Parses and plays one line, on this thread. */
void script_play_line(const char *line);

/*
 * What the script wants FUNCTION to return, CUPTI_SUCCESS if nothing special; counts the call.
 * ARGUMENT is the function's first number, 0 if it has none.
 */
CUptiResult script_result(const char *function, uint64_t argument);

#endif
