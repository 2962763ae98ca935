/* SPDX-License-Identifier: MIT */
/* How evenly work and time are spread over the processes of a report. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "graph/collective.h"
#include "report/report_parts.h"
#include "rules/shared/rule.h"
#include "base/format.h"
#include "base/statistics.h"

/* Of the run of the process that waits longest, and of what a finding costs: less is what one
   program's times differ by from run to run. */
#define WAIT_MIN_PERCENT 1

/* Of a finding's cost, and of all waiting: more than half is what it is about. */
#define AWAITED_MOST_PERCENT 50

/* ---- waiting in collectives ---- */

static bool are_worth_a_word(const struct report *report)
{
	for (size_t i = 0; i < report->processes_count; i++) {
		const struct report_process *p = &report->processes[i];

		if (p->wait.is_known &&
		    percent_of(p->wait.waiting_ns, p->run.wall_ns) >= WAIT_MIN_PERCENT)
			return true;
	}
	return false;
}

const struct report_process *report_most_awaited(const struct report *report)
{
	const struct report_process *found = report->processes;

	for (size_t i = 1; i < report->processes_count; i++)
		if (report->processes[i].wait.awaited > found->wait.awaited)
			found = &report->processes[i];
	return found;
}

static void add_fact(struct report *report, struct report_finding *f, const char *label,
                     const char *text)
{
	struct report_pair *facts = report_array(report, f->facts_count + 1, sizeof *facts);

	if (!facts)
		return;
	if (f->facts_count)
		memcpy(facts, f->facts, f->facts_count * sizeof *facts);
	facts[f->facts_count++] = (struct report_pair){ label, text };
	f->facts = facts;
}

/* The number of the first finding about P other than F; 0: there is none. */
static size_t finding_about(const struct report *report, const struct report_finding *f,
                            const struct report_process *p)
{
	for (size_t i = 0; i < report->findings_count; i++)
		if (&report->findings[i] != f &&
		    &report->processes[report->findings[i].process] == p)
			return i + 1;
	return 0;
}

/* " (finding 2, gpu-idle, is about rank 1)"; empty: F is not mostly waiting for that. */
static const char *awaited_text(struct report *report, struct report_finding *f,
                                const struct report_process *awaited)
{
	const struct report_process *p = &report->processes[f->process];

	if (awaited == p || 100 * awaited->wait.awaited < AWAITED_MOST_PERCENT ||
	    percent_of(p->wait.waiting_ns, f->cost_ns) < AWAITED_MOST_PERCENT)
		return "";
	f->awaited_finding = finding_about(report, f, awaited);
	return f->awaited_finding
	               ? report_text(report, " (finding %zu, %s, is about %s)", f->awaited_finding,
	                             report->findings[f->awaited_finding - 1].rule->id,
	                             awaited->label)
	               : "";
}

/* What the rule could not see in one trace: how much of the communication was waiting. */
static void add_wait(struct report *report, struct report_finding *f)
{
	const struct report_process *p = &report->processes[f->process];
	const struct report_process *awaited = report_most_awaited(report);
	const bool has_waited = percent_of(p->wait.waiting_ns, f->cost_ns) >= WAIT_MIN_PERCENT;

	add_fact(report, f, "waiting",
	         has_waited
	                 ? report_text(report,
	                               "%s of it at least is waiting for other processes; of all "
	                               "waiting, %s is for %s",
	                               format_duration(FORMAT, p->wait.waiting_ns),
	                               format_percent(FORMAT, 100 * awaited->wait.awaited),
	                               awaited->label)
	                 : "hardly any of it is waiting for other processes of this report");
	f->advice = report_text(
	        report,
	        "%s%s%sStart each collective as soon as its data are there, beside the computing "
	        "that does not need them; or send less, and less often.",
	        has_waited ? "Let the process that others wait for come earlier: look at its share "
	                     "of the data, its input, its host's work"
	                   : "",
	        awaited_text(report, f, awaited),
	        has_waited ? ". The rest is communication. " : "");
	f->not_predicted = report_text(
	        report, "how much %s is not known: at most the whole cost",
	        has_waited ? "earlier a late process can be, and what other work can hide,"
	                   : "of it other work can hide");
}

