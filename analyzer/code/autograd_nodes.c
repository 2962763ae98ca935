/* SPDX-License-Identifier: MIT */
/* Finds the nodes of PyTorch's gradients in native stacks. */
#include "code/autograd_nodes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "code/host_spots.h"

/* Takes PREFIX from the front of *TEXT; whether it was there. */
static bool skip(const char **text, const char *prefix)
{
	const size_t bytes = strlen(prefix);
	const bool is_there = strncmp(*text, prefix, bytes) == 0;

	*text += is_there ? bytes : 0;
	return is_there;
}

/*
 * PyTorch generates most nodes, as torch::autograd::generated::MmBackward0, of which any method is
 * called for that node; others, as AccumulateGrad, are beside its engine, and have apply(), too.
 * PyNode is a Function written in Python, whose name it does not have.
 */
bool autograd_node_name(char name[AUTOGRAD_NODE_MAX], const char *function)
{
	const char *rest = function;
	bool is_generated;
	size_t bytes;

	if (!skip(&rest, "torch::autograd::"))
		return false;
	is_generated = skip(&rest, "generated::");
	bytes = strcspn(rest, ":(<");
	if (*rest < 'A' || *rest > 'Z' || bytes >= AUTOGRAD_NODE_MAX ||
	    strncmp(rest + bytes, is_generated ? "::" : "::apply(", is_generated ? 2 : 8) != 0 ||
	    strncmp(rest, "PyNode::", 8) == 0)
		return false;
	memcpy(name, rest, bytes);
	name[bytes] = '\0';
	return true;
}

uint32_t *autograd_nodes_of_stacks(const struct host_code *code)
{
	const struct trace *trace = code->trace;
	uint32_t *nodes = malloc((trace->host_stacks_count + 1) * sizeof *nodes);
	char name[AUTOGRAD_NODE_MAX];

	for (uint32_t i = 0; nodes && i < trace->host_stacks_count; i++) {
		const struct trace_host_stack *stack = &trace->host_stacks[i];

		/* Who calls comes before who is called. */
		nodes[i] = stack->parent == NONE ? NONE : nodes[stack->parent];
		if (autograd_node_name(name, code->places[stack->frame].function))
			nodes[i] = stack->frame;
	}
	return nodes;
}

/* WEIGHT of the node that the function of PLACE is of. */
static int add_node(struct autograd_nodes *nodes, const struct host_place *place, double weight)
{
	struct autograd_node *node = NULL;
	char name[AUTOGRAD_NODE_MAX];

	if (!autograd_node_name(name, place->function))
		return 0;
	for (size_t i = 0; i < nodes->count && !node; i++)
		if (strcmp(nodes->items[i].name, name) == 0)
			node = &nodes->items[i];
	if (!node) {
		node = ARRAY_ADD(&nodes->items, &nodes->count);
		if (!node)
			return -ENOMEM;
		*node = (struct autograd_node){ 0 };
		strcpy(node->name, name);
	}
	node->weight += weight;
	return 0;
}

static double weight_of(const struct launch_callers *callers, const struct launch_caller *launch,
                        enum autograd_nodes_by by)
{
	return by == NODES_BY_NS ? launch_caller_ns(callers, launch) : 1;
}

static int add_group(struct autograd_nodes *nodes, const struct launch_callers *callers,
                     const struct launch_group *group, const bool *is_of, enum autograd_nodes_by by)
{
	double all = 0, known = 0;
	int err = 0;

	for (size_t i = 0; i < group->count; i++) {
		const struct launch_caller *launch = &group->items[i];

		all += is_of[launch->operation] ? weight_of(callers, launch, by) : 0;
		known += launch->node != NONE ? weight_of(callers, launch, by) : 0;
	}
	for (size_t i = 0; i < group->count && all > 0 && known > 0 && !err; i++) {
		const struct launch_caller *launch = &group->items[i];

		if (launch->node != NONE)
			err = add_node(nodes, &callers->code->places[launch->node],
			               all * weight_of(callers, launch, by) / known);
	}
	return err;
}

static int compare_nodes(const void *a, const void *b)
{
	const struct autograd_node *left = a, *right = b;

	if (left->weight != right->weight)
		return left->weight > right->weight ? -1 : 1;
	return strcmp(left->name, right->name);
}

int autograd_nodes_find(struct autograd_nodes *nodes, const struct launch_callers *callers,
                        const bool *is_of, enum autograd_nodes_by by)
{
	struct launch_group group = { 0 };
	int err = 0;

	*nodes = (struct autograd_nodes){ 0 };
	while (!err && launch_callers_next(&group, callers))
		err = add_group(nodes, callers, &group, is_of, by);
	if (nodes->count)
		qsort(nodes->items, nodes->count, sizeof *nodes->items, compare_nodes);
	return err;
}

void autograd_nodes_release(struct autograd_nodes *nodes)
{
	free(nodes->items);
	*nodes = (struct autograd_nodes){ 0 };
}

const char *autograd_nodes_text(char text[AUTOGRAD_NODES_TEXT], const struct autograd_nodes *nodes,
                                double all)
{
	size_t used = 0;

	*text = '\0';
	if (!nodes->count || 100 * nodes->items[0].weight < AUTOGRAD_MIN_PERCENT * all)
		return text;
	for (size_t i = 0; i < nodes->count && i < AUTOGRAD_NODES_SHOWN; i++) {
		const double percent = all > 0 ? 100 * nodes->items[i].weight / all : 0;

		if (percent >= HOST_SPOT_MIN_PERCENT)
			used += (size_t)snprintf(text + used, AUTOGRAD_NODES_TEXT - used,
			                         "%s%.0f %% %s", used ? ", " : "", percent,
			                         nodes->items[i].name);
	}
	return text;
}
