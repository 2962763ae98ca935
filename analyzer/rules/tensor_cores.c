/* SPDX-License-Identifier: MIT */
/*
 * Rule tensor-cores: libraries multiply matrices on the FP32 units of a GPU with tensor cores, or
 * on these with kernels for rows that are not aligned.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "rules/shared/constants.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/subject.h"
#include "rules/shared/survey.h"

enum { MATRIX, PADDING, IN_USE, FILLED, TILE, ALIGNED, ALIGNED_TF32, OPERAND };

static const struct threshold thresholds[] = {
	[MATRIX] = { "matrix", 5, "%" },
	[PADDING] = { "padding", 2, "%" },
	[IN_USE] = { "in use", 1, "%" },
	[FILLED] = { "filled", 50, "%" },
	[TILE] = { "tile", 32, "elements" },
	[ALIGNED] = { "aligned", 2, "times" },
	[ALIGNED_TF32] = { "aligned 32 bits", 1.75, "times" },
	[OPERAND] = { "operand", 1, "GB" },
	{ .name = NULL },
};

/* What is looked for: what runs on the FP32 units, numbers of 32 bits on tensor cores, and rows of
 * 16-bit numbers, or of those, that are not aligned, on tensor cores as well. */
enum products { SINGLES, TF32, UNALIGNED, UNALIGNED_TF32 };

static bool are_unaligned(enum products products)
{
	return products == UNALIGNED || products == UNALIGNED_TF32;
}

/* Such kernels of a device. */
struct singles {
	enum products products;
	bool *is_single;      /* by function */
	int64_t *function_ns; /* by function: that its kernels take */
	double lost_ns;       /* of the run, what tensor cores can win at most */
	int64_t ns;           /* of the run's time */
	int64_t kernels_ns; /* that all of them take, also while the run waits for something else */
	int64_t all_ns;     /* that all kernels of the device take */
	int64_t launches;
};

/* How many times as fast at most, with the least change: TF32 if there is that. */
static double most_faster(const struct tensor_rates *rates)
{
	return rates->tf32 > 0 ? rates->tf32 : rates->half;
}

/* Most of the GPU has nothing to do: what limits is how little there is to multiply. */
static bool is_small(const struct launch *launch)
{
	return launch->launches &&
	       100 * launch->blocks_beside < thresholds[FILLED].value * launch->multiprocessors;
}

/* The library has chosen it for matrices that have no more rows, or columns: their operands have to
 * be read for few products each, which is what takes the time. */
static bool has_small_tile(const char *name)
{
	const int side = kernel_tile_side(name);

	return side && side <= thresholds[TILE].value;
}

/* May be a matrix times few rows, which takes as long as reading the matrix: launches are short
 * enough for that, and its grid does not show that there are several tiles in both directions. */
static bool may_be_thin(const struct launch *launch)
{
	const double bytes = (double)launch->total_ns * 1e-9 *
	                     (double)launch->device->memory_bandwidth_bytes_per_s;

	return bytes < thresholds[OPERAND].value * 1e9 * (double)launch->launches &&
	       (launch->shape->grid[0] <= TILES_TOGETHER || launch->shape->grid[1] <= 1);
}

static bool is_single_shape(const struct check *check, const struct singles *singles,
                            uint32_t shape, uint32_t device)
{
	const struct kernel_profile *profile = &check->profiles->shapes[shape];
	const struct launch *launch = &check->survey->launches[shape];

	if (profile->device != device || !singles->is_single[profile->function] || is_small(launch))
		return false;
	switch (singles->products) {
	case SINGLES: /* NAN: as its name says */
		return !(profile->tensor_active >= thresholds[IN_USE].value);
	case UNALIGNED:
	case UNALIGNED_TF32:
		return launch->launches && !may_be_thin(launch) &&
		       !(profile->dram_percent >= VERDICT_BOUND_PERCENT);
	default:
		return true;
	}
}

/* What of a kernel's time can be won, at most. */
static double part_to_win(const struct singles *singles, const struct kernel_profile *profile,
                          double faster)
{
	const double part = fmin(1 - 1 / faster, profile_spare_traffic(profile));

	return are_unaligned(singles->products) && profile->tensor_active >= 0
	               ? fmax(0, fmin(part, 1 - profile->tensor_active / 100))
	               : part;
}

