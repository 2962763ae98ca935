/* SPDX-License-Identifier: MIT */
/*
 * What CUPTI's host API knows about metrics: which exist on a chip, the configuration image that
 * makes the GPU count them, how many passes they need, and what a counter data image says. Shared
 * by the range profiler and PM sampling; needs no GPU but for metric_config_chip(). A struct
 * metric_config belongs to one thread at a time.
 */
#ifndef WARPWISE_METRIC_CONFIG_H
#define WARPWISE_METRIC_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cupti/compat.h"

enum {
	METRICS_MAX = 256, /* in one configuration */
	GPU_METRICS = 5,   /* that PM sampling samples */
};

/* Metrics, or other sets, under one name, as --metrics takes them. The list ends with a set without
 * name. */
struct metric_set {
	const char *name;
	const char *const *metrics; /* ends with NULL */
};

extern const struct metric_set metric_sets[];

/*
 * What PM sampling samples, in order of importance: a chip, or an interval, that has no room for
 * all gets the first ones. What a sample costs to read grows with the places where it was counted;
 * the last one is counted four times in each SM.
 */
extern const char *const metric_gpu_names[GPU_METRICS];

/* NULL: there is none of that name. */
const struct metric_set *metric_set_find(const char *name);

/* Names of metrics, each once. */
struct metric_list {
	char *text; /* what the names of metrics that are in no set point into */
	size_t text_bytes;
	const char *names[METRICS_MAX];
	size_t count;
};

/*
 * Reads TEXT: names of sets and of metrics, separated by commas. A name without "__" can be no
 * metric. Returns 0; -EINVAL with that name in *WRONG, which lives as long as the list; -E2BIG for
 * more than METRICS_MAX; -ENOMEM. Release also after a failure.
 */
int metric_list_init(struct metric_list *list, const char *text, const char **wrong);
void metric_list_release(struct metric_list *list);

struct metric_config {
	CUpti_Profiler_Host_Object *host;
	const char **names; /* those that the chip has, in the order asked for */
	size_t count;
	uint8_t *image; /* for cuptiRangeProfilerSetConfig() or cuptiPmSamplingSetConfig() */
	size_t image_bytes;
	size_t passes; /* how often a kernel runs; PM sampling takes 1 only */
};

/* Whether this libcupti has all that the functions below call. */
bool metric_config_is_available(void);

/*
 * CUPTI's name of CONTEXT's device, "GH100", into *CHIP, which lives as long as the process. The
 * first call of the process starts CUPTI's profiler (cuptiProfilerInitialize). DEVICE, unless NULL,
 * becomes the device's number.
 */
CUptiResult metric_config_chip(CUcontext context, const char **chip, uint32_t *device);

/* What is to be configured. */
struct metric_wish {
	CUpti_ProfilerType type;
	const char *chip;
	const char *const *names; /* must outlive the configuration */
	size_t count;
	void (*unknown)(void *data, const char *name); /* the chip lacks it; NULL: no matter */
	void *data;
};

/*
 * Configures what WISH says, all in one call, since one by one each would take a pass of its own.
 * A metric that the chip does not have is left out. Returns CUPTI's first error;
 * CUPTI_ERROR_INVALID_METRIC_NAME where nothing is left. After an error there is nothing to
 * release.
 */
CUptiResult metric_config_init(struct metric_config *config, const struct metric_wish *wish);
void metric_config_release(struct metric_config *config);

/*
 * What a decoded counter data image says of its range (or sample) INDEX: a value for each of
 * config->names. A value can be NaN.
 */
CUptiResult metric_config_evaluate(const struct metric_config *config, const uint8_t *image,
                                   size_t image_bytes, size_t index, double *values);

/* "default, memory ..." into TEXT. */
void metric_sets_list(char *text, size_t size);

#endif
