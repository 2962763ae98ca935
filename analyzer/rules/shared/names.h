/* SPDX-License-Identifier: MIT */
/*
 * Names for the rules' sentences. Like those of format.h, functions write into TEXT and return it;
 * those that return an int return 0 or -ENOMEM. Any thread.
 */
#ifndef WARPWISE_RULES_NAMES_H
#define WARPWISE_RULES_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "trace/trace.h"

enum { NAME_MAX_BYTES = 400 };
#define NAME ((char[NAME_MAX_BYTES]){ 0 })

const char *name_operation(char text[NAME_MAX_BYTES], const struct trace *trace,
                           uint32_t operation);
const char *name_function(char text[NAME_MAX_BYTES], const struct trace *trace, uint32_t function);
const char *name_stream(char text[NAME_MAX_BYTES], const struct trace *trace,
                        uint32_t stream); /* "stream 13" */
const char *name_call(char text[NAME_MAX_BYTES], const struct trace *trace,
                      uint32_t call); /* no version */
/* "GPU 0" where there are several, else "the GPU". */
const char *name_device(char text[NAME_MAX_BYTES], const struct trace *trace, uint32_t device);
/* The innermost NVTX range in which THREAD was at NS, or NULL. Linear in the markers: for examples
 * only. */
const char *name_range(const struct trace *trace, uint32_t thread, int64_t ns);
/* "1 kernel", "1,200 kernels". */
const char *name_count(char text[NAME_MAX_BYTES], int64_t count, const char *singular,
                       const char *plural);

/* What exceeds another by PERCENT: "25 % longer than", from twice on "3.5 times as long as". MORE:
 * "longer"; MUCH: "long". */
const char *name_excess(char text[NAME_MAX_BYTES], double percent, const char *more,
                        const char *much);

/* "13, 14, 15 and 9 more". */
struct name_list {
	char text[NAME_MAX_BYTES];
	size_t used;
	int64_t count, shown;
	char last[NAME_MAX_BYTES]; /* waits for its "and" */
};

void name_list_add(struct name_list *list, const char *text);
const char *name_list_end(struct name_list *list);

/* Functions with one name, as it is shown: templates' often differ in what has no room. */
struct name_heavy {
	char text[NAME_MAX_BYTES];
	int64_t weight; /* of all of them */
	size_t functions;
};

/* The heaviest of TRACE's functions by WEIGHTS, from which what is named is taken out, into HEAVY,
 * which has room for MOST. Returns how many. */
size_t heaviest_names(struct name_heavy *heavy, size_t most, const struct trace *trace,
                      int64_t *weights);

/* "", or ", 3 functions" of HEAVY. */
const char *name_functions(char text[NAME_MAX_BYTES], const struct name_heavy *heavy);

/* The functions of the kernels among OPERATIONS, the most frequent first: "step (400), sum (12) and
 * 3 more". */
int name_kernels(char text[NAME_MAX_BYTES], const struct trace *trace, const uint32_t *operations,
                 size_t count);

/* The functions of the API that CALLS are of, the most frequent first: "cudaStreamSynchronize", or
 * of several "cudaStreamSynchronize (28) and cudaDeviceSynchronize (1)". */
int name_calls(char text[NAME_MAX_BYTES], const struct trace *trace, const uint32_t *calls,
               size_t count);

/* The streams of OPERATIONS, each once, in order of their numbers: "13, 14 and 15". Returns how
 * many. */
int name_streams(struct name_list *list, const struct trace *trace, const uint32_t *operations,
                 size_t count, int64_t *streams);

/*
 * The name of FUNCTION in ever more detail, from LEVEL 0 on: with more columns, at the last level
 * with its parameters. NULL without memory; free it.
 */
enum { NAME_LEVELS = 4 };
char *name_in_detail(const struct trace *trace, uint32_t function, int level);

#endif