static void add_up(struct singles *singles, const struct check *check, uint32_t device,
                   double faster)
{
	for (uint32_t s = 0; s < check->trace->launch_shapes_count; s++) {
		const struct kernel_profile *profile = &check->profiles->shapes[s];
		const int64_t ns = check->graph->shapes[s].ns;

		if (!is_single_shape(check, singles, s, device))
			continue;
		singles->ns = sum_saturated(singles->ns, ns);
		singles->launches += profile->timed_launches;
		singles->lost_ns += (double)ns * part_to_win(singles, profile, faster);
	}
}

/* What the kernels take, whether the run waits for them or not. */
static void add_kernels(struct singles *singles, const struct check *check, uint32_t device)
{
	const struct trace *trace = check->trace;
	const struct trace_operations *o = &trace->operations;

	for (uint32_t i = 0; i < o->count; i++) {
		const int64_t ns = operation_length_ns(trace, i);

		if (o->type[i] != OPERATION_KERNEL || operation_device(trace, i) != device)
			continue;
		singles->all_ns = sum_saturated(singles->all_ns, ns);
		if (!is_single_shape(check, singles, o->detail[i], device))
			continue;
		singles->kernels_ns = sum_saturated(singles->kernels_ns, ns);
		singles->function_ns[operation_function(trace, i)] += ns;
	}
}

/* ---- what is said ---- */

enum { KERNELS_NAMED = 3, NEARLY_ALL_PERCENT = 90 };

static void list_kernels(struct check *check, struct finding *f, int64_t *function_ns, int64_t all)
{
	struct name_heavy heavy[KERNELS_NAMED];
	const size_t count = heaviest_names(heavy, KERNELS_NAMED, check->trace, function_ns);
	struct name_list list = { 0 };

	for (size_t i = 0; i < count && (!i || percent_of(heavy[i].weight, all) >= 1); i++) {
		char text[3 * NAME_MAX_BYTES];

		snprintf(text, sizeof text, "%.*s (%.0f %%%s)", NAME_MAX_BYTES, heavy[i].text,
		         percent_of(heavy[i].weight, all), name_functions(NAME, &heavy[i]));
		name_list_add(&list, text);
	}
	finding_fact(f, "kernels", "%s", name_list_end(&list));
}

/* What they cost, which they are, and the longest as examples. */
static void add_kernels_to(struct finding *f, struct check *check, uint32_t device,
                           struct singles *singles)
{
	const struct trace_operations *o = &check->trace->operations;

	f->cost_ns = (int64_t)fmin(singles->lost_ns, (double)singles->ns);
	f->occurrences = singles->launches;
	list_kernels(check, f, singles->function_ns, singles->kernels_ns);
	for (uint32_t i = 0; i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL &&
		    is_single_shape(check, singles, o->detail[i], device))
			finding_example(f, i, operation_length_ns(check->trace, i));
}

static void report(struct check *check, uint32_t device, struct singles *singles,
                   const struct tensor_rates *rates)
{
	struct finding *f = finding_add_device(check, device);

	add_kernels_to(f, check, device, singles);
	finding_headline(f,
	                 "matrix products and convolutions run on the FP32 units for %s, %s of the "
	                 "time in kernels, while the tensor cores stand still",
	                 format_duration(FORMAT, singles->kernels_ns),
	                 format_percent(FORMAT, percent_of(singles->kernels_ns, singles->all_ns)));
	f->condition = rates->tf32 > 0 ? "TF32 is exact enough" : "FP16 is exact enough";
	if (rates->tf32 > 0)
		finding_advice(
		        f, "If a mantissa of ten bits will do, allow TF32: "
		           "cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH), in cuDNN "
		           "cudnnSetConvolutionMathType(). Or compute in BF16 or FP16, with sums "
		           "in FP32.");
	else
		finding_advice(f, "If a mantissa of ten bits and a smaller range will do, compute "
		                  "in FP16 with sums in FP32.");
	if (percent_of(singles->ns, singles->kernels_ns) < NEARLY_ALL_PERCENT)
		finding_fact(
		        f, "waited for",
		        "of this time the run waits for %s alone: in the rest it waits for "
		        "something "
		        "else as well, the host for example, and wins only if that takes less, too",
		        format_duration(FORMAT, singles->ns));
	if (rates->tf32 > 0)
		finding_fact(f, "peak rates",
		             "TF32 up to %.3g, BF16 and FP16 up to %.3g times FP32", rates->tf32,
		             rates->half);
	else
		finding_fact(f, "peak rates", "FP16 up to %.3g times FP32", rates->half);
	finding_not_predicted(f,
	                      "how near to their peak tensor cores come depends on the shapes of "
	                      "the matrices; at most %s less",
	                      format_duration(FORMAT, f->cost_ns));
}

