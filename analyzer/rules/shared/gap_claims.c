/* SPDX-License-Identifier: MIT */
/* Gaps that other rules than gpu-idle say more about. */
#include "rules/shared/gap_claims.h"

#include <string.h>

#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/idle_time.h"
#include "rules/shared/result_pages.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

/* The rules that say more about gaps of a kind: if what one of them found cost enough of what such
 * gaps take, they are left to it. */
static const struct {
	enum gap_kind kind;
	const char *rule_id;
	/* Only if it cost as much as all such gaps, and these are not so many that they must be
	 * others than those around what it found. */
	bool is_of_all;
} claims[] = {
	{ GAP_ALLOCATION, "alloc-in-loop", false },
	{ GAP_COPY, "sync-copy", false },
	{ GAP_COPY, "pageable-copy", false },
	{ GAP_COPY, "small-copies", false },
	{ GAP_LAUNCH, "launch-blocking", false },
	{ GAP_HOST, "graph-recapture", false },
	{ GAP_SYNCHRONIZATION, "graph-recapture", false },
	{ GAP_GRAPH, "graph-recapture", false },
	{ GAP_OTHER, "graph-recapture", false },
	{ GAP_OTHER, "stream-in-loop", false },
	{ GAP_OTHER, "load-in-loop", false },
	{ GAP_HOST, "load-in-loop", true }, /* plans are made and destroyed around the loads */
	{ GAP_HOST, "threads-in-turn", false },
	{ GAP_COPY, "threads-in-turn", false },
	{ GAP_SYNCHRONIZATION, "threads-in-turn", false },
};

/* What the findings of a rule cost, and how often what they are about happened. */
struct claim {
	int64_t cost_ns, times;
};

static struct claim claim_of(const struct check *check, const char *rule_id)
{
	const struct findings *findings = check->findings;
	struct claim claim = { 0 };

	for (size_t f = 0; f < findings->count; f++) {
		const struct finding *finding = findings->items[f];

		/* The host's own time before copies is in gaps of another kind (told_gaps.h). */
		if (strcmp(finding->rule->id, rule_id) != 0 || result_pages_is(finding))
			continue;
		claim.cost_ns = sum_saturated(claim.cost_ns, finding->cost_ns);
		claim.times = sum_saturated(claim.times, finding->occurrences);
	}
	return claim;
}

bool gap_is_claimed(const struct check *check, enum gap_kind kind, const struct idle_time *all,
                    double percent)
{
	for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
		const bool is_of_all = claims[i].is_of_all;
		struct claim claim;

		if (claims[i].kind != kind)
			continue;
		claim = claim_of(check, claims[i].rule_id);
		if (claim.cost_ns &&
		    percent_of(claim.cost_ns, all->kind_ns[kind]) >= (is_of_all ? 100 : percent) &&
		    !(is_of_all && all->gaps / GAPS_AROUND_MOST > claim.times))
			return true;
	}
	return false;
}

/* A row begins where a target of FINDING, which is of small-copies, stands twice. */
static void mark_row_copies(uint8_t *places, const struct trace *trace,
                            const struct finding *finding)
{
	const uint32_t *targets = finding->targets;
	bool is_first = false;

	for (size_t i = 0; i < finding->targets_count; i++) {
		const bool is_twice =
		        i + 1 < finding->targets_count && targets[i] == targets[i + 1];

		if (copy_direction(trace, targets[i]) == COPY_IN && !is_twice && !is_first)
			places[trace->operations.call[targets[i]]] = LATER_IN_ROW;
		is_first = is_twice;
	}
}

void gap_mark_copies(uint8_t *places, const struct check *check)
{
	const struct findings *all = check->findings;

	for (size_t f = 0; f < all->count; f++)
		if (strcmp(all->items[f]->rule->id, "small-copies") == 0)
			mark_row_copies(places, check->trace, all->items[f]);
}

void gap_mark_rows(uint8_t *places, const struct check *check)
{
	const struct finding *rows = check_finding_of(check, "launch-bound", NONE);
	const struct trace_calls *calls = &check->trace->calls;

	for (size_t i = 0; rows && i + 2 < rows->claims_count; i += 3) {
		const uint32_t first = rows->claims[i + 1], last = rows->claims[i + 2];

		places[first] = first == rows->claims[i] ? FIRST_OF_ROW : LATER_IN_ROW;
		for (uint32_t c = first + 1; c <= last; c++)
			if (calls->thread[c] == calls->thread[first])
				places[c] = LATER_IN_ROW;
	}
	gap_mark_copies(places, check);
}

bool gap_has_calls_between(const struct check *check, int64_t idle_ns)
{
	static const char *const others[] = { "alloc-in-loop", "needless-sync" };
	int64_t cost_ns = 0;

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		const struct finding *finding = check_finding_of(check, others[i], NONE);

		cost_ns = sum_saturated(cost_ns, finding ? finding->cost_ns : 0);
	}
	return cost_ns >= idle_ns / 2;
}
