/* SPDX-License-Identifier: MIT */
/* Looks for the kernels of optimizers. Any thread. */
#include "rules/shared/optimizer.h"

#include <string.h>

#include "base/statistics.h"
#include "base/text.h"
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

/* AdamW has no step of its own since PyTorch 2.7. */
static const struct optimizer optimizers[] = {
	{ "*/torch/optim/adam.py", "torch.optim.Adam or AdamW", true },
	{ "*/torch/optim/adamw.py", "torch.optim.AdamW", true },
	{ "*/torch/optim/sgd.py", "torch.optim.SGD", true },
	{ "*/torch/optim/adagrad.py", "torch.optim.Adagrad", true },
	{ "*/torch/optim/adadelta.py", "torch.optim.Adadelta", false },
	{ "*/torch/optim/adamax.py", "torch.optim.Adamax", false },
	{ "*/torch/optim/asgd.py", "torch.optim.ASGD", false },
	{ "*/torch/optim/nadam.py", "torch.optim.NAdam", false },
	{ "*/torch/optim/radam.py", "torch.optim.RAdam", false },
	{ "*/torch/optim/rmsprop.py", "torch.optim.RMSprop", false },
	{ "*/torch/optim/rprop.py", "torch.optim.Rprop", false },
};

/* Who imports torch.optim, or makes an optimizer, has not gone a step. */
static const struct optimizer *optimizer_of(const struct trace_host_frame *frame)
{
	if (!text_matches("*.step", frame->function) &&
	    !text_matches("_multi_tensor_*", frame->function))
		return NULL;
	for (size_t i = 0; i < sizeof optimizers / sizeof *optimizers; i++)
		if (text_matches(optimizers[i].file, frame->file))
			return &optimizers[i];
	return NULL;
}

const struct optimizer *optimizer_seen(const struct trace *trace)
{
	const struct optimizer *seen = NULL;

	for (size_t i = 0; i < trace->host_frames_count; i++) {
		const struct trace_host_frame *frame = &trace->host_frames[i];
		const struct optimizer *one = frame->binary == NONE ? optimizer_of(frame) : NULL;

		if (one && seen && one != seen)
			return NULL;
		seen = one ? one : seen;
	}
	return seen;
}

static bool is_sparse(const struct trace *trace)
{
	for (size_t i = 0; i < trace->host_frames_count; i++) {
		const struct trace_host_frame *frame = &trace->host_frames[i];

		if (frame->binary == NONE && text_matches("SparseAdam.step", frame->function))
			return true;
	}
	return false;
}

/* Where the rest of a round changes, a step need not; a sparse one is what changes. */
void optimizer_say_rounds(struct finding *finding, const struct trace *trace, const char *name,
                          double least)
{
	const struct optimizer *seen = optimizer_seen(trace);

	finding_case(finding, name);
	if (strcmp(name, "changing") != 0 && strcmp(name, "selected") != 0)
		return;
	if (is_sparse(trace))
		finding_case(finding, "sparse step");
	else if (seen ? seen->has_fused : optimizer_case(trace, least) != NULL)
		finding_case(finding, "fused step");
}
