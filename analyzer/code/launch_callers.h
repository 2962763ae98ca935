/* SPDX-License-Identifier: MIT */
/*
 * Who launched kernels, as far as samples of the host's stacks show it. Any thread.
 *
 * Of few launches is known where they were made: one in a hundred or in a thousand. Each of these
 * stands for those that are alike: of its launch shape, made by the same thread behind a launch of
 * the same shape as before it. A loop makes the same launches in the same order, and one that a
 * program made once, or for a check, says nothing of the loop's. Launches of which none that is
 * alike is known, as where each batch has shapes of its own, have what is known of those that are
 * similar: of the same function, behind the same function, whatever the shapes.
 *
 * A library may split one operation into several launches, as PyTorch does with tensors of 2^31
 * elements and more. In a program in Python, whose interpreter needs longer from one operation to
 * the next than a library from launch to launch, those that follow each other at once have the
 * place of the first. What PyTorch's backward() does is native code, and left out. Of other kernels
 * of such an operation launch_neighbours.h tells, where nothing that is similar is known.
 */
#ifndef WARPWISE_LAUNCH_CALLERS_H
#define WARPWISE_LAUNCH_CALLERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code/host_code.h"

struct launch_caller {
	uint32_t call, operation, thread;
	uint32_t shape, before;             /* that its thread launched before it; NONE: nothing */
	uint32_t function, function_before; /* of these */
	/* Of who made it, or the first of the launches that one operation made; NULL: not known. */
	const struct trace_host_sample *sample;
	uint32_t node; /* frame of the node of autograd that made it; NONE: not known */
};

struct launch_callers {
	const struct host_code *code;
	struct launch_caller *items; /* those that are similar together, of these those alike */
	size_t count;
};

/* CODE must live as long. Returns 0 or -ENOMEM; release in any case. */
int launch_callers_init(struct launch_callers *callers, const struct host_code *code);
void launch_callers_release(struct launch_callers *callers);

/* Launches that are alike, and those that speak for them, which may be the same: those of them with
 * a sample. */
struct launch_group {
	const struct launch_caller *items, *known;
	size_t count, known_count;
	double known_ns;    /* that the kernels of those with a sample ran; 0: nothing is known */
	size_t similar_end; /* position of the first launch that is not similar */
};

/* Goes on to the next group; { 0 }: to the first. Returns false behind the last. */
bool launch_callers_next(struct launch_group *group, const struct launch_callers *callers);

/* How long LAUNCH's kernel ran. */
double launch_caller_ns(const struct launch_callers *callers, const struct launch_caller *launch);

#endif
