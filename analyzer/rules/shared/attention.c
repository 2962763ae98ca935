/* SPDX-License-Identifier: MIT */
/* Attention that is computed step by step. Any thread. */
#include "rules/shared/attention.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/statistics.h"
#include "base/text.h"
#include "kernel/kernel_library.h"
#include "kernel/kernel_operator.h"
#include "rules/shared/copies.h"

enum step { OTHER, PRODUCT, ELEMENTS, MASK, DROPOUT, SOFTMAX, SOFTMAX_GRADIENT };

/* What is behind the latest product of a stream. */
struct scores {
	bool is_any; /* false: there is none, or what is behind it is no attention */
	uint32_t items[ATTENTION_MOST];
	int count;
	enum step softmax; /* OTHER: not yet */
	bool is_masked, is_dropped;
};

struct search {
	const struct trace *trace;
	struct attention *attention;
	uint8_t *steps;        /* by function */
	struct scores *scores; /* by stream */
};

/* PyTorch's kernels. Of a softmax the first truth value says whether it is of logarithms. */
static const struct {
	const char *pattern;
	enum step step;
} steps[] = {
	{ "*_SoftMax_cu_*softmax_warp_forwardI*ELb0ELb*", SOFTMAX },
	{ "*cunn_SoftMaxForward*[0-9]SoftMaxForward*Epilogue*", SOFTMAX },
	{ "*_SoftMax_cu_*softmax_warp_backwardI*ELb0ELb*", SOFTMAX_GRADIENT },
	{ "*cunn_SoftMaxBackward*[0-9]SoftMaxBackwardEpilogue*", SOFTMAX_GRADIENT },
	{ "*N2at6native*fused_dropout_kernel*", DROPOUT },
	{ "*N2at6native*elementwise_kernel*masked_fill_kernel*", MASK },
	{ "*N2at6native*elementwise_kernel*where_kernel_impl*", MASK },
};

static enum step step_of_function(const char *name)
{
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		if (text_matches(steps[i].pattern, name))
			return steps[i].step;
	return kernel_is_elementwise(name)                ? ELEMENTS
	       : kernel_operator(name) == OPERATOR_MATRIX ? PRODUCT
	                                                  : OTHER;
}

static enum step step_of(const struct search *search, uint32_t id)
{
	const struct trace *trace = search->trace;

	if (trace->operations.type[id] == OPERATION_KERNEL)
		return (enum step)search->steps[operation_function(trace, id)];
	return copy_is_within_device(trace, id) ? ELEMENTS : OTHER;
}

static bool is_attention(const struct search *search, const struct scores *scores)
{
	if (!scores->is_any)
		return false;
	return scores->softmax == SOFTMAX
	               ? scores->is_masked || scores->is_dropped
	               : scores->softmax == SOFTMAX_GRADIENT && search->attention->softmaxes > 0;
}

static int keep(struct search *search, const struct scores *scores)
{
	struct attention *attention = search->attention;
	const struct trace *trace = search->trace;

	for (int i = 0; i < scores->count; i++) {
		const uint32_t id = scores->items[i];
		uint32_t *kept = ARRAY_ADD(&attention->found, &attention->found_count);

		if (!kept)
			return -ENOMEM;
		*kept = id;
		attention->is_of[id] = true;
		attention->kernels += trace->operations.type[id] == OPERATION_KERNEL;
		attention->copies += trace->operations.type[id] != OPERATION_KERNEL;
		attention->ns = sum_saturated(attention->ns, operation_length_ns(trace, id));
	}
	attention->softmaxes += scores->softmax == SOFTMAX;
	return 0;
}

static int take(struct search *search, struct scores *scores, uint32_t id)
{
	const enum step step = step_of(search, id);
	const bool is_softmax = step == SOFTMAX || step == SOFTMAX_GRADIENT;
	int err = 0;

	if (search->trace->operations.type[id] == OPERATION_FILL)
		return 0; /* of the library's own memory, for a product */
	if (step == PRODUCT) {
		if (is_attention(search, scores))
			err = keep(search, scores);
		*scores = (struct scores){ .is_any = true };
		return err;
	}
	if (!scores->is_any)
		return 0;
	if (step == OTHER || scores->count >= ATTENTION_MOST || (is_softmax && scores->softmax)) {
		scores->is_any = false;
		return 0;
	}
	scores->items[scores->count++] = id;
	if (is_softmax)
		scores->softmax = step;
	scores->is_masked |= step == MASK && !scores->softmax;
	scores->is_dropped |= step == DROPOUT && scores->softmax == SOFTMAX;
	return 0;
}

int attention_find(struct attention *attention, const struct trace *trace)
{
	struct search search = {
		.trace = trace,
		.attention = attention,
		.steps = calloc(trace->functions_count + 1, 1),
		.scores = calloc(trace->streams_count + 1, sizeof *search.scores),
	};
	int err = search.steps && search.scores ? 0 : -ENOMEM;

	attention->is_of = calloc(trace->operations.count + 1, sizeof *attention->is_of);
	if (!attention->is_of)
		err = -ENOMEM;
	for (size_t i = 0; !err && i < trace->functions_count; i++)
		search.steps[i] = (uint8_t)step_of_function(trace->functions[i].name);
	for (uint32_t i = 0; !err && i < trace->operations.count; i++)
		err = take(&search, &search.scores[trace->operations.stream[i]], i);
	free(search.steps);
	free(search.scores);
	return err;
}

void attention_release(struct attention *attention)
{
	free(attention->is_of);
	free(attention->found);
}
