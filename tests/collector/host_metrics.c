/* SPDX-License-Identifier: MIT */
/*
 * The real libcupti's host API, which needs no GPU: the names of metrics, what one pass has room
 * for, configuration images. Skips where CUPTI is not installed.
 */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cupti/api.h"
#include "counters/metric_config.h"

static int number, failures;

static void ok(bool is_good, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void ok(bool is_good, const char *format, ...)
{
	va_list args;

	printf("%sok %d - ", is_good ? "" : "not ", ++number);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	failures += !is_good;
}

static void count(void *data, const char *name)
{
	(void)name;
	(*(int *)data)++;
}

/* How many passes NAMES take on CHIP, 0 if there is no configuration; *UNKNOWN: names it lacks. */
static size_t passes(CUpti_ProfilerType type, const char *chip, const char *const *names,
                     size_t names_count, int *unknown)
{
	const struct metric_wish wish = {
		.type = type,
		.chip = chip,
		.names = names,
		.count = names_count,
		.unknown = count,
		.data = unknown,
	};
	struct metric_config config;
	size_t result = 0;

	*unknown = 0;
	if (metric_config_init(&config, &wish) == CUPTI_SUCCESS) {
		result = config.image_bytes ? config.passes : 0;
		metric_config_release(&config);
	}
	return result;
}

static size_t length(const char *const *names)
{
	size_t n = 0;

	while (names[n])
		n++;
	return n;
}

/* The chips whose counters CUPTI's host API knows and that the collector was written for. */
static const char *const chips[] = { "GA100", "GA102", "AD102", "GH100", "GB100" };

static void check_chip(const char *chip)
{
	const struct metric_set *usual = metric_set_find("default");
	int unknown;

	ok(passes(CUPTI_PROFILER_TYPE_PM_SAMPLING, chip, metric_gpu_names, GPU_METRICS, &unknown) ==
	                   1 &&
	           unknown == 0,
	   "%s: the GPU's metrics fit into one pass", chip);
	/* GB100 has no lts__d_sectors_fill_sysmem. */
	ok(passes(CUPTI_PROFILER_TYPE_RANGE_PROFILER, chip, usual->metrics, length(usual->metrics),
	          &unknown) == 1 &&
	           unknown == !strcmp(chip, "GB100"),
	   "%s: the default set fits into one pass", chip);
}

static void check_sets(void)
{
	const char *const wrong[] = { "sm__no_such_metric.avg", "sm__cycles_active.avg" };
	int unknown;

	for (const struct metric_set *set = metric_sets; set->name; set++) {
		const char *none = NULL;
		struct metric_list list;

		ok(metric_list_init(&list, set->name, &none) == 0 &&
		           passes(CUPTI_PROFILER_TYPE_RANGE_PROFILER, "GH100", list.names,
		                  list.count, &unknown) > 0 &&
		           unknown == 0,
		   "GH100 has every metric of the set %s", set->name);
		metric_list_release(&list);
	}
	ok(passes(CUPTI_PROFILER_TYPE_RANGE_PROFILER, "GH100", wrong, 2, &unknown) == 1 &&
	           unknown == 1,
	   "a name that is none is left out");
	ok(passes(CUPTI_PROFILER_TYPE_RANGE_PROFILER, "GH100", wrong, 1, &unknown) == 0 &&
	           unknown == 1,
	   "nothing but names that are none: no configuration");
	ok(passes(CUPTI_PROFILER_TYPE_RANGE_PROFILER, "XX999", wrong + 1, 1, &unknown) == 0,
	   "a chip that is none: no configuration");
}

int main(void)
{
	if (cupti_api_load("") || !metric_config_is_available()) {
		printf("1..0 # SKIP CUPTI is not installed, or has no host API\n");
		return 0;
	}
	for (size_t i = 0; i < sizeof chips / sizeof *chips; i++)
		check_chip(chips[i]);
	check_sets();
	printf("1..%d\n", number);
	return failures != 0;
}
