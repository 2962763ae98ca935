/* SPDX-License-Identifier: MIT */
/*
 * Findings: what is wrong, what it costs, what to do, what that would win. Made by rules, ranked
 * and completed by findings_run(), read by the report. All texts are owned by the finding.
 */
#ifndef WARPWISE_FINDING_H
#define WARPWISE_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graph/graph.h"
#include "graph/scenario.h"
#include "rules/shared/threshold.h"

struct host_code;
struct host_place;
struct kernel_profiles;
struct survey;
struct rule;

enum finding_severity { FINDING_NOTE, FINDING_WARNING, FINDING_ERROR };

extern const char *const finding_severities[]; /* "note", "warning", "error", NULL */

enum { FINDING_CASES = 5 };
enum { FINDING_EXAMPLES = 10 }; /* operations kept as examples, the costliest first */

/*
 * Thresholds for all rules; why they have their values is said in rules/shared/shared.md. A replay
 * takes time linear in the trace, so that a trace with many findings must not be replayed for each:
 * the costliest ones are, as many as fit into `replay steps` calls and operations (a few seconds).
 */
enum {
	FINDING_NOISE,
	FINDING_NOISE_TIME,
	FINDING_NOISE_WHOLE,
	FINDING_NOISE_MOST,
	FINDING_EXPECTED,
	FINDING_NOTE_SHARE,
	FINDING_WAIT,
	FINDING_REPLAY_STEPS,
	FINDING_REPLAYS,
	FINDING_AT_ONCE
};
extern const struct threshold finding_thresholds[];
enum { FINDING_REPLAYS_MAX = 500 }; /* however short the trace */

/* What every prediction assumes, as the end of a sentence. What a rule's own assumes on top is in
 * its reference. */
extern const char finding_assumption[];

struct library;

/* A fact that supports the finding: "queue" "0, shared by streams 13, 14 and 15". Shown in the
 * order added. */
struct finding_fact {
	char *label;
	char *text;
};

struct finding {
	const struct rule *rule;
	char *subject; /* what it is about, and with the rule's id its identity: a kernel, streams,
	                  a call; "" run */
	uint32_t function, device; /* that the subject is; NONE: it is something else */
	uint32_t versions_of; /* the first of the versions of a template (versions.h) that lose too
	                         little by themselves: it is about all of these; NONE: about no more
	                         than one function */
	uint32_t *also;       /* functions that it is about, too: of one cause */
	size_t also_count;
	const struct library *library; /* whose code it is about, inlined into that function; NULL:
	                                  the function's own */
	enum finding_severity severity;
	char *headline; /* one sentence without full stop: what happened, with the numbers */
	char *advice;   /* what to do, concretely, in a sentence or a few */
	/* Its end, where that is for users of a framework: "In PyTorch: " and these notes. What is
	 * before that has so many bytes. */
	struct finding_advice_parts {
		size_t general_length;
		const char *framework; /* NULL: it has no such end */
		const char *notes[FINDING_CASES + 1];
		size_t notes_count;
	} parts;
	int64_t cost_ns;  /* what it cost in the recorded run, united intervals, never more than the
	                     run */
	double lost_part; /* about one function alone: what its launches lose of their time, which a
	                     replay limits the cost by; 0: it does not */

	bool is_predicted;     /* a replay with the fix was made */
	int64_t gain_ns;       /* predicted: what this fix alone saves of the run; never negative */
	int64_t gain_error_ns; /* standard error of the gain: gain_error.h, and uncertain_ns */
	int64_t uncertain_ns; /* what a rule adds to that, for a constant that this GPU may not have
	                       */
	int64_t recorder_doubt_ns; /* of one that is_slow_issue: how far its gain may be off at
	                            * least, for what recording took of its calls */
	int64_t fixed_ns;          /* predicted: the run then */
	struct budget fixed;       /* ... and what it is spent on, where that was asked for */
	char *not_predicted;       /* why there is no prediction; NULL if there is one */
	bool is_wrong;       /* work was not done that should have been: results are at stake */
	bool is_sure;        /* without a prediction: its fix leaves next to nothing of the cost */
	bool is_unmeasured;  /* a note: its cost was not measured, and may be less or more */
	bool is_explanation; /* says where time goes, and that the fix does not pay */
	bool is_benchmark;   /* an explanation: a benchmark measures, for as long as it wants */
	/* What the fix asks for that only people know, behind "if": "TF32 is exact enough"; a
	 * literal. NULL: nothing. */
	const char *condition;

	struct finding_fact *facts;
	size_t facts_count;
	uint32_t operations[FINDING_EXAMPLES]; /* positions in trace->operations */
	size_t operations_count;
	int64_t operation_costs[FINDING_EXAMPLES]; /* finding_example()'s own */
	int64_t occurrences;                       /* how many operations or calls it stands for */
	bool is_own_work; /* most of its cost is time of the host's between its calls */
	/* Of single operations: the host needs longer for each than the GPU. All such findings have
	 * one cause. */
	bool is_slow_issue;
	bool keeps_operations;
	uint32_t *kept; /* all that were given as examples: positions, some perhaps twice */
	size_t kept_count;
	/* What of the rule's notes on frameworks fits: those named "PyTorch, CASE". Empty: the one
	 * that is named "PyTorch". */
	const char *cases[FINDING_CASES];
	size_t cases_count;
	char *file; /* source location where known, else NULL */
	int line;
	bool has_no_place; /* finding_drop_place() */
	char *host_file;   /* of the host's code that it is about: its first place; NULL: unknown */
	int host_line;

