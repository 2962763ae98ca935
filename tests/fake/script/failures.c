/* SPDX-License-Identifier: MIT */
/* Functions of CUPTI that fail or hang. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cupti/names.h"
#include "script.h"
#include "statement.h"

enum { FAILURES_MAX = 64 };

/* What a function does instead of what it should: it fails, or it hangs. */
struct failure {
	const char *function;
	bool is_hang;
	CUptiResult result;
	long after, times; /* calls that succeed first; calls that fail then */
	bool has_argument;
	uint64_t argument;
	atomic_long calls;
};

static struct failure failures[FAILURES_MAX];
static atomic_int failure_count;

/* "after N", "times N", "when A", from the word AT on. */
static void parse_conditions(struct failure *failure, const struct words *words, int at)
{
	for (int i = at; i < words->count; i += 2) {
		int64_t value = words_constant(words, words_argument(words, i + 1));

		if (strcmp(words->word[i], "after") == 0) {
			failure->after = (long)value;
		} else if (strcmp(words->word[i], "times") == 0) {
			failure->times = (long)value;
		} else if (strcmp(words->word[i], "when") == 0) {
			failure->has_argument = true;
			failure->argument = (uint64_t)value;
		} else {
			words_mistake(words, "neither after, times nor when", words->word[i]);
		}
	}
}

static struct failure *add_failure(const struct words *words)
{
	struct failure *failure = &failures[failure_count];

	if (failure_count == FAILURES_MAX)
		words_mistake(words, "too many", words->word[0]);
	failure->function = strdup(words_argument(words, 1));
	failure->times = -1;
	return failure;
}

static void parse_fail(struct statement *statement, const struct words *words)
{
	struct failure *failure = add_failure(words);
	int result = result_named(words_argument(words, 2));

	(void)statement;
	failure->result = result >= 0 ? result : (int)words_constant(words, words->word[2]);
	parse_conditions(failure, words, 3);
	failure_count++;
}

static void parse_hang(struct statement *statement, const struct words *words)
{
	struct failure *failure = add_failure(words);

	(void)statement;
	failure->is_hang = true;
	parse_conditions(failure, words, 2);
	failure_count++;
}

/* For ever; says so by a file. */
static void hang(void)
{
	close(open("hung", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
	for (;;)
		pause();
}

CUptiResult script_result(const char *function, uint64_t argument_value)
{
	for (int i = 0; i < failure_count; i++) {
		struct failure *failure = &failures[i];
		long call;

		if (strcmp(failure->function, function) != 0 ||
		    (failure->has_argument && failure->argument != argument_value))
			continue;
		call = failure->calls++;
		if (call < failure->after ||
		    (failure->times >= 0 && call >= failure->after + failure->times))
			continue;
		if (failure->is_hang)
			hang();
		return failure->result;
	}
	return CUPTI_SUCCESS;
}

const struct verb failure_verbs[] = {
	{ "fail", false, parse_fail, NULL },
	{ "hang", false, parse_hang, NULL },
	{ .name = NULL },
};
