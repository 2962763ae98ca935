/* SPDX-License-Identifier: MIT */
/* Finds loops over time that call recurrent cells. Any thread. */
#include "rules/shared/recurrent_cells.h"

#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "rules/shared/names.h"
#include "trace/call_class.h"

enum { CELLS, FOLLOW };

const struct threshold recurrent_cells_thresholds[] = {
	[CELLS] = { "cells", 5, "%" },
	[FOLLOW] = { "follow", 90, "%" },
	{ .name = NULL },
};

enum cell { NO_CELL, CELL_FORWARD, CELL_BACKWARD };

/* PyTorch's kernels of one step of one cell, behind its matrix products. */
static enum cell cell_of(const char *name)
{
	if (text_matches("*N2at6native*lstm_cell_forward*", name) ||
	    text_matches("*N2at6native*gru_cell_forward*", name))
		return CELL_FORWARD;
	return text_matches("*N2at6native*lstm_cell_backward*", name) ||
	                       text_matches("*N2at6native*gru_cell_backward*", name)
	               ? CELL_BACKWARD
	               : NO_CELL;
}

struct cells {
	uint8_t *of_function; /* enum cell */
	bool *is_step;        /* by call */
	int64_t kernels, launches;
	int64_t steps, following; /* steps behind others, with no wait in between */
};

/* Counts the kernels, and marks the calls that launch a step. */
static void mark_steps(struct cells *cells, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;

	for (size_t f = 0; f < trace->functions_count; f++)
		cells->of_function[f] = (uint8_t)cell_of(trace->functions[f].name);
	for (uint32_t i = 0; i < o->count; i++) {
		enum cell cell;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		cell = cells->of_function[operation_function(trace, i)];
		cells->kernels++;
		cells->launches += cell != NO_CELL;
		if (cell == CELL_FORWARD && o->call[i] != NONE)
			cells->is_step[o->call[i]] = true;
	}
}

static void count_steps(struct cells *cells, const struct graph *graph)
{
	bool has_step = false; /* since the last wait */

	for (uint32_t c = 0; c < graph->trace->calls.count; c++) {
		/* Also where nothing is left to wait for. */
		if (graph->waited[c] != NONE || call_class(graph->trace, c) == CALL_SYNCHRONIZE)
			has_step = false;
		if (!cells->is_step[c])
			continue;
		cells->steps++;
		cells->following += has_step;
		has_step = true;
	}
}

int recurrent_cells_say(struct finding *finding, const struct check *check)
{
	const struct threshold *t = recurrent_cells_thresholds;
	const struct trace *trace = check->trace;
	struct cells cells = {
		.of_function = calloc(trace->functions_count + 1, sizeof *cells.of_function),
		.is_step = calloc(trace->calls.count + 1, sizeof *cells.is_step),
	};
	const int err = cells.of_function && cells.is_step ? 0 : -ENOMEM;

	if (!err)
		mark_steps(&cells, trace);
	if (!err && percent_of(cells.launches, cells.kernels) >= t[CELLS].value)
		count_steps(&cells, check->graph);
	if (cells.steps && percent_of(cells.following, cells.steps) >= t[FOLLOW].value) {
		finding_fact(finding, "recurrent cells",
		             "%s of LSTM or GRU cells, one after another, each some launches of "
		             "its own: %s of all kernels are the cells' alone",
		             name_count(NAME, cells.steps, "step", "steps"),
		             format_percent(FORMAT, percent_of(cells.launches, cells.kernels)));
		finding_case(finding, "cells");
	}
	free(cells.of_function);
	free(cells.is_step);
	return err;
}
