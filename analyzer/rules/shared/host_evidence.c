/* SPDX-License-Identifier: MIT */
/* Names the host's code in findings. */
#include "rules/shared/host_evidence.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "code/autograd_nodes.h"
#include "code/host_bare.h"
#include "code/host_branch.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "rules/shared/rule_text.h"

void host_evidence_init(struct host_evidence *evidence, const struct check *check)
{
	*evidence = (struct host_evidence){ .check = check };
	if (!check->host)
		return;
	evidence->threads = calloc(check->trace->threads_count + 1, sizeof *evidence->threads);
	evidence->err = evidence->threads ? host_time_init(&evidence->time, check->host) : -ENOMEM;
}

static bool is_on(const struct host_evidence *evidence)
{
	return evidence->check->host && !evidence->err;
}

/* The thread that made CALL; NULL: there is nothing to say of it. */
static struct host_evidence_thread *thread_of(struct host_evidence *evidence, uint32_t call)
{
	struct host_evidence_thread *thread;

	if (!is_on(evidence) || call == NONE)
		return NULL;
	thread = &evidence->threads[evidence->check->trace->calls.thread[call]];
	if (!thread->is_seen)
		evidence->err = host_time_init(&thread->time, evidence->check->host);
	thread->is_seen = true;
	return evidence->err ? NULL : thread;
}

/* Adds what THREAD did from FROM_NS to TO_NS, and came to CALL by it. */
static void add_before(struct host_evidence *evidence, struct host_evidence_thread *thread,
                       uint32_t call, int64_t from_ns, int64_t to_ns)
{
	const double sampled_ns = thread->time.sampled_sum_ns;

	host_time_add(&thread->time, evidence->check->trace->calls.thread[call], from_ns, to_ns);
	host_time_add_call(&evidence->time, call, to_ns - from_ns,
	                   thread->time.sampled_sum_ns - sampled_ns);
}

/* The same to each of the calls that it made meanwhile: what passed since the one before, and in
 * it. */
static void add_calls(struct host_evidence *evidence, struct host_evidence_thread *thread,
                      uint32_t call, int64_t from_ns, int64_t to_ns)
{
	const struct trace_calls *calls = &evidence->check->trace->calls;

	while (to_ns > from_ns && call != NONE) {
		const uint32_t before = graph_previous_call(evidence->check->graph, call);
		int64_t start_ns = before == NONE ? from_ns : calls->end_ns[before];

		if (start_ns < from_ns)
			start_ns = from_ns;
		if (start_ns < to_ns) {
			add_before(evidence, thread, call, start_ns, to_ns);
			to_ns = start_ns;
		}
		call = before;
	}
}

void host_evidence_before(struct host_evidence *evidence, uint32_t call, int64_t from_ns,
                          int64_t to_ns)
{
	struct host_evidence_thread *thread = thread_of(evidence, call);

	if (!thread)
		return;
	thread->ns += to_ns - from_ns;
	/* Samples of native code are of the thread while it runs: what they lack is of calls. */
	if (evidence->time.is_native)
		add_calls(evidence, thread, call, from_ns, to_ns);
	else
		add_before(evidence, thread, call, from_ns, to_ns);
}

void host_evidence_call(struct host_evidence *evidence, uint32_t call)
{
	const struct trace_calls *calls = &evidence->check->trace->calls;

	if (!is_on(evidence) || call == NONE)
		return;
	/* Samples of native code are in CUDA's libraries then: who made the call is known better.
	 */
	if (evidence->time.is_native)
		host_time_add_call(&evidence->time, call,
		                   calls->end_ns[call] - calls->start_ns[call], 0);
	else
		host_evidence_before(evidence, call, calls->start_ns[call], calls->end_ns[call]);
}

void host_evidence_kernels(struct host_evidence *evidence, const bool *is_of)
{
	if (is_on(evidence))
		host_launches_add(&evidence->time, evidence->check->launches, is_of);
}

