/* SPDX-License-Identifier: MIT */
/* Starts the recording of stacks. Runs in the thread that initialises CUDA. */
#include "stacks/stacks.h"

#include "host/losses.h"
#include "stacks/call_stacks.h"
#include "stacks/feeders.h"
#include "stacks/perf_permit.h"
#include "stacks/python_sampler.h"
#include "stacks/unwinder.h"
#include "stacks/unwinder_pipe.h"

static void open_unwinders(void)
{
	unwinder_open();
	call_stacks_open();
}

void stacks_enable(CUpti_SubscriberHandle subscriber, size_t bytes, struct queue *queue)
{
	feeders_add_self();
	perf_permit_begin();
	unwinder_pipe_keep_off(open_unwinders);
	call_stacks_enable(subscriber, bytes, queue);
	if (python_sampler_start())
		counter_add(COUNTER_unsampled_python, 1);
}