/* TF32 as against half precision. */
static void report_tf32(struct check *check, uint32_t device, struct singles *singles,
                        const struct tensor_rates *rates)
{
	char subject[NAME_MAX_BYTES] = "TF32";
	struct finding *f;

	if (check->trace->devices_count > 1)
		snprintf(subject, sizeof subject, "TF32 on %s",
		         name_device(NAME, check->trace, device));
	f = finding_add(check, subject);
	add_kernels_to(f, check, device, singles);
	f->severity = FINDING_NOTE;
	f->condition = "BF16 or FP16 is exact enough";
	finding_headline(f,
	                 "tensor cores multiply and convolve numbers of 32 bits, as TF32, for %s, "
	                 "%s of the time in kernels",
	                 format_duration(FORMAT, singles->kernels_ns),
	                 format_percent(FORMAT, percent_of(singles->kernels_ns, singles->all_ns)));
	finding_advice(f, "%s", rule_note(check->rule, RULE_ADVICE, "half"));
	finding_case(f, "half");
	finding_fact(f, "peak rates", "BF16 and FP16 up to %.3g times TF32",
	             rates->half / rates->tf32);
	finding_not_predicted(f,
	                      "how near to their peak tensor cores come depends on the shapes of "
	                      "the matrices");
}

/* Where the host launches them: whose sizes to look at. */
static int add_places(struct check *check, struct finding *f, uint32_t device,
                      const struct singles *singles)
{
	const struct trace_operations *o = &check->trace->operations;
	bool *is_of = calloc(o->count + 1, sizeof *is_of);
	struct host_evidence code;

	if (!is_of)
		return -ENOMEM;
	for (uint32_t i = 0; i < o->count; i++)
		is_of[i] = o->type[i] == OPERATION_KERNEL &&
		           is_single_shape(check, singles, o->detail[i], device);
	host_evidence_init(&code, check);
	host_evidence_kernels(&code, is_of);
	free(is_of);
	return host_evidence_end(&code, f);
}

/* Rows that begin anywhere, as against such that begin at multiples of 16 bytes. */
static void report_unaligned(struct check *check, uint32_t device, struct singles *singles,
                             const struct tensor_rates *rates)
{
	const char *what = singles->products == UNALIGNED ? "unaligned" : "unaligned TF32";
	char subject[NAME_MAX_BYTES];
	struct finding *f;

	(void)rates;
	snprintf(subject, sizeof subject, "%s%s%s", what,
	         check->trace->devices_count > 1 ? " on " : "",
	         check->trace->devices_count > 1 ? name_device(NAME, check->trace, device) : "");
	f = finding_add(check, subject);
	add_kernels_to(f, check, device, singles);
	finding_headline(f,
	                 "matrices of %s numbers whose rows are not aligned to 16 bytes are "
	                 "multiplied%s for %s, %s of the time in kernels",
	                 singles->products == UNALIGNED ? "16-bit" : "32-bit",
	                 singles->products == UNALIGNED ? "" : " as TF32",
	                 format_duration(FORMAT, singles->kernels_ns),
	                 format_percent(FORMAT, percent_of(singles->kernels_ns, singles->all_ns)));
	finding_advice(f, "%s", rule_note(check->rule, RULE_ADVICE, what));
	finding_case(f, what);
	finding_not_predicted(
	        f, "how much less aligned rows take depends on the shapes of the matrices: "
	           "the cost is what they win at least where the products limit");
	check_failed(check, add_places(check, f, device, singles));
}