/* Each thread's samples have its time; of one with fewer than LEAST nothing is known. */
static void join_threads(struct host_evidence *evidence, int64_t least)
{
	const size_t count = evidence->check->trace->threads_count;
	bool is_sampled = false;

	for (size_t t = 0; t < count; t++) {
		if (evidence->threads[t].time.samples < least)
			host_time_forget(&evidence->threads[t].time);
		is_sampled |= evidence->threads[t].time.samples > 0;
	}
	for (size_t t = 0; t < count; t++) {
		struct host_evidence_thread *thread = &evidence->threads[t];

		if (!thread->is_seen)
			continue;
		if (!evidence->err && is_sampled)
			host_time_join(&evidence->time, &thread->time, (double)thread->ns);
		host_time_release(&thread->time);
	}
	free(evidence->threads);
	evidence->threads = NULL;
}

/* " (seen in 1 of its 6 calls)", where the stack of a call or two, or of a part, is all that is
 * known. */
static const char *seen_in(char text[NAME_MAX_BYTES], const struct host_time *time)
{
	*text = '\0';
	if (host_time_is_of_few(time) || host_time_is_of_part(time))
		snprintf(text, NAME_MAX_BYTES, " (seen in %lld of its %lld calls)",
		         (long long)time->calls,
		         (long long)time->calls + (long long)time->stackless);
	return text;
}

/* The innermost functions do not tell which part of a step it is that calls them. */
static int add_branch(const struct host_evidence *evidence, struct finding *finding)
{
	struct host_branch branch;
	char text[HOST_BRANCH_TEXT];
	int err = host_branch_find(&branch, &evidence->time);

	if (!err && branch.count)
		finding_fact(finding, "host code", "%s",
		             host_branch_text(text, evidence->check->host, &branch));
	return err;
}

/* The places that are not shown, from NEXT on, if they are worth it together. */
static void say_others(struct finding *finding, const char *label, const struct host_spot *spots,
                       size_t count, size_t next)
{
	const double share = host_spots_rest(spots, count, next);
	char text[HOST_SHARE_TEXT];

	if (next && 100 * share >= HOST_SPOT_MIN_PERCENT)
		finding_fact(finding, label, "%s in %zu other place%s",
		             host_share_text(text, share, spots->samples), count - next,
		             count - next == 1 ? "" : "s");
}

/* Of calls of which most have no stack: where some were made. */
static void say_seen(const struct host_evidence *evidence, struct finding *finding,
                     const struct host_spot *spots, size_t shown)
{
	const struct host_code *code = evidence->check->host;
	struct name_list list = { 0 };
	char text[HOST_PLACE_TEXT];

	for (size_t i = 0; i < shown; i++) {
		struct host_place place = code->places[spots[i].site.own];

		finding_host_place(finding, &code->places[spots[i].site.own]);
		for (size_t l = 0; l < HOST_SPOT_LINES && (!l || spots[i].lines[l].ns > 0); l++) {
			place.line = l ? spots[i].lines[l].line : place.line;
			name_list_add(&list, host_place_text(text, &place));
		}
	}
	finding_fact(finding, "host code", "%s%s: where the others were made is not known",
	             name_list_end(&list), seen_in(NAME, &evidence->time));
}

/* Says of a time of which samples of native code cover less than half, and no stack of a call tells
 * more, that it was not running, or in the kernel: STILL_NS. */
static void say_still(struct host_evidence *evidence, struct finding *finding, double still_ns)
{
	snprintf(evidence->most, sizeof evidence->most,
	         "%.0f %% of it not running, or in the operating system (reading or writing files, "
	         "page faults)",
	         percent_of((int64_t)still_ns, (int64_t)evidence->time.wanted_sum_ns));
	finding_fact(finding, "host code", "%s", evidence->most);
}

/* How many of COUNT spots are shown. */
static size_t shown_of(const struct host_spot *spots, size_t count)
{
	size_t shown = 0;

	while (spots && shown < count && shown < HOST_SPOTS_SHOWN &&
	       100 * spots[shown].share >= HOST_SPOT_MIN_PERCENT)
		shown++;
	return shown;
}

