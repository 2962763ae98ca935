/* SPDX-License-Identifier: MIT */
/* Looks for the kernels of optimizers. Any thread. */
#include "rules/shared/optimizer.h"

#include <string.h>

#include "base/statistics.h"
#include "rules/shared/constants.h"

/* The kernels whose names have one of PARTS in them. */
static int64_t count_kernels(const struct trace *trace, const char *const parts[])
{
	const struct trace_operations *o = &trace->operations;
	int64_t count = 0;

	for (uint32_t i = 0; i < o->count; i++) {
		const char *name;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		name = trace->functions[operation_function(trace, i)].name;
		for (size_t k = 0; parts[k]; k++)
			if (strstr(name, parts[k])) {
				count++;
				break;
			}
	}
	return count;
}

const char *optimizer_case(const struct trace *trace, double least)
{
	static const char *const fused[] = { "fused_adam", "fused_sgd", "fused_adagrad", NULL };
	static const char *const foreach[] = { "multi_tensor_apply", NULL };
	static const char *const one_by_one[] = { "addcdiv", "addcmul", NULL };
	static const char *const any[] = { "", NULL };
	const int64_t all = count_kernels(trace, any);

	if (count_kernels(trace, fused))
		return NULL;
	if (percent_of(count_kernels(trace, foreach), all) >= least)
		return "foreach";
	return percent_of(OPTIMIZER_KERNELS * count_kernels(trace, one_by_one), all) >= least
	               ? "one by one"
	               : NULL;
}
