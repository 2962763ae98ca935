/* SPDX-License-Identifier: MIT */
/*
 * What a program does before its first call of CUDA, or behind its last, is no part of the run; but
 * where it takes longer than what any finding is about, it is what to look at first. Any thread.
 */
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "report/report_parts.h"
#include "rules/shared/long_rounds.h"

enum {
	FIRST_MIN_PERCENT = 20,      /* of the run with it: less is beside the run */
	UNKNOWN_MIN_NS = 1000000000, /* a native program's libraries load faster than that */
	LEADS_MIN_NS = 200000000,    /* from a file system that has nothing cached they take this */
	AFTER_MIN_PERCENT = 10,      /* behind the last call nothing is loaded: what is known to be
	                                the program's own is little only below this */
	NEARLY_PERCENT = 99,         /* of the own work: then all of it is there */
	PARTS_MAX = 3,               /* before the run, in it and behind it */
};

const char *const report_own_times[OWN_SPANS] = {
	[OWN_BEFORE] = "before its first GPU work",
	[OWN_ONCE] = "before its loops, or in pauses that do not recur",
	[OWN_PAUSES] = "in single pauses between its GPU work",
	[OWN_AFTER] = "after its last GPU work",
	[OWN_OUT_BEFORE] = "before its first call of CUDA",
	[OWN_OUT_AFTER] = "behind its last call of CUDA",
};

/* What the first finding about P wins or costs; 0: there is none. */
static int64_t first_worth_ns(const struct report *report, const struct report_process *p)
{
	for (size_t i = 0; i < report->findings_count; i++) {
		const struct report_finding *f = &report->findings[i];

		if (&report->processes[f->process] == p)
			return f->is_predicted ? f->gain_ns : f->cost_ns;
	}
	return 0;
}

/* Of Python it is imports and the interpreter's end, unless it is longer than all of the run; and
 * what nobody knows may be the loading of libraries, as far as that takes. */
static bool leads(const struct report *report, const struct report_process *p, enum report_own span)
{
	const struct report_own_work *own = &p->own[span];
	const bool is_known = *own->code, is_after = span == OWN_OUT_AFTER;
	const int64_t least_ns = is_after ? LEADS_MIN_NS : UNKNOWN_MIN_NS;
	const int least_percent = is_after && is_known ? AFTER_MIN_PERCENT : FIRST_MIN_PERCENT;

	if (!report_own_is_outside(span) || (p->recurring.end_ns && span == OWN_OUT_AFTER))
		return false;
	return (own->ns > p->run.wall_ns && own->ns >= LEADS_MIN_NS) ||
	       ((is_known || own->ns >= least_ns) && !p->is_python &&
	        own->ns > first_worth_ns(report, p) &&
	        percent_of(own->ns, p->run.wall_ns + own->ns) >= least_percent);
}

/* "after its last GPU work", of the work that is most of the run; where that is nowhere above all,
 * within the run. */
static const char *time_of_most(struct report *report, const struct report_process *p)
{
	for (int span = 0; span < OWN_SPANS; span++)
		if (report_own_is_nearly_all(p, (enum report_own)span))
			return report_text(report, "%s%s",
			                   percent_of(p->own[span].ns, p->most_own.ns) <
			                                   NEARLY_PERCENT
			                           ? "nearly all "
			                           : "",
			                   report_own_times[span]);
	return "within the run";
}

/* One of the parts: when it was, and the code. */
struct own_part {
	const struct report_own_work *own;
	const char *when, *outside;
};

static size_t find_parts(struct own_part parts[PARTS_MAX], struct report *report,
                         const struct report_process *p)
{
	static const char outside[] = ", no part of the run";
	size_t count = 0;

	if (p->own_leads[OWN_OUT_BEFORE])
		parts[count++] = (struct own_part){ &p->own[OWN_OUT_BEFORE],
			                            report_own_times[OWN_OUT_BEFORE], outside };
	if (count + p->own_leads[OWN_OUT_AFTER] && p->most_own.ns)
		parts[count++] = (struct own_part){ &p->most_own, time_of_most(report, p), "" };
	if (p->own_leads[OWN_OUT_AFTER])
		parts[count++] = (struct own_part){ &p->own[OWN_OUT_AFTER],
			                            report_own_times[OWN_OUT_AFTER], outside };
	return count;
}

/* The parts behind "the program's own work on the host". */
static const char *text_of(struct report *report, const struct own_part *parts, size_t count)
{
	const char *text = "";

	if (count == 1)
		return report_text(report, " %s, %s%s%s%s", parts->when,
		                   format_duration(FORMAT, parts->own->ns), parts->outside,
		                   *parts->own->code ? ": " : "", parts->own->code);
	for (size_t i = 0; i < count; i++)
		text = report_text(report, "%s%s%s %s%s%s%s%s", text,
		                   i == 0           ? ": "
		                   : i + 1 == count ? " and "
		                                    : ", ",
		                   format_duration(FORMAT, parts[i].own->ns), parts[i].when,
		                   parts[i].outside, *parts[i].own->code ? " (" : "",
		                   parts[i].own->code, *parts[i].own->code ? ")" : "");
	return text;
}

/* Names the finding that most of P's own work is about. */
static void name_rounds(struct report *report, struct report_process *p)
{
	struct report_own_work *own = &p->most_own;

	for (size_t i = 0; i < report->findings_count && own->ns; i++) {
		const struct report_finding *f = &report->findings[i];

		if (&report->processes[f->process] == p &&
		    strcmp(f->subject, LONG_ROUNDS_SUBJECT) == 0)
			own->code = report_text(report,
			                        "%s of it in rounds that are few and long, which "
			                        "finding %zu is about%s%s",
			                        format_duration(FORMAT, f->cost_ns), i + 1,
			                        *own->code ? "; " : "", own->code);
	}
}

void report_add_own_first(struct report *report, struct report_process *p)
{
	struct own_part parts[PARTS_MAX];
	int64_t own_ns = 0;
	size_t count;

	name_rounds(report, p);
	p->own_first = "";
	p->whole_ns = p->run.wall_ns;
	for (int span = 0; span < OWN_SPANS; span++) {
		p->own_leads[span] = leads(report, p, (enum report_own)span);
		if (report_own_is_outside((enum report_own)span))
			p->whole_ns = sum_saturated(p->whole_ns, p->own[span].ns);
	}
	count = find_parts(parts, report, p);
	for (size_t i = 0; i < count; i++)
		own_ns = sum_saturated(own_ns, parts[i].own->ns);
	if (count)
		p->own_first = report_text(
		        report, "%s of the whole process is the program's own work on the host%s",
		        format_percent(FORMAT, percent_of(own_ns, p->whole_ns)),
		        text_of(report, parts, count));
}
