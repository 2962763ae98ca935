/* SPDX-License-Identifier: MIT */
/* What the numbers of CUPTI's versions mean. Knows no CUPTI header: used by the collector and by
 * `warpwise doctor`. */
#ifndef WARPWISE_CUPTI_VERSION_H
#define WARPWISE_CUPTI_VERSION_H

#include <stddef.h>
#include <stdint.h>

enum {
	CUPTI_RELEASE_MAX = 40,
	CUPTI_HW_TRACE_SOUND = 130401,  /* from here on hw_trace.h does no harm */
	CUPTI_COPIES_TOGETHER = 130000, /* from here on one kind of record has all copies */
};

/* The major of CUDA that a libcupti with this API version is of; 0: none that is known here. */
int cupti_version_major(uint32_t api_version);

/* Its release, "12.4", into TEXT; returns TEXT. */
char *cupti_version_release(uint32_t api_version, char text[CUPTI_RELEASE_MAX]);

#endif
