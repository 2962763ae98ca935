/* SPDX-License-Identifier: MIT */
/* CUPTI's host API about metrics, and the images that it and the profilers share. Any thread. */
#ifndef WARPWISE_FAKE_PROFILER_HOST_H
#define WARPWISE_FAKE_PROFILER_HOST_H

#include <stddef.h>
#include <stdint.h>
#include <cupti.h>
#include <cupti_profiler_target.h>
#include <cupti_target.h>

#include <cupti_profiler_host.h>

enum {
	HOST_METRICS = 64,     /* in one configuration */
	HOST_PASS_METRICS = 16 /* that one pass has room for, unless the script sets another */
};

/* A configuration image. */
struct host_config {
	char magic[8]; /* HOST_CONFIG_MAGIC */
	CUpti_ProfilerType type;
	size_t metrics, passes;
};

#define HOST_CONFIG_MAGIC "FKCONF"

/* The configuration in IMAGE; NULL: it is none of TYPE. */
const struct host_config *host_config_of(const uint8_t *image, size_t bytes,
                                         CUpti_ProfilerType type);

/* Whether NAME looks like a metric that the chip has. */
int host_knows(const char *name);

/* Set by the script: a metric that the chip lacks; how many fit into one pass. */
void host_lacks(const char *name);
void host_set_pass_metrics(size_t metrics);

#endif
