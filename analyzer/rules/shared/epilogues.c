/* SPDX-License-Identifier: MIT */
/*
 * Operations on elements by themselves behind matrix products. Two or more of them in a row are
 * unfused-operations': launches with another one behind them do not count here.
 */
#include "rules/shared/epilogues.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "kernel/kernel_library.h"
#include "kernel/kernel_operator.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/survey.h"

/* THE TABLE: what libraries of matrix products can do at their end, by the names that PyTorch 2.11
 * has for its kernels. */
static const char *const patterns[] = {
	"*launch_clamp_scalar*", "*relu*",        "*GeluCUDAKernel*",  "*silu_kernel*",
	"*sigmoid_kernel_cuda*", "*tanh_kernel*", "*hardswish*",       "*elu_kernel*",
	"*softplus_kernel*",     "*mish_kernel*", "*CUDAFunctor_add*", "*hardsigmoid*",
};

enum part { PART_NONE, PART_PRODUCT, PART_ELEMENTS, PART_EPILOGUE };

struct epilogues {
	uint8_t *parts;             /* by function */
	int64_t *launches, *behind; /* by function: all, and those right behind a product */
	bool *is_match;             /* by operation: such a one, and alone there */
	uint32_t *before;           /* by stream: the latest operation; NONE */
	bool *is_behind;            /* ... which is right behind a product */
};

static enum part part_of(const char *name)
{
	const struct library *library = kernel_library(name);

	if (kernel_operator(name) == OPERATOR_MATRIX)
		return PART_PRODUCT;
	if (!kernel_is_elementwise(name))
		return PART_NONE;
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
		if (library && strcmp(library->name, "PyTorch") == 0 &&
		    kernel_operator(name) == OPERATOR_ELEMENTWISE &&
		    text_matches(patterns[i], name))
			return PART_EPILOGUE;
	return PART_ELEMENTS;
}

static int init(struct epilogues *e, const struct trace *trace)
{
	*e = (struct epilogues){
		.parts = calloc(trace->functions_count + 1, sizeof *e->parts),
		.launches = calloc(trace->functions_count + 1, sizeof *e->launches),
		.behind = calloc(trace->functions_count + 1, sizeof *e->behind),
		.is_match = calloc(trace->operations.count + 1, sizeof *e->is_match),
		.before = malloc((trace->streams_count + 1) * sizeof *e->before),
		.is_behind = calloc(trace->streams_count + 1, sizeof *e->is_behind),
	};
	if (!e->parts || !e->launches || !e->behind || !e->is_match || !e->before || !e->is_behind)
		return -ENOMEM;
	for (size_t f = 0; f < trace->functions_count; f++)
		e->parts[f] = (uint8_t)part_of(trace->functions[f].name);
	for (size_t s = 0; s < trace->streams_count; s++)
		e->before[s] = NONE;
	return 0;
}

static void release(struct epilogues *e)
{
	free(e->parts);
	free(e->launches);
	free(e->behind);
	free(e->is_match);
	free(e->before);
	free(e->is_behind);
}

static enum part part_of_operation(const struct epilogues *e, const struct trace *trace,
                                   uint32_t id)
{
	return id == NONE || trace->operations.type[id] != OPERATION_KERNEL
	               ? PART_NONE
	               : (enum part)e->parts[operation_function(trace, id)];
}

/* The operation before NEXT (NONE: the stream ends) in STREAM matches, if it is an epilogue by
 * itself. */
static void settle(struct epilogues *e, const struct trace *trace, uint32_t stream, uint32_t next)
{
	const enum part part = part_of_operation(e, trace, next);
	const uint32_t id = e->before[stream];

	if (e->is_behind[stream] && part != PART_ELEMENTS && part != PART_EPILOGUE)
		e->is_match[id] = true;
}

/* PyTorch's backward() computes gradients, of which no call of the program's is a product. */
static bool is_of_backward(const struct trace *trace, uint32_t id)
{
	const uint32_t call = trace->operations.call[id];

	return call != NONE && trace_is_backward_thread(trace, trace->calls.thread[call]);
}

static void find(struct epilogues *e, const struct trace *trace)
{
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		const uint32_t stream = trace->operations.stream[i];
		const bool is_epilogue = part_of_operation(e, trace, i) == PART_EPILOGUE;

		settle(e, trace, stream, i);
		e->is_behind[stream] =
		        is_epilogue && !is_of_backward(trace, i) &&
		        part_of_operation(e, trace, e->before[stream]) == PART_PRODUCT;
		if (is_epilogue)
			e->launches[operation_function(trace, i)]++;
		if (e->is_behind[stream])
			e->behind[operation_function(trace, i)]++;
		e->before[stream] = i;
	}
	for (uint32_t s = 0; s < trace->streams_count; s++)
		settle(e, trace, s, NONE);
}

/* Whether launch ID counts: BEHIND percent of those of its function are behind products. */
static bool counts(const struct epilogues *e, const struct trace *trace, uint32_t id, double behind)
{
	const uint32_t function = e->is_match[id] ? operation_function(trace, id) : NONE;

	return function != NONE && percent_of(e->behind[function], e->launches[function]) >= behind;
}

static int report(struct check *check, struct epilogues *e, int64_t ns, int64_t count)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add(check, "operations behind matrix products");
	struct name_list list = { 0 };
	struct host_evidence code;

	f->cost_ns = ns;
	f->occurrences = count;
	finding_headline(
	        f,
	        "one operation on the elements behind each matrix product takes %s in %s: it "
	        "reads and writes the whole result once more",
	        format_duration(FORMAT, ns), name_count(NAME, count, "kernel", "kernels"));
	for (uint32_t k = 0; k < trace->functions_count; k++)
		e->launches[k] = 0;
	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (e->is_match[i]) {
			finding_example(f, i, operation_length_ns(trace, i));
			e->launches[operation_function(trace, i)]++;
		}
	for (uint32_t k = 0; k < trace->functions_count; k++)
		if (e->launches[k]) {
			name_list_add(&list, name_function(NAME, trace, k));
			finding_also_about(check, f, k);
		}
	finding_fact(f, "kernels", "%s", name_list_end(&list));
	finding_advice(
	        f,
	        "Let the product do it at its end: torch.compile(mode=\"max-autotune\") may take "
	        "products that do, and cuBLASLt has them (CUBLASLT_EPILOGUE_RELU_BIAS, "
	        "GELU_BIAS ...), without gradients by torch._addmm_activation() as well. A "
	        "bias belongs into the call of the product (F.linear(x, w, b), "
	        "torch.addmm()). Kernels of a whole small network, such as tiny-cuda-nn's, "
	        "do not write what is between its layers at all.");
	finding_not_predicted(f,
	                      "what a product with it takes is not known: at most the whole cost");
	host_evidence_init(&code, check);
	host_evidence_kernels(&code, e->is_match);
	return host_evidence_end(&code, f);
}

int epilogues_check(struct check *check, double behind, double share)
{
	const struct trace *trace = check->trace;
	struct epilogues e;
	int64_t ns = 0, count = 0;
	int err = init(&e, trace);

	if (!err)
		find(&e, trace);
	for (uint32_t i = 0; !err && i < trace->operations.count; i++) {
		e.is_match[i] = counts(&e, trace, i, behind);
		if (!e.is_match[i])
			continue;
		ns = sum_saturated(ns, operation_length_ns(trace, i));
		count++;
	}
	if (!err && count && percent_of(ns, check->survey->span_ns) >= share)
		err = report(check, &e, ns, count);
	release(&e);
	return err;
}