	/* One before it that is about the same launches, all of which take launches_ns, where the
	 * costs are more than half of that: a fix of one leaves the other less to win; NULL: there
	 * is none. */
	const struct finding *same_launches;
	int64_t launches_ns;

	/* For its fix; they live as long as the findings. */
	const struct kernel_profiles *profiles;
	const struct survey *survey;
	/* The rule's own, for its fix: positions of operations or calls that the fix changes. */
	uint32_t *targets;
	size_t targets_count;
	bool lacks_targets; /* memory ran out: no prediction */
	/* Three calls each: one that begins a row, and the first and the last of some of the row of
	 * one thread. The cost has the gaps before what the latter issued, and what the calls
	 * between them issued, whether the fix changes them or not. */
	uint32_t *claims;
	size_t claims_count;
	int64_t parameter; /* the rule's own */
	int64_t fix_ns;   /* that the fix itself takes: it wins no more than the rest of the cost */
	int64_t limit_ns; /* where `cost_limits_gain`: of the gain, if that is not the cost */
};

struct findings {
	struct finding **items; /* ranked: what is expected to win most first, finding_rank */
	size_t count;
	struct finding **small; /* left out for findings_options.min_gain alone, in no order */
	size_t small_count;
	struct abstention {
		const struct rule *rule;
		char *reason; /* "the trace has no API calls (recorded with --api 0)" */
	} * abstentions;      /* rules that could not judge */
	size_t abstentions_count;
	struct kernel_profiles *profiles; /* what the rules worked with */
	struct survey *survey;            /* ... and what they share */
	struct host_code *host;           /* ... and what is known of the host's code */
	bool *is_explained;               /* by function: check_explains(); NULL: none is */
	char **function_names; /* by function, no two alike; NULL: of no interest, or not yet */
	size_t function_names_count;
	bool keeps_operations, keeps_budgets; /* see findings_options */
	int error; /* -ENOMEM once memory ran out; adding does nothing then */
};

struct finding_rank finding_rank(const struct finding *finding);

/* What a rule works with. */
struct check {
	const struct trace *trace;
	const struct graph *graph;
	const struct kernel_profiles *profiles; /* what is known inside kernels */
	const struct survey *survey;            /* what rules share */
	const struct host_code *host;           /* the host's code; NULL: no stacks were recorded */
	const struct host_launches *launches;   /* by function; nothing is known without stacks */
	const struct rule *rule;                /* the one that runs */
	struct findings *findings;
};

/* ---- for rules ---- */

/*
 * Adds a finding about SUBJECT with the rule's default severity. Never returns NULL: when memory
 * ran out it is a scratch finding that nobody sees.
 */
struct finding *finding_add(struct check *check, const char *subject);
void finding_headline(struct finding *finding, const char *format, ...)
        __attribute__((format(printf, 2, 3)));
void finding_advice(struct finding *finding, const char *format, ...)
        __attribute__((format(printf, 2, 3)));
/* They do nothing where ADVICE is NULL: it takes the place of what was said, or comes before or
 * behind it. */
void finding_advice_instead(struct finding *finding, const char *advice);
void finding_advice_first(struct finding *finding, const char *advice);
void finding_advice_then(struct finding *finding, const char *advice);
void finding_fact(struct finding *finding, const char *label, const char *format, ...)
        __attribute__((format(printf, 3, 4)));
void finding_not_predicted(struct finding *finding, const char *format, ...)
        __attribute__((format(printf, 2, 3)));
/* Keeps OPERATION as an example if it is among the FINDING_EXAMPLES costliest so far. */
void finding_example(struct finding *finding, uint32_t operation, int64_t cost_ns);
/* Keeps, of COUNT OPERATIONS that were launched, those whose way from the call to the start took as
 * long as usual. Returns 0 or -ENOMEM. */
int finding_typical_examples(struct finding *finding, const struct trace *trace,
                             const uint32_t *operations, size_t count);
void finding_target(struct finding *finding, uint32_t target);
/* Returns 0 or -ENOMEM. */
int finding_claim(struct finding *finding, uint32_t lead, uint32_t first, uint32_t last);
/* Nothing says at which line it is. */
void finding_drop_place(struct finding *finding);
/* FINDING, whose function is another, is about FUNCTION as well. */
void finding_also_about(struct check *check, struct finding *finding, uint32_t function);
/* The program's own code that the finding is about. The first place with a line is kept. */
void finding_host_place(struct finding *finding, const struct host_place *place);
/* A rule's fix where targets are operations that need not run: they do not, and of the calls that
 * issued them none is made but graphs' launches. */
