/* SPDX-License-Identifier: MIT */
/*
 * The host's code as people know it: function, file and line of each frame of a trace's stacks, and
 * which frames are the program's own rather than a library's. Any thread, one at a time.
 */
#ifndef WARPWISE_HOST_CODE_H
#define WARPWISE_HOST_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/trace.h"

struct host_place {
	const char *function; /* as people write it, "collate()"; "" for a script's own lines */
	const char *file;     /* whole path of the source, of the binary where that is unknown */
	const char *unit;     /* that the function is in: the binary's path, or Python's file */
	int line;             /* 0: unknown */
	bool is_nameless;     /* an address is all that is known of its function */
	bool is_own;          /* of the program, not of a library or of Python's own */
	bool is_no_caller;    /* what is before it is no call: frame pointers led astray */
	bool is_recorder;     /* of CUDA's or this tool's libraries: below what the program did */
	bool is_thrust;       /* of Thrust, or its code was inlined there and makes the call */
};

/* What fewer samples agree about may be chance: of two callers that are as often, three samples
 * show one alone in a quarter of all cases. */
enum { CALLERS_SEEN_MIN = 3 };

struct host_code {
	const struct trace *trace;
	struct host_place *places; /* by frame of the trace */
	uint32_t *callers;         /* by frame: the stack that called it where stacks were unwound,
	                              all of them; NONE: none was, or several did */
	bool *is_unwound;          /* by stack */
	bool *is_backward;         /* by stack: in PyTorch's backward(), which waits for others */
	bool has_python;           /* some frames are an interpreter's */
	struct host_text *texts;   /* own what places point to */
	size_t binaries_missing;   /* not here, or another build: their functions are not known */
	size_t binaries_found;
};

/* Whether the binary at PATH is a library of the system, of Python or of CUDA, by its name. */
bool host_code_is_library(const char *path);

/* Whether it is CUDA's own, CUPTI's or the recorder's: what stands between a program and CUDA. */
bool host_code_is_recorder(const char *path);

/*
 * Finds out about all frames. Of native code it reads the binaries where they were, if the build
 * ids are the same; without them, or without libdw, functions have the names that were recorded, if
 * any. Returns 0 or -ENOMEM; release in any case.
 */
int host_code_init(struct host_code *code, const struct trace *trace);
void host_code_release(struct host_code *code);

/* "collate() data.py:31", in TEXT; returns it. */
enum { HOST_PLACE_TEXT = 256 };
const char *host_place_text(char text[HOST_PLACE_TEXT], const struct host_place *place);

/* Whether CALLEE has no name in a binary that has some, as a jump into a library has none: CALLER,
 * which called it, stands for both. */
bool host_place_is_part(const struct host_place *callee, const struct host_place *caller);

/*
 * The stack that called STACK, which is STACK_OF itself or one of its callers; NONE: none did, or
 * who did is not known. Frame pointers pass over code that uses that register for something else,
 * or end there, and a sample has the top of the stack alone: who called a frame in the stacks that
 * were unwound, if these agree, is right.
 */
uint32_t host_code_caller(const struct host_code *code, uint32_t stack_of, uint32_t stack);

/*
 * Whether the callers of the stack are known up to where the program or a thread begins: to main(),
 * to a library that called the program's code, as libc does, or to an interpreter's frame.
 */
bool host_code_is_whole(const struct host_code *code, uint32_t stack);

/* What a person wants to know of a stack: positions of frames, or NONE. */
struct host_site {
	uint32_t own;    /* the innermost frame of the program's own; without, as `inner` */
	uint32_t caller; /* the next own one of another function, which called it */
	uint32_t inner; /* what the innermost library but CUDA's was called for, where it is another
	                   than `own`: with a name if there is one; what CUDA calls is CUDA's */
};

/* Whether FRAME is PyTorch's Python code around the engine that computes gradients. */
bool host_code_is_backward(const struct host_code *code, uint32_t frame);

struct host_site host_site_of(const struct host_code *code, uint32_t stack);

/* Whether STACK tells a person where it was: by a frame of the program's own, or where there is
 * none by one with a name, which in a program with Python has to be Python's: in what native
 * library that was changes nothing. */
bool host_code_is_telling(const struct host_code *code, uint32_t stack);

#endif
