/* SPDX-License-Identifier: MIT */
/* Tells temporary buffers of algorithms from what these are called with. Any thread. */
#include "rules/shared/allocation_owners.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel_library.h"

enum {
	/* Functions of one algorithm: CUB's sorts have three (histogram, sums, passes). */
	FUNCTIONS_MAX = 3,
	LIFE_CALLS_MOST = 1000 /* that are looked at: more belong to a life of many algorithms */
};

int allocation_owners_init(struct allocation_owners *owners, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;

	*owners = (struct allocation_owners){ .trace = trace };
	owners->issued = malloc((trace->calls.count + 1) * sizeof *owners->issued);
	if (!owners->issued)
		return -ENOMEM;
	memset(owners->issued, 0xff, (trace->calls.count + 1) * sizeof *owners->issued);
	for (size_t i = o->count; i-- > 0;)
		if (o->call[i] != NONE)
			owners->issued[o->call[i]] = (uint32_t)i;
	return 0;
}

void allocation_owners_release(struct allocation_owners *owners)
{
	free(owners->issued);
	*owners = (struct allocation_owners){ 0 };
}

/* Functions of kernels, each once. */
struct functions {
	uint32_t items[FUNCTIONS_MAX + 1];
	size_t count;
};

static void add_function(struct functions *functions, uint32_t function)
{
	for (size_t i = 0; i < functions->count; i++)
		if (functions->items[i] == function)
			return;
	if (functions->count <= FUNCTIONS_MAX)
		functions->items[functions->count++] = function;
}

/* The constructor of a thrust::device_vector with a size, and its resize(). */
static bool fills_as_made(const char *function)
{
	return strstr(function, "20__uninitialized_fill7functor");
}

/* Whether OPERATION is a copy from the host: no algorithm needs one in its own buffer. */
static bool is_from_host(const struct trace *trace, uint32_t operation)
{
	return trace->operations.type[operation] == OPERATION_COPY &&
	       operation_transfer(trace, operation)->copy_kind == COPY_HTOD;
}

struct allocation_owner allocation_owner_of(const struct allocation_owners *owners,
                                            const struct allocation_pair *pair)
{
	const struct trace *trace = owners->trace;
	const struct trace_operations *o = &trace->operations;
	struct allocation_owner found = { OWNER_PROGRAM, 0 };
	struct functions functions = { 0 };
	bool is_handed = false;

	for (uint32_t c = pair->call + 1; c < pair->release_call; c++) {
		const uint32_t operation = owners->issued[c];
		const struct library *library;
		uint32_t function;

		is_handed |= c - pair->call == LIFE_CALLS_MOST;
		if (c - pair->call == LIFE_CALLS_MOST || (is_handed && functions.count))
			break;
		if (operation == NONE || trace->calls.thread[c] != trace->calls.thread[pair->call])
			continue;
		is_handed |= is_from_host(trace, operation);
		if (o->type[operation] != OPERATION_KERNEL)
			continue;
		function = operation_function(trace, operation);
		library = kernel_library(trace->functions[function].name);
		if (!library || library->kind != LIBRARY_ALGORITHMS) {
			is_handed = true;
			break;
		}
		if (!functions.count && fills_as_made(trace->functions[function].name)) {
			found.fill_ns = o->end_ns[operation] - o->start_ns[operation];
			is_handed = true;
		}
		add_function(&functions, function);
	}
	if (functions.count)
		found.owner = is_handed || functions.count > FUNCTIONS_MAX ? OWNER_VECTOR
		                                                           : OWNER_ALGORITHM;
	return found;
}