void finding_drop_targets(const struct check *check, const struct finding *finding,
                          struct scenario *scenario);
/* Remembers an error, which is -ENOMEM: then adding does nothing. */
void check_failed(struct check *check, int error);
/*
 * A finding about FUNCTION (NONE: about anything) of the rule with this id, or NULL. It is the
 * rule's own, or one of those that it yields to: others may not have run yet and are not seen.
 */
const struct finding *check_finding_of(const struct check *check, const char *rule_id,
                                       uint32_t function);
/* Of the time of FUNCTION's launches, 0 to 1, what a finding of that rule, seen as above, does not
 * say that they lose; 1: there is none, or no RULE_ID. */
double check_part_left(const struct check *check, const char *rule_id, uint32_t function);
/* When CALL ends without what recording added to it. */
int64_t check_call_end_ns(const struct check *check, uint32_t call);
/* Names a case of the notes on frameworks that fits: a static text. */
void finding_case(struct finding *finding, const char *name);
/* Whether that rule has a finding about SUBJECT. */
bool check_subject_of(const struct check *check, const char *rule_id, const char *subject);
/*
 * A finding of the rule that runs says all about FUNCTION that is to be said, as long as it stands:
 * what others would say about its inside is about code that should not be as it is. Only rules at
 * the head of rules.am can do this, since others look with check_may_change().
 */
void check_explains(struct check *check, uint32_t function);
/* Whether whoever reads the finding could change something about FUNCTION: no finding explains it
 * already, and it is the program's own, or the rule's text says what the user of its library can
 * do. */
bool check_may_change(const struct check *check, uint32_t function);
/* The library whose kernel FUNCTION is, as RULE looks at it; NULL: the program's own, as far as is
 * known. */
const struct library *finding_kernel_library(const struct rule *rule, const struct survey *survey,
                                             const struct trace *trace, uint32_t function);
/* What the user of LIBRARY (NULL: none) can change, as the rule's text says; NULL: nothing. */
const char *finding_library_advice(const struct rule *rule, const struct library *library);
/* The rule cannot judge this trace, and why. */
void check_abstain(struct check *check, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

/* ---- for reports ---- */

struct findings_options {
	const char *const *only;   /* rule ids, ends with NULL; NULL: all */
	const char *const *ignore; /* rule ids, ends with NULL */
	double min_gain; /* fraction of the run: findings predicted to win less are left out */
	bool keeps_operations; /* all operations of each finding, 4 bytes each */
	bool keeps_budgets;    /* what the run is spent on with each fix */
};

/* Whether RULE is asked for; OPTIONS may be NULL. */
bool finding_is_wanted(const struct rule *rule, const struct findings_options *options);

/*
 * Runs the rules on a trace: checks, replays each fix for its gain, ranks. Returns 0 or -ENOMEM;
 * release in any case. An unknown rule id in OPTIONS is the caller's to check (rule_find()).
 */
int findings_run(struct findings *findings, const struct graph *graph,
                 const struct findings_options *options);

/* Writes the finding's fix into SCENARIO, to be replayed. */
void finding_apply(const struct graph *graph, const struct finding *finding,
                   struct scenario *scenario);

/*
 * A simulated time on the scale of the recorded run. The replay of the unchanged run is off by a
 * factor near 1; taking it out of a replay with a fix leaves only what the fix changed. Subtracting
 * the error instead would make a small remainder of a large run absurd.
 */
int64_t finding_scaled_ns(const struct graph *graph, int64_t simulated_ns);

/* The least gain that is a finding, in a run whose main part takes MAIN_NS. */
int64_t finding_noise_ns(int64_t main_ns);

/* Whether a run of WHOLE_NS, with its start and end, is too long for NS to be told. */
bool finding_is_lost_in(int64_t ns, int64_t whole_ns);

/*
 * Where a finding stands among others: what makes results wrong first, what a benchmark measures
 * last; then by what it can be expected to win, then by severity and cost. That is
 * its predicted gain. Without one, what it costs is the most there is to win, and of that a part
 * counts, RANK_* percent (constants.h), the less the less is known: half of it where the
 * anti-pattern is certain; less where only the programmer knows whether it is one; and least where
 * only what warps wait for is known, or not even that, or the finding says itself that its fix does
 * not pay; and nearly all where the fix is known to leave next to nothing. Of findings of one rule
 * that are certain, and without a prediction, which may be one piece of code, as versions of a
 * template are, the largest stands where their sum belongs.
 */
struct finding_rank {
	bool is_wrong;       /* as of the finding */
	bool is_hint;        /* a note without a predicted gain */
	bool is_explanation; /* as of the finding */
	bool is_last;        /* nothing is to be changed */
	int64_t worth_ns;    /* its predicted gain, or what it costs */
	int64_t expected_ns; /* what it is expected to win */
	int64_t together_ns; /* ... of the largest of a rule: with the others, no less */
	enum finding_severity severity;
	int64_t cost_ns;
};

/* Below 0: LEFT comes first. 0: they are equal. */
int finding_rank_compare(const struct finding_rank *left, const struct finding_rank *right);
void findings_release(struct findings *findings);

#endif
