/* SPDX-License-Identifier: MIT */
/* Which metrics of launches are wanted. */
#include "counters/wanted_metrics.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

#include "host/log.h"

static struct metric_list lists[RANGE_SETS];
static atomic_bool is_unknown[METRICS_MAX]; /* of RANGE_ALL, on one of the chips at least */

const struct metric_list *wanted_metrics(enum range_set set)
{
	return &lists[set];
}

bool wanted_metrics_is_patched(const char *name)
{
	return strstr(name, "__sass_") != NULL;
}

/* The names belong to RANGE_ALL. */
static void leave_out_patched(void)
{
	const struct metric_list *all = &lists[RANGE_ALL];
	struct metric_list *unpatched = &lists[RANGE_UNPATCHED];

	for (size_t i = 0; i < all->count; i++)
		if (!wanted_metrics_is_patched(all->names[i]))
			unpatched->names[unpatched->count++] = all->names[i];
	if (unpatched->count == all->count)
		unpatched->count = 0;
}

int wanted_metrics_read(const char *text)
{
	const char *wrong = NULL;
	char sets[256];
	int err = metric_list_init(&lists[RANGE_ALL], text, &wrong);

	if (!err)
		err = metric_list_init(&lists[RANGE_ONCE], "default", &wrong);
	if (!err) {
		leave_out_patched();
		return 0;
	}
	metric_sets_list(sets, sizeof sets);
	if (err == -EINVAL)
		log_line("metrics of launches are not recorded, the timeline is: WARPWISE_METRICS: "
		         "\"%s\" is neither a set (%s) nor a metric of CUPTI's",
		         wrong, sets);
	else
		log_line("metrics of launches are not recorded, the timeline is: WARPWISE_METRICS: "
		         "%s",
		         strerror(-err));
	for (int i = 0; i < RANGE_SETS; i++)
		metric_list_release(&lists[i]);
	return err;
}

/* What belongs to no set was typed by somebody, who is told. */
void wanted_metrics_note_unknown(void *chip, const char *name)
{
	const struct metric_list *wanted = &lists[RANGE_ALL];

	for (size_t i = 0; i < wanted->count; i++) {
		if (wanted->names[i] != name || atomic_exchange(&is_unknown[i], true))
			continue;
		if (name >= wanted->text && name < wanted->text + wanted->text_bytes)
			log_line("%s has no metric \"%s\": it is left out", (const char *)chip,
			         name);
	}
}

void wanted_metrics_each_unknown(diagnostic_fn *write, void *data)
{
	for (size_t i = 0; i < lists[RANGE_ALL].count; i++)
		if (atomic_load(&is_unknown[i]))
			write(data, "unknown-metric", lists[RANGE_ALL].names[i], SEVERITY_NOTE, 1,
			      "this GPU does not have the metric: it was left out");
}
