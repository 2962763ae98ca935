/* SPDX-License-Identifier: MIT */
/* Tests of which of PyTorch's functions are nodes of backward(). */
#include "code/autograd_nodes.h"

#include <check.h>
#include <string.h>

#include "suite.h"

static const struct {
	const char *function, *node; /* "": none */
} cases[] = {
	{ "torch::autograd::generated::SliceBackward0::apply()", "SliceBackward0" },
	{ "torch::autograd::generated::MmBackward0::release_variables()", "MmBackward0" },
	/* Names are cut at 80 bytes. */
	{ "torch::autograd::generated::ScaledDotProductFusedAttentionOverrideableBackward0::app()",
	  "ScaledDotProductFusedAttentionOverrideableBackward0" },
	{ "torch::autograd::AccumulateGrad::apply()", "AccumulateGrad" },
	{ "torch::autograd::CopySlices::apply()", "CopySlices" },
	{ "torch::autograd::generated::details::mul_tensor_backward()", "" },
	{ "torch::autograd::Engine::evaluate_function()", "" },
	{ "torch::autograd::Node::operator()()", "" },
	{ "torch::autograd::PyNode::apply()", "" },
	{ "at::native::SliceBackward0::apply()", "" },
	{ "torch::autograd::generated::", "" },
	{ "", "" },
};

START_TEST(nodes_are_known_by_their_functions)
{
	char name[AUTOGRAD_NODE_MAX] = "";

	ck_assert_int_eq(autograd_node_name(name, cases[_i].function), *cases[_i].node != '\0');
	ck_assert_str_eq(name, cases[_i].node);
}
END_TEST

START_TEST(a_name_that_is_too_long_is_none)
{
	char function[2 * AUTOGRAD_NODE_MAX] = "torch::autograd::generated::A";
	char name[AUTOGRAD_NODE_MAX];
	const size_t first = strlen(function);

	memset(function + first, 'b', AUTOGRAD_NODE_MAX);
	strcpy(function + first + AUTOGRAD_NODE_MAX, "::apply()");
	ck_assert(!autograd_node_name(name, function));
}
END_TEST

START_TEST(shares_are_told_where_one_is_worth_it)
{
	struct autograd_node items[] = { { .name = "MmBackward0", .weight = 12 },
		                         { .name = "AddBackward0", .weight = 6 },
		                         { .name = "SumBackward0", .weight = 2 } };
	const struct autograd_nodes nodes = { items, 3 };
	char text[AUTOGRAD_NODES_TEXT];

	ck_assert_str_eq(autograd_nodes_text(text, &nodes, 100),
	                 "12 % MmBackward0, 6 % AddBackward0");
	ck_assert_str_eq(autograd_nodes_text(text, &nodes, 150), "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("autograd nodes");
	TCase *all = tcase_create("autograd nodes");

	tcase_add_loop_test(all, nodes_are_known_by_their_functions, 0,
	                    sizeof cases / sizeof *cases);
	tcase_add_test(all, a_name_that_is_too_long_is_none);
	tcase_add_test(all, shares_are_told_where_one_is_worth_it);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
