/* SPDX-License-Identifier: MIT */
/* What warpwise whatif replayed, and how it is printed. Main thread only. */
#ifndef WARPWISE_WHATIF_H
#define WARPWISE_WHATIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/interval.h"
#include "cli/kernel_choice.h"
#include "graph/graph.h"
#include "rules/shared/finding.h"

/* Wall time in the window, recorded, replayed as it was, and replayed with what was changed. */
struct outcome {
	int64_t recorded_ns, replayed_ns, fixed_ns;
	int64_t alone_ns; /* without what recording cost; recorded_ns where that is not known */
	int64_t predicted_ns, gain_ns;
	double replay_error; /* fraction */
	struct budget before, after;
};

struct whatif {
	const struct trace *trace;
	struct graph graph;
	struct findings findings;
	const char *const *fixes;    /* rule ids; NULL: all, or with a kernel none */
	const char *window_name;     /* NULL: the whole run */
	struct interval_set window;  /* empty: the whole run */
	struct kernel_choice kernel; /* that takes .times as long; without functions: none does */
	double times;
	struct outcome outcome;
};

/* Whether FINDING was asked for, and whether its fix is part of the replay. */
bool whatif_is_chosen(const struct whatif *w, const struct finding *finding);
bool whatif_is_applied(const struct whatif *w, const struct finding *finding);

void whatif_print_text(const struct whatif *w);
/* Returns 0 or -ENOMEM. */
int whatif_print_json(const struct whatif *w);

#endif
