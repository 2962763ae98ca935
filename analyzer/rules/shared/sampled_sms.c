/* SPDX-License-Identifier: MIT */
/* How many SMs a kernel keeps at work. */
#include "rules/shared/sampled_sms.h"

#include <math.h>

#include "base/statistics.h"
#include "rules/shared/constants.h"

/* The cycles between two samples of an SM; 0: not known, or samples are missing. */
static int64_t sampling_period(const struct trace *trace)
{
	int64_t period = trace->pc_samplings_count ? trace->pc_samplings[0].period_cycles : 0;

	for (size_t i = 0; i < trace->pc_samplings_count; i++)
		if (trace->pc_samplings[i].period_cycles != period ||
		    trace->pc_samplings[i].dropped_samples)
			period = 0;
	return period;
}

/* In the driver's code, and in functions that others call. */
static int64_t samples_not_launched(const struct kernel_profiles *profiles)
{
	const struct trace *trace = profiles->trace;
	int64_t samples = 0;

	for (uint32_t f = 0; f < trace->functions_count; f++)
		if (!profiles->functions[f].launches)
			samples = sum_saturated(samples, profiles->functions[f].samples);
	for (size_t i = 0; i < trace->pc_samplings_count; i++)
		samples = sum_saturated(samples, trace->pc_samplings[i].non_user_samples);
	return samples;
}

double sampled_sms(const struct kernel_profile *function, const struct kernel_profiles *profiles,
                   const struct code *code, int64_t busy_ns)
{
	const struct trace *trace = profiles->trace;
	const int64_t period = sampling_period(trace);
	const struct trace_device *device = &trace->devices[0];
	double periods, sms;

	if (trace->devices_count != 1 || period <= 0 || function->samples < SAMPLES_MIN ||
	    code->uses_heap || code->launches_kernels || function->timed_launches <= 0 ||
	    function->total_ns / function->timed_launches < FEW_SMS_NS)
		return NAN;
	periods = (double)busy_ns * 1e-6 * (double)device->core_clock_khz / (double)period;
	sms = (double)function->samples / periods;
	return 100 * sms <= FEW_SMS_PERCENT * device->multiprocessors &&
	                       100 * (double)samples_not_launched(profiles) <=
	                               FEW_SMS_OTHERS_PERCENT * (double)function->samples
	               ? sms
	               : NAN;
}
