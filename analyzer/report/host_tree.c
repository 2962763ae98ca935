/* SPDX-License-Identifier: MIT */
/* Makes the tree of the host's stacks. */
#include "report/host_tree.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"

/* Nodes are found by parent and row: a table with open addressing, of which half or more is free.
 */
struct index {
	uint32_t *slots; /* node; NONE: free */
	size_t room;     /* a power of 2 */
};

enum { INDEX_FIRST = 1024 };

static size_t slot_of(const struct index *index, const struct host_tree *tree, uint32_t parent,
                      uint32_t row)
{
	const uint64_t key = ((uint64_t)parent << 32 | row) * 0x9e3779b97f4a7c15;
	size_t slot = (size_t)(key >> 32) & (index->room - 1);

	while (index->slots[slot] != NONE && (tree->nodes[index->slots[slot]].parent != parent ||
	                                      tree->nodes[index->slots[slot]].row != row))
		slot = (slot + 1) & (index->room - 1);
	return slot;
}

static int grow_index(struct index *index, const struct host_tree *tree)
{
	struct index larger = { .room = index->room ? 2 * index->room : INDEX_FIRST };

	larger.slots = malloc(larger.room * sizeof *larger.slots);
	if (!larger.slots)
		return -ENOMEM;
	for (size_t i = 0; i < larger.room; i++)
		larger.slots[i] = NONE;
	for (uint32_t i = 0; i < tree->count; i++)
		larger.slots[slot_of(&larger, tree, tree->nodes[i].parent, tree->nodes[i].row)] = i;
	free(index->slots);
	*index = larger;
	return 0;
}

/* Puts the node of ROW below *NODE, which has NS more, into *NODE. Returns 0 or -ENOMEM. */
static int enter(uint32_t *node, struct host_tree *tree, struct index *index, uint32_t row,
                 double ns)
{
	const uint32_t parent = *node;
	struct host_node *added;
	size_t slot;

	if (2 * tree->count >= index->room && grow_index(index, tree))
		return -ENOMEM;
	slot = slot_of(index, tree, parent, row);
	if (index->slots[slot] == NONE) {
		added = ARRAY_ADD(&tree->nodes, &tree->count);
		if (!added)
			return -ENOMEM;
		*added = (struct host_node){ .row = row, .parent = parent };
		index->slots[slot] = (uint32_t)tree->count - 1;
	}
	*node = index->slots[slot];
	tree->nodes[*node].total_ns += ns;
	return 0;
}

/* Calls within a library without names are one node: its addresses say nothing. */
static bool is_nameless(const struct host_rows *rows, uint32_t row)
{
	const struct host_place *place = rows->items[row].place;

	return place->is_nameless && !place->is_own;
}

static int add_stack(struct host_tree *tree, struct index *index, const struct host_rows *rows,
                     const struct host_path *path, double ns)
{
	uint32_t node = NONE, before = NONE;
	int err = 0;

	for (size_t k = path->count; k-- > 0 && !err;) {
		if (path->rows[k] != before || !is_nameless(rows, before))
			err = enter(&node, tree, index, path->rows[k], ns);
		before = path->rows[k];
	}
	if (!err && (path->is_in_cuda || !path->count))
		err = enter(&node, tree, index, NONE, ns);
	if (!err)
		tree->nodes[node].self_ns += ns;
	return err;
}

int host_tree_make(struct host_tree *tree, const struct host_rows *rows)
{
	struct index index = { 0 };
	struct host_path path;
	int err = 0;

	*tree = (struct host_tree){ 0 };
	for (uint32_t i = 0; i < rows->code->trace->host_stacks_count && !err; i++) {
		const double ns = host_rows_weight(rows, i);

		if (ns <= 0)
			continue;
		host_rows_path(rows, i, &path);
		err = add_stack(tree, &index, rows, &path, ns);
	}
	free(index.slots);
	return err;
}

void host_tree_release(struct host_tree *tree)
{
	free(tree->nodes);
	*tree = (struct host_tree){ 0 };
}
