/* SPDX-License-Identifier: MIT */
/*
 * What the code of a kernel tells: its local memory and where it uses it, its atomic instructions,
 * whether it launches kernels itself. Read from the cubins in a trace. (CUPTI 13.0 reports 0 bytes
 * of local memory for every kernel, also for those that spill.) Any thread.
 *
 * The modules are untrusted: nothing is read outside of them, time and memory are linear in their
 * size, which is bounded.
 */
#ifndef WARPWISE_RULES_CODE_H
#define WARPWISE_RULES_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "code/denormals.h"
#include "code/instruction.h"
#include "code/math_routines.h"
#include "trace/trace.h"

enum { CODE_DEPTHS = 5 };       /* of loops that are told apart */
enum { CODE_ATOMICS_MAX = 64 }; /* instructions of a function that are remembered one by one */
enum { CODE_LOOPS_MAX = 8 };    /* loops of a function, too */

struct code {
	bool is_known;  /* the function's code is in the trace */
	bool varies;    /* modules have several of that name, which differ: a compiler made one for
	                   each sort of arguments; then nothing else is known but what says so */
	bool is_kernel; /* ... and can be launched; else it is called by such */
	int64_t frame_bytes; /* per thread: spilled registers, local arrays, arguments of calls */
	int registers_max;   /* of a thread that the compiler was allowed; 255: all; 0: not known */
	int64_t threads_max; /* of a block, by its launch bounds; 0: it has none */
	int64_t instructions, instructions_in_loops;
	int64_t backward_branches; /* one for each loop, or more */
	/* Loads and stores of local memory, and those at computed addresses: elements of arrays. Of
	 * loads by themselves, too: what is stored in fixed places and loaded from computed ones is
	 * an array that was filled before. */
	struct code_local {
		int64_t all, indexed, loads, indexed_loads;
	} local, local_in_loops;
	bool reduces_arguments; /* has the slow path of sinf(), cosf() ...: argument_reduction.h */
	int64_t global_atomics, shared_atomics; /* instructions, in loops or not */
	int64_t global_atomics_by_data;         /* whose place data decide: loaded.h */
	int64_t counters_in_loops; /* of them, in loops: whose place is one for all threads
	                              (fixed.h), and whose result is used, as of a counter of work
	                            */
	/* Of global memory: bytes that a lane moves in all loads and stores, each counted once, and
	 * the narrowest and the widest of the loads and of the stores; 0: none. */
	int64_t global_bytes;
	int narrowest_load_bytes, widest_load_bytes;
	int narrowest_store_bytes, widest_store_bytes;
	/* Instructions that load, and that store: those in loops, where there are such. */
	struct code_accesses {
		int64_t all;
		int64_t by_data; /* whose place data decide: loaded.h */
	} loads, stores;
	/* Instructions that compute in doubles, that make doubles of floats, and floats of
	 * doubles. */
	struct code_doubles {
		int64_t compute, widen, narrow;
	} doubles[CODE_DEPTHS];   /* by how many loops they are in; the last: in more, too */
	bool global_in_loops;     /* some of them in a loop */
	bool meets_in_loops;      /* the warps of a block wait for one another in a loop */
	bool reads_thread_index;  /* threadIdx */
	bool reads_grid_size;     /* gridDim */
	bool waits_for_clock;     /* reads a clock in a loop: it passes time, and does no work */
	int64_t exit_at;          /* the first instruction at which every thread ends; -1: none */
	bool computes_halves;     /* itself, without tensor cores */
	bool loads_to_shared;     /* from global memory, at once: cp.async */
	bool loads_matrices;      /* from shared memory, for tensor cores */
	bool multiplies_matrices; /* on tensor cores; where modules VARY, in one of them */
	bool divides;             /* integers, by what the compiler did not know */
	bool is_precise;          /* rounds divisions or roots of floats exactly: instruction.h */
	bool calls_math;          /* has routines of the math library behind it: math_routines.h */
	bool scales_denormals;    /* around the special-function unit: denormals.h */
	bool indexes_constants;   /* by what may differ between the lanes of a warp: lanes.h */
	bool launches_kernels;    /* by the device runtime */
	bool uses_heap;           /* malloc(), free() or new on the device, or what calls them */
	bool copies;              /* does nothing but copy memory: moved.h */
	bool is_of_elements; /* without loops, all that it loads and stores is at one index of its
	                        arrays: moved.h */
	bool strides_over_elements; /* the same in one loop, of which the index grows by the size of
	                               the grid: strided.h */
	bool is_debug;              /* compiled with -G: without optimisation */

