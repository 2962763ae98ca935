/* SPDX-License-Identifier: MIT */
/* What is said of predicted gains. Any thread. */
#include "report/report_gain.h"

#include "base/statistics.h"
#include "rules/shared/rule.h"

const char *report_hint_word(const struct report_finding *f)
{
	if (f->is_unmeasured)
		return "perhaps";
	return f->rule->estimates_cost && !f->is_predicted ? "about" : "at most";
}

bool report_gain_is_doubtful(const struct report_finding *f)
{
	return f->is_predicted && f->gain_error_ns >= f->gain_ns;
}

int64_t report_gain_said_ns(const struct report_process *p, const struct report_finding *f)
{
	const int64_t most_ns = sum_saturated(f->gain_ns, f->gain_error_ns);

	if (!report_gain_is_doubtful(f))
		return f->gain_ns;
	return most_ns < p->alone_ns ? most_ns : p->alone_ns;
}

double report_gain_percent(const struct report_process *p, const struct report_finding *f)
{
	return report_gain_is_doubtful(f) ? percent_of(report_gain_said_ns(p, f), p->alone_ns)
	                                  : f->gain_percent;
}

int64_t report_worth_ns(const struct report_process *p, const struct report_finding *f)
{
	return f->is_predicted ? report_gain_said_ns(p, f) : f->cost_ns;
}