/* Notes where SPOT is, if none is noted and it is no backward(). */
static void note_place(struct host_evidence *evidence, const struct host_spot *spot)
{
	const struct host_code *code = evidence->check->host;
	struct host_place place = code->places[spot->site.own];
	char share[HOST_SHARE_TEXT], where[HOST_PLACE_TEXT];

	if (*evidence->place || !place.is_own ||
	    (spot->inner.frame != NONE && host_code_is_backward(code, spot->inner.frame)))
		return;
	if (100 * spot->lines[0].ns < HOST_MOST_PERCENT * spot->ns)
		place.line = 0;
	host_place_text(where, &place);
	snprintf(evidence->place, sizeof evidence->place, "%s of it in %s",
	         host_share_text(share, spot->share, spot->samples), where);
}

int host_evidence_end(struct host_evidence *evidence, struct finding *finding)
{
	struct host_spot *spots = NULL;
	size_t count = 0, shown;
	double still_ns = 0;
	uint32_t most = NONE;
	int err;

	if (evidence->threads)
		join_threads(evidence, 0);
	err = evidence->err;
	if (is_on(evidence)) {
		still_ns = host_time_still(&evidence->time);
		if (100 * still_ns < HOST_STILL_PERCENT * evidence->time.wanted_sum_ns)
			still_ns = 0;
		evidence->time.unknown_ns += still_ns;
		err = host_time_spots(&evidence->time, &spots, &count);
	}
	if (spots && count)
		most = spots->site.own;
	count = err ? 0 : host_bare_leave_out(evidence->check->host, spots, count);
	shown = shown_of(spots, count);
	if (still_ns > 0 && !err)
		say_still(evidence, finding, still_ns);
	if (shown && host_time_is_of_less(&evidence->time)) {
		say_seen(evidence, finding, spots, shown);
		shown = 0;
	}
	for (size_t i = 0; i < shown; i++) {
		char text[HOST_SPOT_TEXT];

		host_spot_text(text, evidence->check->host, &spots[i], "");
		finding_fact(finding, "host code", "%s%s", text, seen_in(NAME, &evidence->time));
		finding_host_place(finding, &evidence->check->host->places[spots[i].site.own]);
		note_place(evidence, &spots[i]);
		if (!i && still_ns <= 0 && spots->site.own == most)
			host_spot_text(evidence->most, evidence->check->host, &spots[i], " of it");
	}
	if (shown)
		say_others(finding, "host code", spots, count, shown);
	if (is_on(evidence) && !err)
		err = add_branch(evidence, finding);
	if (is_on(evidence) && !err)
		err = host_time_setups(evidence->setups, &evidence->time);
	free(spots);
	host_time_release(&evidence->time);
	return err;
}

int host_evidence_end_setups(struct host_evidence *evidence)
{
	struct host_spot *spots = NULL;
	size_t count = 0;
	int err;

	if (evidence->threads)
		join_threads(evidence, 0);
	err = evidence->err;
	if (is_on(evidence) && !err)
		err = host_time_spots(&evidence->time, &spots, &count);
	if (count)
		evidence->most_part = spots[0].share;
	free(spots);
	if (is_on(evidence) && !err)
		err = host_time_setups(evidence->setups, &evidence->time);
	host_time_release(&evidence->time);
	return err;
}

/* Adds the lines as facts of that LABEL, with their shares OF something; threads of which fewer
 * than LEAST samples are known do not count. HAS_PLACE: the first line is the finding's place. */
static int end_with(struct host_evidence *evidence, struct finding *finding, const char *label,
                    const char *of, int64_t least, bool has_place)
{
	struct host_spot *spots = NULL;
	size_t count = 0, shown;
	int err;

	if (evidence->threads)
		join_threads(evidence, least);
	err = evidence->err;
	if (finding && is_on(evidence))
		err = host_time_spots(&evidence->time, &spots, &count);
	count = err ? 0 : host_bare_leave_out(evidence->check->host, spots, count);
	shown = shown_of(spots, count);
	for (size_t i = 0; i < shown; i++) {
		char text[HOST_SPOT_TEXT];

		finding_fact(finding, label, "%s",
		             host_spot_text(text, evidence->check->host, &spots[i], of));
		if (has_place)
			finding_host_place(finding,
			                   &evidence->check->host->places[spots[i].site.own]);
	}
	if (shown)
		say_others(finding, label, spots, count, shown);
	free(spots);
	host_time_release(&evidence->time);
	return err;
}