/* Returns whether there is anything to say. */
static bool add_waits(struct report *report)
{
	const size_t count = report->processes_count;
	struct collective_rank *ranks = calloc(count, sizeof *ranks);
	bool are_told;

	for (size_t i = 0; ranks && i < count; i++)
		ranks[i] = (struct collective_rank){
			.collectives = &report->processes[i].collectives,
			.wait = &report->processes[i].wait,
		};
	if (!ranks || collectives_compare(ranks, count))
		report->memory->error = -ENOMEM;
	free(ranks);
	for (size_t i = 0; i < report->findings_count; i++)
		if (strcmp(report->findings[i].rule->id, "exposed-communication") == 0 &&
		    report->processes[report->findings[i].process].wait.is_known)
			add_wait(report, &report->findings[i]);
	are_told = are_worth_a_word(report);
	for (size_t i = 0; i < count && !are_told; i++)
		report->processes[i].wait = (struct collective_wait){ 0 };
	return are_told;
}

/* ---- what is compared; -1: unknown ---- */

static int64_t busy_of(const struct report_process *p)
{
	return p->summary.busy_ns;
}

static int64_t wait_of(const struct report_process *p)
{
	return p->wait.is_known ? p->wait.waiting_ns : -1;
}

static int64_t work_of(const struct report_process *p)
{
	return p->wait.is_known ? p->summary.busy_ns - p->wait.waiting_ns : -1;
}

static int64_t wall_of(const struct report_process *p)
{
	return p->run.wall_ns;
}

static const struct kind {
	const char *id, *text;
	int64_t (*value_of)(const struct report_process *p);
	bool is_wait;       /* for other processes */
	bool is_less_waits; /* the waits are taken out */
} kinds[] = {
	{ .id = "gpu-busy", .text = "GPU busy time", .value_of = busy_of },
	{ .id = "collective-wait", .text = "waits in NCCL", .value_of = wait_of, .is_wait = true },
	{ .id = "gpu-work", .text = "GPU work time", .value_of = work_of, .is_less_waits = true },
	{ .id = "wall", .text = "the run", .value_of = wall_of },
};

static void add_imbalance(struct report *report, const struct kind *kind)
{
	struct report_imbalance *b = &report->imbalances[report->imbalances_count++];
	double sum = 0;

	*b = (struct report_imbalance){
		.id = kind->id,
		.text = kind->text,
		.is_wait = kind->is_wait,
		.is_less_waits = kind->is_less_waits,
		.values_ns = report_array(report, report->processes_count, sizeof *b->values_ns),
	};
	for (size_t p = 0; b->values_ns && p < report->processes_count; p++) {
		const int64_t value_ns = kind->value_of(&report->processes[p]);

		b->values_ns[p] = value_ns;
		if (value_ns < 0)
			continue;
		b->known++;
		sum += (double)value_ns;
		if (value_ns > b->max_ns) {
			b->max_ns = value_ns;
			b->slowest = (uint32_t)p;
		}
	}
	if (sum > 0) {
		b->mean_ns = (int64_t)(sum / (double)b->known);
		b->percent = 100 * ((double)b->max_ns * (double)b->known / sum - 1);
	}
}

void report_add_imbalances(struct report *report)
{
	const size_t count = sizeof kinds / sizeof *kinds;
	bool has_waits;

	if (report->processes_count < 2)
		return;
	has_waits = add_waits(report);
	report->imbalances = report_array(report, count, sizeof *report->imbalances);
	for (size_t i = 0; report->imbalances && i < count; i++)
		if (has_waits || !(kinds[i].is_wait || kinds[i].is_less_waits))
			add_imbalance(report, &kinds[i]);
}
