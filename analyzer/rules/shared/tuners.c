/* SPDX-License-Identifier: MIT */
/* Finds the calls of toolchains that compile and try variants out. */
#include "rules/shared/tuners.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/interval.h"
#include "kernel/kernel_library.h"
#include "rules/shared/setups.h"

enum { NO_KERNEL, TUNERS, OTHERS };

/* What each call launched, by call, into KERNELS. Returns whether any is a tuner's. */
static bool find_kernels(uint8_t *kernels, const bool *is_tuners_function,
                         const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	bool is_any = false;

	for (uint32_t i = 0; i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL && o->call[i] != NONE) {
			const bool is_its = is_tuners_function[operation_function(trace, i)];

			kernels[o->call[i]] = is_its ? TUNERS : OTHERS;
			is_any |= is_its;
		}
	return is_any;
}

/* Marks those whose thread launched a tuner's kernel last, in the order of calls or, IS_BACK,
 * backwards. LAST: room for all threads. */
static void mark_beside(bool *is_tuners, const uint8_t *kernels, uint8_t *last,
                        const struct trace *trace, bool is_back)
{
	const uint32_t count = (uint32_t)trace->calls.count;

	for (size_t t = 0; t < trace->threads_count; t++)
		last[t] = NO_KERNEL;
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t call = is_back ? count - 1 - i : i;
		uint8_t *of_thread = &last[trace->calls.thread[call]];

		if (kernels[call] != NO_KERNEL)
			*of_thread = kernels[call];
		is_tuners[call] |= *of_thread == TUNERS;
	}
}

static int mark_by_kernels(bool *is_tuners, const struct trace *trace)
{
	bool *is_function = calloc(trace->functions_count + 1, sizeof *is_function);
	uint8_t *kernels = calloc(trace->calls.count + 1, sizeof *kernels);
	uint8_t *last = malloc(trace->threads_count + 1);
	const int err = is_function && kernels && last ? 0 : -ENOMEM;

	for (size_t f = 0; f < trace->functions_count && !err; f++)
		is_function[f] = kernel_is_of_tuner(trace->functions[f].name);
	if (!err && find_kernels(kernels, is_function, trace)) {
		mark_beside(is_tuners, kernels, last, trace, false);
		mark_beside(is_tuners, kernels, last, trace, true);
	}
	free(is_function);
	free(kernels);
	free(last);
	return err;
}

static bool ends_before(const void *item, const void *key)
{
	return ((const struct interval *)item)->end_ns <= *(const int64_t *)key;
}

/* Whatever thread made them: a compiler has threads of its own. */
static int mark_by_samples(bool *is_tuners, const struct check *check)
{
	const struct trace_calls *calls = &check->trace->calls;
	struct interval_set time = { 0 };
	struct setups setups;
	int err = setups_init(&setups, check->host);

	if (!err)
		err = setups_again(&time, &setups, check->trace, SETUP_COMPILING, true);
	if (!err)
		err = setups_again(&time, &setups, check->trace, SETUP_TUNING, true);
	for (uint32_t c = 0; c < calls->count && time.count && !err; c++) {
		const size_t i = lower_bound(&calls->start_ns[c], time.items, time.count,
		                             sizeof *time.items, ends_before);

		is_tuners[c] |= i < time.count && time.items[i].start_ns <= calls->start_ns[c];
	}
	setups_release(&setups);
	interval_set_release(&time);
	return err;
}

int tuner_calls(bool **is_tuners, const struct check *check)
{
	int err;

	*is_tuners = calloc(check->trace->calls.count + 1, sizeof **is_tuners);
	if (!*is_tuners)
		return -ENOMEM;
	err = mark_by_kernels(*is_tuners, check->trace);
	return err ? err : mark_by_samples(*is_tuners, check);
}