int host_evidence_end_waits(struct host_evidence *evidence, struct finding *finding,
                            const char *label)
{
	return end_with(evidence, finding, label, " of the time in these waits", HOST_WAITS_MIN,
	                false);
}

int host_evidence_end_launches(struct host_evidence *evidence, struct finding *finding,
                               const char *label)
{
	return end_with(evidence, finding, label, " of them", 0, false);
}

bool host_evidence_is_benchmark(const struct host_evidence *evidence)
{
	return 100 * evidence->setups[SETUP_MEASURING] >= IDLE_MOST_PERCENT;
}

void host_evidence_say_benchmark(struct finding *finding)
{
	finding->severity = FINDING_NOTE;
	finding->is_explanation = finding->is_benchmark = true;
	finding->is_slow_issue = false;
	finding_advice(finding, "%s", rule_note(finding->rule, RULE_ADVICE, "benchmark"));
	finding_case(finding, "benchmark");
	finding_not_predicted(finding,
	                      "a benchmark repeats what it measures for as long as it wants");
}

/* What those of ALL that PyTorch's backward() made are the gradients of. */
static void say_gradients(struct finding *finding, const struct host_launches *launches,
                          const bool *is_of, enum autograd_nodes_by by, double all)
{
	struct autograd_nodes nodes = { 0 };
	char text[AUTOGRAD_NODES_TEXT];

	if (autograd_nodes_find(&nodes, &launches->callers, is_of, by) == 0 &&
	    *autograd_nodes_text(text, &nodes, all))
		finding_fact(finding, "gradients", "by PyTorch's nodes: %s%s", text,
		             by == NODES_BY_LAUNCHES ? " of these launches" : "");
	autograd_nodes_release(&nodes);
}

/* Of the launches of the finding's kernel. */
static void say_gradients_of_kernel(struct finding *finding, const struct host_launches *launches)
{
	const struct trace *trace = launches->code->trace;
	bool *is_of = calloc(trace->operations.count + 1, sizeof *is_of);
	double ns = 0;

	for (uint32_t i = 0; is_of && i < trace->operations.count; i++) {
		is_of[i] = trace->operations.type[i] == OPERATION_KERNEL &&
		           operation_function(trace, i) == finding->function;
		ns += is_of[i] ? (double)operation_length_ns(trace, i) : 0;
	}
	if (is_of)
		say_gradients(finding, launches, is_of, NODES_BY_NS, ns);
	free(is_of);
}

int host_evidence_of_kernels(struct finding *finding, const struct check *check, const bool *is_of)
{
	const struct trace *trace = check->trace;
	struct host_evidence code;

	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (is_of[i])
			finding_example(finding, i, operation_length_ns(trace, i));
	host_evidence_init(&code, check);
	host_evidence_kernels(&code, is_of);
	return host_evidence_end(&code, finding);
}

/* Where those of the program's own lines are, unless the finding has a line already, as it does
 * where samples by time are in these. */
static int say_launches(struct finding *finding, const struct check *check, const bool *is_of)
{
	struct host_evidence code;

	if (finding->host_file)
		return 0;
	host_evidence_init(&code, check);
	host_evidence_kernels(&code, is_of);
	return end_with(&code, finding, "launched from", "", 0, true);
}

int host_evidence_launches(struct finding *finding, const struct check *check,
                           const uint32_t *kernels, size_t count)
{
	bool *is_of;
	int err;

	if (!check->launches)
		return 0;
	is_of = calloc(check->trace->operations.count + 1, sizeof *is_of);
	if (!is_of)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		is_of[kernels[i]] = true;
	err = say_launches(finding, check, is_of);
	say_gradients(finding, check->launches, is_of, NODES_BY_LAUNCHES, (double)count);
	free(is_of);
	return err;
}

void host_evidence_launch(struct finding *finding, const struct host_launches *launches)
{
	struct host_launch_line lines[HOST_LAUNCH_LINES];
	char text[HOST_LAUNCHES_TEXT];

	if (finding->function == NONE || !*host_launches_text(text, launches, finding->function))
		return;
	finding_fact(finding, "launched from", "%s", text);
	say_gradients_of_kernel(finding, launches);
	if (host_launches_lines(lines, launches, finding->function))
		finding_host_place(finding, &launches->code->places[lines[0].site.own]);
}
