/* SPDX-License-Identifier: MIT */
/* Samples of the GPU's metrics that the script plays, kept until they are decoded. Any thread. */
#ifndef WARPWISE_FAKE_PM_SAMPLING_H
#define WARPWISE_FAKE_PM_SAMPLING_H

#include <stddef.h>
#include <stdint.h>

/* What one statement `gpu-sample` says. All int64_t: the script's fields. */
struct fake_gpu_sample {
	int64_t device, start, end;
	int64_t active, warps, issue; /* hundredths of a percent */
	int64_t read, write;          /* bytes */
	int64_t is_full;              /* the hardware's buffer ran full */
	int64_t is_nan;               /* its values are no numbers */
};

void pm_sampling_add(const struct fake_gpu_sample *sample);

/* How long DecodeData() takes from now on. */
void pm_sampling_set_delay(int64_t ms);

/* The value of the metric NAME in sample INDEX of a counter data image. Returns 0 or -1. */
int pm_sampling_value(const uint8_t *image, size_t bytes, size_t index, const char *name,
                      double *value);

#endif
