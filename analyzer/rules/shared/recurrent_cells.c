/* SPDX-License-Identifier: MIT */
/* Finds loops over time that call recurrent cells. Any thread. */
#include "rules/shared/recurrent_cells.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "kernel/kernel_library.h"
#include "rules/shared/names.h"
#include "trace/call_class.h"

enum { CELLS, FOLLOW, LAYERS };

const struct threshold recurrent_cells_thresholds[] = {
	[CELLS] = { "cells", 5, "%" },
	[FOLLOW] = { "follow", 90, "%" },
	[LAYERS] = { "layers", 8, "kernels" },
	{ .name = NULL },
};

enum cell { NO_CELL, CELL_FORWARD, CELL_BACKWARD, LAYER_FORWARD, LAYER_BACKWARD };

/* cuDNN's kernels of one step of a layer, or of all its steps, as cuDNN 9 has their names. */
static const struct {
	const char *pattern;
	enum cell cell;
} layers[] = {
	{ "*RNN_blockPersist_fp*", LAYER_FORWARD }, { "*GRU_elementWise_fp*", LAYER_FORWARD },
	{ "*LSTM_elementWise_fp*", LAYER_FORWARD }, { "*RNN_blockPersist_bp*", LAYER_BACKWARD },
	{ "*GRU_elementWise_bp*", LAYER_BACKWARD }, { "*LSTM_elementWise_bp*", LAYER_BACKWARD },
};

/* PyTorch's kernels of one step of one cell, behind its matrix products. */
static enum cell cell_of(const char *name)
{
	if (text_matches("*N2at6native*lstm_cell_forward*", name) ||
	    text_matches("*N2at6native*gru_cell_forward*", name))
		return CELL_FORWARD;
	if (text_matches("*N2at6native*lstm_cell_backward*", name) ||
	    text_matches("*N2at6native*gru_cell_backward*", name))
		return CELL_BACKWARD;
	for (size_t i = 0; i < sizeof layers / sizeof *layers; i++)
		if (text_matches(layers[i].pattern, name))
			return layers[i].cell;
	return NO_CELL;
}

struct cells {
	uint8_t *of_function; /* enum cell */
	bool *is_pytorch;     /* by function */
	uint8_t *of_call;     /* enum cell: what it launches */
	bool *is_other;       /* by call: it launches another kernel of PyTorch's */
	int64_t kernels;
	int64_t launches[2]; /* of cells, of cuDNN's layers */
};

/* Steps of one kind. */
struct steps {
	int64_t count, following; /* behind others, with no wait in between */
	bool has_one;             /* since the last wait */
};

static bool is_layer(enum cell cell)
{
	return cell == LAYER_FORWARD || cell == LAYER_BACKWARD;
}

static bool is_of_pytorch(const char *name)
{
	const struct library *library = kernel_library(name);

	return library && strcmp(library->name, "PyTorch") == 0;
}

/* Counts the kernels, and marks the calls that launch a step. */
static void mark_steps(struct cells *cells, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;

	for (size_t f = 0; f < trace->functions_count; f++) {
		cells->of_function[f] = (uint8_t)cell_of(trace->functions[f].name);
		cells->is_pytorch[f] = is_of_pytorch(trace->functions[f].name);
	}
	for (uint32_t i = 0; i < o->count; i++) {
		uint32_t function;
		enum cell cell;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		function = operation_function(trace, i);
		cell = (enum cell)cells->of_function[function];
		cells->kernels++;
		if (cell != NO_CELL)
			cells->launches[is_layer(cell)]++;
		if (o->call[i] == NONE)
			continue;
		if (cell != NO_CELL)
			cells->of_call[o->call[i]] = (uint8_t)cell;
		cells->is_other[o->call[i]] = cell == NO_CELL && cells->is_pytorch[function];
	}
}

static void add_step(struct steps *steps)
{
	steps->count++;
	steps->following += steps->has_one;
	steps->has_one = true;
}

/*
 * The steps of cells, and the calls of cuDNN's layers. A layer's kernels that follow one another
 * without a kernel of PyTorch's in between are of one call: more of them than a network has layers
 * are steps of time, which it has taken all at once. And gradients between two calls tell that each
 * was a sequence, or all that there is.
 */
static void count_steps(const struct cells *cells, const struct graph *graph,
                        struct steps *of_cells, struct steps *of_layers)
{
	int64_t kernels = 0; /* of the call of cuDNN's that is not over yet */

	for (uint32_t c = 0; c < graph->trace->calls.count; c++) {
		const enum cell cell = (enum cell)cells->of_call[c];

		/* Also where nothing is left to wait for. */
		if (graph->waited[c] != NONE || call_class(graph->trace, c) == CALL_SYNCHRONIZE)
			of_cells->has_one = of_layers->has_one = false;
		if (cell == CELL_FORWARD)
			add_step(of_cells);
		else if (cell == LAYER_BACKWARD)
			of_layers->has_one = false;
		kernels += cell == LAYER_FORWARD;
		if (!cells->is_other[c] || !kernels)
			continue;
		if ((double)kernels <= recurrent_cells_thresholds[LAYERS].value)
			add_step(of_layers);
		kernels = 0;
	}
}

static bool are_many(const struct steps *steps)
{
	return steps->count && percent_of(steps->following, steps->count) >=
	                               recurrent_cells_thresholds[FOLLOW].value;
}

static void say_cells(struct finding *finding, const struct steps *steps, double percent)
{
	finding_fact(finding, "recurrent cells",
	             "%s of LSTM or GRU cells, one after another, each some launches of its own: "
	             "%s of all kernels are the cells' alone",
	             name_count(NAME, steps->count, "step", "steps"),
	             format_percent(FORMAT, percent));
	finding_case(finding, "cells");
}

static void say_layers(struct finding *finding, const struct steps *steps, double percent)
{
	finding_fact(
	        finding, "recurrent layers",
	        "%s of cuDNN's recurrent layers, one after another, before any gradient: %s of "
	        "all kernels are the layers' alone",
	        name_count(NAME, steps->count, "call", "calls"), format_percent(FORMAT, percent));
	finding_case(finding, "layers");
}

int recurrent_cells_say(struct finding *finding, const struct check *check)
{
	const struct trace *trace = check->trace;
	struct cells cells = {
		.of_function = calloc(trace->functions_count + 1, sizeof *cells.of_function),
		.is_pytorch = calloc(trace->functions_count + 1, sizeof *cells.is_pytorch),
		.of_call = calloc(trace->calls.count + 1, sizeof *cells.of_call),
		.is_other = calloc(trace->calls.count + 1, sizeof *cells.is_other),
	};
	struct steps of_cells = { 0 }, of_layers = { 0 };
	const int err = cells.of_function && cells.is_pytorch && cells.of_call && cells.is_other
	                        ? 0
	                        : -ENOMEM;

	if (!err) {
		const double least = recurrent_cells_thresholds[CELLS].value;
		double percent[2];

		mark_steps(&cells, trace);
		count_steps(&cells, check->graph, &of_cells, &of_layers);
		for (int i = 0; i < 2; i++)
			percent[i] = percent_of(cells.launches[i], cells.kernels);
		if (percent[0] >= least && are_many(&of_cells))
			say_cells(finding, &of_cells, percent[0]);
		if (percent[1] >= least && are_many(&of_layers))
			say_layers(finding, &of_layers, percent[1]);
	}
	free(cells.of_function);
	free(cells.is_pytorch);
	free(cells.of_call);
	free(cells.is_other);
	return err;
}
