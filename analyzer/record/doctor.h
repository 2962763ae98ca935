/* SPDX-License-Identifier: MIT */
/*
 * The checks of `warpwise doctor`: what recording needs, one function each, and what each found
 * out. They look, they change nothing, and they load the driver and CUPTI with dlopen() alone. Main
 * thread only.
 */
#ifndef WARPWISE_DOCTOR_H
#define WARPWISE_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>

enum doctor_verdict {
	VERDICT_OK,
	VERDICT_NOTE,    /* recording works, something else does not, or may surprise */
	VERDICT_PROBLEM, /* recording would not work */
	VERDICT_SKIPPED, /* could not be looked at, because of a problem that is reported already */
	DOCTOR_VERDICTS,
};

enum { FINDING_MAX = 1024 };

struct doctor_finding {
	const char *check; /* "driver" */
	enum doctor_verdict verdict;
	char text[FINDING_MAX]; /* a phrase */
	char fix[FINDING_MAX];  /* what to do; commands on lines of their own that begin with a
	                           blank; "": nothing */
};

struct doctor {
	struct doctor_finding *findings;
	size_t count;
	int driver_version; /* 1000 * major + 10 * minor; 0: no driver that works */
	int compute_major;  /* of the newest GPU's compute capability; 0: none */
};

/* Runs all checks. Returns 0 or -ENOMEM; release in both cases. */
int doctor_examine(struct doctor *doctor);
void doctor_release(struct doctor *doctor);

/*
 * Whether the driver's library can be loaded; if not, why, as a phrase in REASON. It is not
 * started, which takes a second where there are many GPUs.
 */
bool doctor_has_driver(char reason[FINDING_MAX]);

#endif