static bool is_worth_it(const struct check *check, const struct singles *singles)
{
	const double percent =
	        thresholds[are_unaligned(singles->products) ? PADDING : MATRIX].value;

	return singles->ns > 0 &&
	       singles->lost_ns * 100 >= percent * (double)check->survey->main_ns;
}

/* How many times as fast at most; 1 or less: not, as far as is known. */
static double times_faster(const struct trace_device *device, enum products products)
{
	const struct tensor_rates rates = device_tensor_rates(device);

	switch (products) {
	case SINGLES:
		return most_faster(&rates);
	case TF32:
		return rates.tf32 > 0 ? rates.half / rates.tf32 : 0;
	case UNALIGNED_TF32:
		return device->cc_major >= UNALIGNED_TF32_CC_MAJOR ? thresholds[ALIGNED_TF32].value
		                                                   : 0;
	default:
		return device->cc_major >= UNALIGNED_CC_MAJOR ? thresholds[ALIGNED].value : 0;
	}
}

/* IS_SINGLE: by function; these PRODUCTS. */
static void check_device(struct check *check, uint32_t device, bool *is_single,
                         enum products products)
{
	static void (*const reports[])(struct check *, uint32_t, struct singles *,
	                               const struct tensor_rates *) = {
		[SINGLES] = report,
		[TF32] = report_tf32,
		[UNALIGNED] = report_unaligned,
		[UNALIGNED_TF32] = report_unaligned,
	};
	const struct tensor_rates rates = device_tensor_rates(&check->trace->devices[device]);
	const double faster = times_faster(&check->trace->devices[device], products);
	struct singles singles = {
		.products = products,
		.is_single = is_single,
		.function_ns =
		        calloc(check->trace->functions_count + 1, sizeof *singles.function_ns),
	};

	if (!singles.function_ns)
		check_failed(check, -ENOMEM);
	else if (faster > 1)
		add_up(&singles, check, device, faster);
	if (is_worth_it(check, &singles)) {
		add_kernels(&singles, check, device);
		reports[products](check, device, &singles, &rates);
	}
	free(singles.function_ns);
}

/* Rows that are not aligned are not with half as many bytes either, and want that first. */
static bool is_aligned_tf32(const char *name)
{
	return kernel_is_tf32(name) && !kernel_is_unaligned_tf32(name);
}

static void check_kernels(struct check *check, enum products products)
{
	static bool (*const are[])(const char *) = { [SINGLES] = kernel_is_single_precision,
		                                     [TF32] = is_aligned_tf32,
		                                     [UNALIGNED] = kernel_is_unaligned,
		                                     [UNALIGNED_TF32] = kernel_is_unaligned_tf32 };
	const struct trace *trace = check->trace;
	bool *is_single = calloc(trace->functions_count + 1, sizeof *is_single);
	bool is_any = false;

	if (!is_single) {
		check_failed(check, -ENOMEM);
		return;
	}
	for (size_t f = 0; f < trace->functions_count; f++) {
		const char *name = trace->functions[f].name;

		is_single[f] = are[products](name) && !has_small_tile(name);
		is_any |= is_single[f];
	}
	for (uint32_t d = 0; is_any && d < trace->devices_count; d++)
		check_device(check, d, is_single, products);
	free(is_single);
}

static bool is_pytorch(struct check *check)
{
	int err = 0;
	const struct framework *framework = kernels_framework(check->trace, &err);

	check_failed(check, err);
	return framework && (strcmp(framework->name, "PyTorch") == 0 ||
	                     (framework->part_of && strcmp(framework->part_of, "PyTorch") == 0));
}

/* Who calls cuBLAS has chosen a type; PyTorch convolves so by default, and has a switch. */
static void check_tensor_cores(struct check *check)
{
	check_kernels(check, SINGLES);
	check_kernels(check, UNALIGNED);
	check_kernels(check, UNALIGNED_TF32);
	if (is_pytorch(check))
		check_kernels(check, TF32);
}

const struct rule rule_tensor_cores = {
	.id = "tensor-cores",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds },
	.check = check_tensor_cores,
};
