/* SPDX-License-Identifier: MIT */
/* What was joined into a trace, for people. */
#include "record/merged.h"

#include "base/terminal.h"

struct phrase {
	enum merged counted;
	const char *one, *many; /* what there is of it */
};

static const struct phrase taken[] = {
	{ MERGED_SAMPLES, "sample of warps", "samples of warps" },
	{ MERGED_LAUNCHES, "measured launch", "measured launches" },
	{ MERGED_INSTRUCTIONS, "counter of an instruction", "counters of instructions" },
};

static const struct phrase added[] = {
	{ ADDED_FUNCTIONS, "function", "functions" },
	{ ADDED_SHAPES, "launch shape", "launch shapes" },
	{ ADDED_CONTEXTS, "context", "contexts" },
};

static const struct phrase left_out[] = {
	{ LEFT_OUT_SAMPLES, "row of samples of unknown origin",
	  "rows of samples of unknown origin" },
	{ LEFT_OUT_GPU_SAMPLES, "sample of the whole GPU, which belongs to another timeline",
	  "samples of the whole GPU, which belong to another timeline" },
};

/* "1,234 samples of warps, 1 measured launch": those of COUNT phrases of which there are some. */
static int print_phrases(FILE *stream, const struct phrase *phrases, size_t count,
                         const int64_t counts[MERGED])
{
	int printed = 0;

	for (size_t i = 0; i < count; i++) {
		const int64_t number = counts[phrases[i].counted];

		if (number)
			fprintf(stream, "%s%s %s", printed++ ? ", " : "",
			        format_count(FORMAT, number),
			        number == 1 ? phrases[i].one : phrases[i].many);
	}
	return printed;
}

/* Prints "LABEL: WHAT: phrases", unless there is none of them. */
static void print_counts(FILE *stream, const char *label, const char *what,
                         const struct phrase *phrases, size_t count, const int64_t counts[MERGED])
{
	int64_t sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += counts[phrases[i].counted] > 0;
	if (!sum)
		return;
	fprintf(stream, "%s: %s: ", label, what);
	print_phrases(stream, phrases, count, counts);
	fputc('\n', stream);
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

void merged_print(FILE *stream, const char *label, const int64_t counts[MERGED])
{
	fprintf(stream, "%s: joined: ", label);
	if (!print_phrases(stream, taken, COUNT(taken), counts))
		fputs("nothing, no counter measured anything in it", stream);
	fputc('\n', stream);
	print_counts(stream, label, "not in the timeline, added", added, COUNT(added), counts);
	print_counts(stream, label, "left out", left_out, COUNT(left_out), counts);
}
