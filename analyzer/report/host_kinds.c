/* SPDX-License-Identifier: MIT */
/* What the program's own work is where a library's functions tell that for sure, and what makes it
 * less. Any thread. */
#include "report/host_kinds.h"

#include <math.h>
#include <string.h>

#include "base/statistics.h"
#include "base/text.h"

enum {
	MOST_PERCENT = 50,     /* of the time: what else is done there matters less */
	KIND_SAMPLES_MIN = 30, /* fewer may be chance */
};

/* Beginnings of the names of functions, as people write them, with or without what they return. */
static const struct kind {
	const char *const *functions;
	const char *advice;
} kinds[] = {
	{ (const char *const[]){ "rand()",
	                         "rand_r()",
	                         "random()",
	                         "random_r()",
	                         "drand48()",
	                         "erand48()",
	                         "lrand48()",
	                         "nrand48()",
	                         "mrand48()",
	                         "std::mersenne_twister_engine<",
	                         "std::linear_congruential_engine<",
	                         "std::subtract_with_carry_engine<",
	                         "std::discard_block_engine<",
	                         "std::shuffle_order_engine<",
	                         "std::independent_bits_engine<",
	                         "std::generate_canonical<",
	                         "std::uniform_int_distribution<",
	                         "std::uniform_real_distribution<",
	                         "std::normal_distribution<",
	                         "std::lognormal_distribution<",
	                         "std::exponential_distribution<",
	                         "std::gamma_distribution<",
	                         "std::poisson_distribution<",
	                         "std::binomial_distribution<",
	                         "std::geometric_distribution<",
	                         "std::discrete_distribution<",
	                         "std::bernoulli_distribution::",
	                         "std::random_device::",
	                         NULL },
	  "makes random numbers one by one: cuRAND makes them on the GPU" },
	{ (const char *const[]){ "std::ostream& std::ostream::_M_insert<",
	                         "std::ostreambuf_iterator<> std::num_put<>::", "std::num_put<>::",
	                         "std::basic_ostream<>& std::__ostream_insert<", "fprintf()",
	                         "vfprintf()", NULL },
	  "writes numbers as text: std::to_chars() into a large buffer that is written at "
	  "once, or a binary file, takes less" },
	{ (const char *const[]){ "std::istream& std::istream::_M_extract<",
	                         "std::istreambuf_iterator<> std::num_get<>::", "std::num_get<>::",
	                         "fscanf()", "vfscanf()", NULL },
	  "reads numbers from text: std::from_chars() on a large buffer, or a binary file, "
	  "takes less" },
};

enum { WORK_KINDS = sizeof kinds / sizeof *kinds };

/* FUNCTION without what it returns, of which the names here are plain types. */
static const char *without_type(const char *function)
{
	const size_t length = strcspn(function, "<(");
	const char *name = function;

	for (size_t i = 0; i < length; i++)
		if (function[i] == ' ')
			name = function + i + 1;
	return name;
}

static bool begins_with_one(const char *function, const char *const *list)
{
	const char *name = without_type(function);

	for (; *list; list++)
		if (strncmp(function, *list, strlen(*list)) == 0 ||
		    strncmp(name, *list, strlen(*list)) == 0)
			return true;
	return false;
}

/* By the libraries' frames above the program's own code; WORK_KINDS: none tells. */
static size_t kind_of(const struct host_code *code, uint32_t stack)
{
	for (; stack != NONE; stack = code->trace->host_stacks[stack].parent) {
		const struct host_place *place =
		        &code->places[code->trace->host_stacks[stack].frame];

		if (place->is_own || place->is_recorder)
			return WORK_KINDS;
		for (size_t k = 0; k < WORK_KINDS; k++)
			if (begins_with_one(place->function, kinds[k].functions))
				return k;
	}
	return WORK_KINDS;
}

const char *host_kind_advice(const struct host_time *time, int64_t unsampled_ns)
{
	const double all_ns =
	        fmax(time->wanted_sum_ns, time->sampled_sum_ns) + (double)unsampled_ns;
	double ns[WORK_KINDS + 1] = { 0 };

	if (!time->is_native || time->samples < KIND_SAMPLES_MIN)
		return "";
	for (uint32_t i = 0; i < time->code->trace->host_stacks_count; i++)
		if (time->sampled_ns[i] > 0)
			ns[kind_of(time->code, i)] += time->sampled_ns[i];
	for (size_t k = 0; k < WORK_KINDS; k++)
		if (100 * ns[k] >= MOST_PERCENT * all_ns)
			return kinds[k].advice;
	return "";
}
