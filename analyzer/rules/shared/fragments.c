/* SPDX-License-Identifier: MIT */
/* Operands of tensor cores that are loaded from global memory. Any thread. */
#include "rules/shared/fragments.h"

#include <math.h>

#include "rules/shared/survey.h"

enum { LANES = 32, SECTOR_BYTES = 32 };

static const char advice[] =
        "It loads operands of tensor cores right from global memory, and its lanes go to as many "
        "rows of the matrix as wmma::load_matrix_sync() wants: that cannot be chosen. Let each "
        "block bring tiles of both matrices into shared memory, neighbouring threads neighbouring "
        "words (16 bytes each, or cp.async), and load the fragments from there; and let each warp "
        "keep several of both in registers (4 x 2, say), so that each is used for several "
        "products. A library does all of that (cuBLAS, CUTLASS).";

/* Without shared memory they cannot come from there. */
static bool are_loaded(const struct code *code, const struct trace_launch_shape *shape)
{
	return code->is_known && code->multiplies_matrices && !code->loads_matrices && shape &&
	       shape->static_shared_bytes + shape->dynamic_shared_bytes == 0;
}

const char *fragments_advice(const struct check *check, const struct kernel *kernel)
{
	return are_loaded(&check->survey->codes[kernel->function], kernel->shape) ? advice : NULL;
}

double fragments_used_part(const struct check *check, const struct kernel *kernel)
{
	const struct code *code = &check->survey->codes[kernel->function];
	const struct kernel_profile *p = kernel->profile;
	const double bytes = p->global_load_requests * LANES * code->narrowest_load_bytes;

	return are_loaded(code, kernel->shape)
	               ? fmin(bytes / (p->global_load_sectors * SECTOR_BYTES), 1)
	               : (double)NAN;
}

void fragments_say_use(const struct check *check, struct finding *finding,
                       const struct kernel *kernel)
{
	const double active = kernel->profile->tensor_active;
	const struct code *code = &check->survey->codes[kernel->function];

	/* The counter of kernels that have no such instruction is not always 0. */
	if (is_measured(active) && (code->is_known ? code->multiplies_matrices : active >= 1))
		finding_fact(finding, "tensor cores", "%.2g %% of their peak", active);
}
