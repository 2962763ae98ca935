/* SPDX-License-Identifier: MIT */
/* The host's time in the report as JSON. */
#include "print/out_json_parts.h"

static const char *const kinds[] = {
	[HOST_NATIVE] = "native",
	[HOST_PYTHON] = "python",
	[HOST_CALLS] = "calls",
};

static json_t *functions_of(const struct report_host_time *h)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < h->functions_count; i++) {
		const struct report_host_function *f = &h->functions[i];

		json_array_append_new(
		        rows,
		        json_pack("{so so so sb sI sI sI}", "name", model_text(f->name), "file",
		                  model_text(f->file), "line",
		                  f->line ? json_integer(f->line) : json_null(), "is_own",
		                  f->is_own, "self_ns", (json_int_t)f->self_ns, "total_ns",
		                  (json_int_t)f->total_ns, "samples", (json_int_t)f->samples));
	}
	return json_pack("{sI so}", "left_out", (json_int_t)h->functions_left_out, "rows", rows);
}

static json_t *position_of(uint32_t position)
{
	return position == NONE ? json_null() : json_integer(position);
}

static json_t *tree_of(const struct report_host_time *h)
{
	json_t *functions = json_array(), *parents = json_array(), *self = json_array(),
	       *totals = json_array(), *others = json_array();

	for (size_t i = 0; i < h->nodes_count; i++) {
		const struct report_host_node *node = &h->nodes[i];

		json_array_append_new(functions, position_of(node->function));
		json_array_append_new(parents, position_of(node->parent));
		json_array_append_new(self, json_integer(node->self_ns));
		json_array_append_new(totals, json_integer(node->total_ns));
		json_array_append_new(others, json_integer(node->other_ns));
	}
	return json_pack("{sI sI so so so so so}", "left_out", (json_int_t)h->nodes_left_out,
	                 "left_out_ns", (json_int_t)h->other_ns, "function", functions, "parent",
	                 parents, "self_ns", self, "total_ns", totals, "other_ns", others);
}

json_t *model_host_time(const struct report_host_time *h)
{
	return json_pack("{ss sI sI sI sI sI sI so so}", "kind", kinds[h->kind], "samples",
	                 (json_int_t)h->samples, "threads", (json_int_t)h->threads, "total_ns",
	                 (json_int_t)h->total_ns, "own_ns", (json_int_t)h->own_ns, "library_ns",
	                 (json_int_t)h->library_ns, "cuda_ns", (json_int_t)h->cuda_ns, "functions",
	                 functions_of(h), "tree", tree_of(h));
}
