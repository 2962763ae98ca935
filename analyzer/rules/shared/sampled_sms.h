/* SPDX-License-Identifier: MIT */
/* How many SMs a kernel keeps at work, told by samples of its warps alone. Any thread. */
#ifndef WARPWISE_RULES_SAMPLED_SMS_H
#define WARPWISE_RULES_SAMPLED_SMS_H

#include "code/code.h"
#include "kernel/kernel_profile.h"

/*
 * How many SMs had a warp of FUNCTION, one of PROFILES, on average while at least one of its
 * launches ran, BUSY_NS in all: one without gives no sample, and one with some gives one in each
 * period. Seen on an H200 beside sm__cycles_active: of 17 kernels of 50 us and more that had up to
 * a quarter of the samples, 16 had as many SMs or fewer, to an eighth, and the other spends its
 * time in malloc(), in the driver's code; one with a block on each of 32 of 132 SMs has 30.6. NAN:
 * not known; or fuller or shorter ones, which were off by up to two times; or much is sampled in
 * functions that nobody launched, which may be called by this one.
 */
double sampled_sms(const struct kernel_profile *function, const struct kernel_profiles *profiles,
                   const struct code *code, int64_t busy_ns);

#endif