	/* Innermost loops that store to one address, or load from one, in each round (again.h), or
	 * whose rounds wait for what the one before loaded (chain.h). */
	struct code_loop {
		uint32_t offset_bytes, head_bytes, end_bytes; /* the access; its loop, and behind
		                                                 it */
		enum code_loop_kind {
			LOOP_STORES_AGAIN,
			LOOP_LOADS_AGAIN,
			LOOP_SAME, /* each round stores what the one before did */
			LOOP_CHAIN
		} kind;
	} loops[CODE_LOOPS_MAX];
	int loops_count;

	/* The first of the atomic instructions, in order of offset. */
	struct code_atomic {
		uint32_t offset_bytes; /* from the start of the function */
		bool is_shared;        /* else of global memory */
		bool is_counter;       /* as counters_in_loops, in a loop or not */
		/* Of a compare-and-swap, or an exchange that takes a lock: the loop that tries
		 * again until it has succeeded, and behind it. Both 0: there is none. */
		uint32_t retry_bytes, retry_end_bytes;
		bool takes_lock; /* there, see lock.h */
	} atomics[CODE_ATOMICS_MAX];
	int atomics_count;
};

/*
 * One for each of trace->functions, in new memory for the caller to free. Functions whose code is
 * not in the trace, cannot be read or varies, are not known. Returns 0 or -ENOMEM.
 */
int codes_read(struct code **codes, const struct trace *trace);

/* In a set of kinds, beside INSTRUCTION_CONSTANT: loads of constants by an index that may differ
 * between lanes. */
#define CODE_AWAITS_INDEXED (UINT32_C(1) << INSTRUCTION_KINDS)

/* Loads that an instruction is known to wait for. */
enum { CODE_LOADS_MAX = 8 };

struct code_instruction {
	enum instruction_kind kind;
	uint32_t awaits; /* a set of kinds (1 << kind): of the last instructions before it that set
	                    the scoreboards that it waits for */
	/* Of these, the last loads from global and local memory and atomic operations: the indices
	 * of their instructions. */
	uint32_t loads[CODE_LOADS_MAX];
	int loads_count;
	bool divides;    /* it is of a division of integers, see instruction_begins_division() */
	bool is_barrier; /* of the block */
	bool is_in_loop;
	uint32_t loop_head; /* in a loop: the first instruction of the innermost one */
	bool is_by_data;    /* an access to global memory, as loaded_find() tells */
	enum denormal_role denormal;
	enum precise_operation precise;   /* it is the one instruction of such an operation */
	bool rounds;                      /* it is of one, by rounding.h */
	enum math_routine routine, calls; /* of the math library: that it is of, that it calls */
	bool indexes_constants;           /* it is a load of constants by what lanes.h says */
};

/* The instructions of FUNCTION. *COUNT 0: its code is not known, or varies. In new memory for the
 * caller to free. Returns 0 or -ENOMEM. */
int code_instructions_read(struct code_instruction **items, size_t *count,
                           const struct trace *trace, uint32_t function);

/* The atomic instruction at OFFSET_BYTES of the function; NULL if that is none, or not
 * remembered. */
const struct code_atomic *code_atomic_at(const struct code *code, int64_t offset_bytes);

/* The atomic operation that the instruction at OFFSET_BYTES tries again; NULL: none. */
const struct code_atomic *code_retried_at(const struct code *code, int64_t offset_bytes);

#endif
