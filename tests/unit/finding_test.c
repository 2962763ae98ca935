/* SPDX-License-Identifier: MIT */
/*
 * What findings_run() makes of what rules find: on a recorded sample, with rules made for the test,
 * which stand in for rule.c's.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/shared/finding.h"
#include "rules/shared/gain_error.h"
#include "graph/graph.h"
#include "kernel/kernel_library.h"
#include "rules/shared/launches.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"
#include "trace/trace.h"
#include "suite.h"

static struct trace trace;
static struct graph graph;

/* ---- the rules ---- */

static struct finding *add(struct check *check, const char *subject, int64_t cost_ns)
{
	struct finding *finding = finding_add(check, subject);

	finding_headline(finding, "headline of %s", subject);
	finding_advice(finding, "advice");
	finding->cost_ns = cost_ns;
	finding->occurrences = 1;
	return finding;
}

/* What the sample suffers from, told twice about the same subject. */
static void check_queue(struct check *check)
{
	finding_example(add(check, "queue", 2000), 1, 100);
	finding_example(add(check, "queue", 5000), 2, 200);
}

static void fix_queue(const struct check *check, const struct finding *finding,
                      struct scenario *scenario)
{
	(void)check;
	(void)finding;
	scenario_without(scenario, CAUSE_QUEUE);
}

/* A wait that costs nothing: without it the run takes as long. */
static void check_nothing(struct check *check)
{
	add(check, "nothing", INT64_MAX);
}

static void fix_nothing(const struct check *check, const struct finding *finding,
                        struct scenario *scenario)
{
	(void)check;
	(void)finding;
	scenario_without(scenario, CAUSE_DEFAULT_STREAM);
}

static void check_unpredicted(struct check *check)
{
	struct finding *wrong = add(check, "wrong", 0);

	add(check, "small", 10);
	add(check, "large", INT64_MAX);
	wrong->severity = FINDING_ERROR;
	wrong->is_wrong = true;
}

static void check_nobody(struct check *check)
{
	check_abstain(check, "needs %s", "--metrics");
}

#define RULE(name, severity_, check_, fix_)                                      \
	static const struct rule name = {                                        \
		.id = #name, .severity = severity_, .check = check_, .fix = fix_ \
	}
RULE(queue, FINDING_WARNING, check_queue, fix_queue);
RULE(nothing, FINDING_WARNING, check_nothing, fix_nothing);
RULE(unpredicted, FINDING_WARNING, check_unpredicted, NULL);
RULE(nobody, FINDING_WARNING, check_nobody, NULL);
#undef RULE

const struct rule *const rules[] = { &nobody, &unpredicted, &nothing, &queue, NULL };

const struct rule *rule_find(const char *id)
{
	for (size_t i = 0; rules[i]; i++)
		if (strcmp(rules[i]->id, id) == 0)
			return rules[i];
	return NULL;
}

/* ---- the tests ---- */

static struct findings run(const struct findings_options *options)
{
	struct findings findings;

	ck_assert_int_eq(findings_run(&findings, &graph, options), 0);
	return findings;
}

/* The only finding of the rule with this id. */
static const struct finding *only_of(const struct findings *all, const char *id)
{
	const struct finding *found = NULL;

	for (size_t i = 0; i < all->count; i++) {
		if (strcmp(all->items[i]->rule->id, id) != 0)
			continue;
		ck_assert_ptr_null(found);
		found = all->items[i];
	}
	ck_assert_ptr_nonnull(found);
	return found;
}

START_TEST(equal_causes_are_one_finding)
{
	struct findings all = run(NULL);
	const struct finding *f = only_of(&all, "queue");

	ck_assert_int_eq(f->cost_ns, 7000);
	ck_assert_int_eq(f->occurrences, 2);
	ck_assert_uint_eq(f->operations_count, 2);
	ck_assert_uint_eq(f->operations[0], 2); /* the costlier one */
	findings_release(&all);
}
END_TEST

START_TEST(gain_is_the_difference_of_two_replays)
{
	struct findings all = run(NULL);
	const struct finding *f = only_of(&all, "queue");
	struct scenario scenario;
	struct replay replay;

	scenario_init(&scenario, &graph);
	scenario_without(&scenario, CAUSE_QUEUE);
	ck_assert_int_eq(graph_replay(&graph, &scenario, false, &replay), 0);
	scenario_release(&scenario);
	ck_assert(f->is_predicted);
	ck_assert_int_eq(f->gain_ns, finding_scaled_ns(&graph, graph.replayed_ns - replay.wall_ns));
	ck_assert_int_gt(f->gain_ns, 20000000); /* the sample: 26.5 ms of 89.4 */
	replay_release(&replay);
	findings_release(&all);
}
END_TEST

START_TEST(gain_has_an_error_of_its_own)
{
	/* Gains of 100: off by 10 and by 30; those of the other rule by 20 and by 0. */
	static const struct prediction pairs[] = {
		{ "queue", 200, 100, 90 }, { "queue", 200, 100, 130 },
		{ "other", 200, 100, 80 }, { "other", 1200, 1100, 1100 },
		{ .rule_id = NULL },
	};
	struct gain_error error = gain_error_of(pairs, "queue");

	/* (10^2 + 30^2 + 2 x (20^2 + 0^2) / 2) / 4, of 100. */
	ck_assert_double_eq_tol(error.share, sqrt(0.14 / 4), 1e-9);
	ck_assert_uint_eq(error.pairs, 2);
	error = gain_error_of(pairs, "new");
	ck_assert_double_eq_tol(error.share, sqrt(0.14 / 4), 1e-9); /* those of all others */
	ck_assert_uint_eq(error.pairs, 0);
	ck_assert_double_eq(gain_error_of(&pairs[4], "new").share, 1);
}
END_TEST

START_TEST(what_gains_nothing_is_no_finding)
{
	struct findings all = run(NULL);

	for (size_t i = 0; i < all.count; i++)
		ck_assert_str_ne(all.items[i]->rule->id, "nothing");
	findings_release(&all);
}
END_TEST

/* What costs as much as the run, 26.5 ms of gain, an error that costs nothing; "small" is too
 * little to mention. */
START_TEST(ranks_by_gain_or_cost)
{
	static const char *const order[] = { "wrong", "large", "queue" };
	struct findings all = run(NULL);

	ck_assert_uint_eq(all.count, 3);
	for (size_t i = 0; i < 3; i++)
		ck_assert_str_eq(all.items[i]->subject, order[i]);
	findings_release(&all);
}
END_TEST

/* Beside a finding that is predicted to win 10 us: costs of which a little less and a little more
 * than that can be expected. */
static const struct expected {
	enum finding_severity severity;
	bool is_symptom, is_sure;
	int64_t less_ns, more_ns;
} expected[] = {
	{ FINDING_WARNING, false, false, 19000, 21000 },
	{ FINDING_WARNING, false, true, 10800, 11300 },
	{ FINDING_NOTE, false, false, 39000, 41000 },
	{ FINDING_NOTE, false, true, 39000, 41000 },
	{ FINDING_NOTE, true, false, 95000, 105000 },
};

START_TEST(expects_a_part_of_what_is_not_predicted)
{
	const struct expected *e = &expected[_i];
	const struct rule rule = { .is_symptom = e->is_symptom };
	const struct finding predicted = { .is_predicted = true, .gain_ns = 10000 };
	const struct finding_rank known = finding_rank(&predicted);
	struct finding f = {
		.rule = &rule, .severity = e->severity, .is_sure = e->is_sure, .cost_ns = e->less_ns
	};
	struct finding_rank rank = finding_rank(&f);

	ck_assert_int_gt(finding_rank_compare(&rank, &known), 0);
	f.cost_ns = e->more_ns;
	rank = finding_rank(&f);
	ck_assert_int_lt(finding_rank_compare(&rank, &known), 0);
}
END_TEST

/* Of what says where time went a twentieth counts, since that is no gain; a benchmark's own work is
 * last, whatever it takes. */
START_TEST(explains)
{
	const struct rule rule = { 0 };
	struct finding predicted = { .is_predicted = true, .gain_ns = 49999 };
	struct finding explanation = { .rule = &rule,
		                       .severity = FINDING_WARNING,
		                       .is_explanation = true,
		                       .cost_ns = 1000000 };
	struct finding_rank known = finding_rank(&predicted), rank = finding_rank(&explanation);

	ck_assert_int_eq(rank.expected_ns, 50000);
	ck_assert_int_lt(finding_rank_compare(&rank, &known), 0);
	explanation.is_benchmark = true;
	rank = finding_rank(&explanation);
	ck_assert_int_gt(finding_rank_compare(&rank, &known), 0);
	explanation.is_benchmark = false;
	predicted.gain_ns = 50001;
	known = finding_rank(&predicted);
	rank = finding_rank(&explanation);
	ck_assert_int_gt(finding_rank_compare(&rank, &known), 0);
}
END_TEST

START_TEST(no_cost_is_larger_than_the_run)
{
	struct findings all = run(NULL);

	for (size_t i = 0; i < all.count; i++)
		ck_assert_int_le(all.items[i]->cost_ns, graph.run.wall_ns);
	findings_release(&all);
}
END_TEST

START_TEST(without_prediction_says_why)
{
	struct findings all = run(NULL);

	for (size_t i = 0; i < all.count; i++)
		ck_assert_int_eq(all.items[i]->is_predicted, all.items[i]->not_predicted == NULL);
	findings_release(&all);
}
END_TEST

START_TEST(min_gain_spares_errors)
{
	struct findings_options options = { .min_gain = 0.99 };
	struct findings all = run(&options);

	ck_assert_uint_eq(all.count, 2);
	ck_assert_str_eq(all.items[0]->subject, "wrong");
	ck_assert_str_eq(all.items[1]->subject, "large");
	findings_release(&all);
}
END_TEST

START_TEST(only_and_ignore)
{
	const char *const ids[] = { "queue", NULL };
	struct findings all = run(&(struct findings_options){ .only = ids });

	ck_assert_uint_eq(all.count, 1);
	ck_assert_uint_eq(all.abstentions_count, 0);
	findings_release(&all);
	all = run(&(struct findings_options){ .ignore = ids });
	ck_assert_uint_eq(all.count, 2);
	ck_assert_uint_eq(all.abstentions_count, 1);
	ck_assert_str_eq(all.abstentions[0].reason, "needs --metrics");
	findings_release(&all);
}
END_TEST

/* Of a run of so many ns, with its start or without, that long is nothing to speak of. */
static const struct {
	int64_t run_ns, ns;
	bool is_noise, is_lost;
} little[] = {
	{ 100000, 1000, true, false },        { 100000, 3000, false, false },
	{ 100000000, 90000, true, false },    { 100000000, 110000, false, false },
	{ 5000000000, 400000, true, true },   { 5000000000, 600000, true, false },
	{ 100000000000, 900000, true, true }, { 100000000000, 1100000, true, false },
};

START_TEST(what_is_little)
{
	ck_assert_int_eq(little[_i].ns < finding_noise_ns(little[_i].run_ns), little[_i].is_noise);
	ck_assert_int_eq(finding_is_lost_in(little[_i].ns, little[_i].run_ns), little[_i].is_lost);
}
END_TEST

/* Launches of so many ns, of which so many in ten were issued late, where launching takes 10 us. */
static const struct {
	int64_t ns, issued;
	bool is_short;
} launched[] = {
	{ 2000, 0, true }, { 4000, 0, false }, { 4000, 4, false },
	{ 4000, 6, true }, { 9000, 10, true }, { 11000, 10, false },
};

START_TEST(which_launches_are_short)
{
	ck_assert_int_eq(launches_are_short(10 * launched[_i].ns, 10, launched[_i].issued, 10000),
	                 launched[_i].is_short);
}
END_TEST

/* A run that is mostly start-up has a rest that is spoken of. */
START_TEST(rest_of_a_long_start)
{
	const struct graph whole = { .run.wall_ns = 100 };

	ck_assert_int_eq(worth_rest_ns(&(struct survey){ .main_ns = 40 }, &whole), 40);
	ck_assert_int_eq(worth_rest_ns(&(struct survey){ .main_ns = 60 }, &whole), 0);
}
END_TEST

START_TEST(keeps_the_costliest_examples)
{
	struct findings all = { 0 };
	struct check check = { .trace = &trace, .graph = &graph, .rule = &queue, .findings = &all };
	struct finding *finding = finding_add(&check, "x");

	for (uint32_t i = 0; i < 1000; i++)
		finding_example(finding, i, (int64_t)(i * 7919 % 1000));
	ck_assert_uint_eq(finding->operations_count, FINDING_EXAMPLES);
	for (uint32_t i = 0; i < FINDING_EXAMPLES; i++)
		ck_assert_uint_eq(finding->operations[i] * 7919 % 1000, 999 - i);
	findings_release(&all);
}
END_TEST

static const struct {
	const char *name, *library;
} kernels[] = {
	{ "_ZN5cudnn21bn_bw_1C11_kernel_newIff6float2Li512ELb1ELi1EEEvT_", "cuDNN" },
	{ "sm90_xmma_fprop_implicit_gemm_f32_execute_segment_k_on_kernel__5x_cudnn", "cuDNN" },
	{ "_ZN21cask_plugin__5x_cudnn14xmma__5x_cudnn28init_device_workspace", "cuDNN" },
	{ "sm80_xmma_gemm_f32f32_f32_nt_n_execute_kernel__5x_cublas", "cuBLAS" },
	{ "_ZN8cublasLt19splitKreduce_kernelILi32ELi16EiffffLb0EEEv", "cuBLAS" },
	{ "_Z17gemv2T_kernel_valIiiffff18cublasGemvParamsExIi30EvT11_", "cuBLAS" },
	{ "_Z16gemmSN_NN_"
	  "kernelIfLi256ELi4ELi2ELi8ELi4ELi4ELb1E30cublasGemvTensorStridedBatchedIKfES2_"
	  "S0_IfEEv22cublasGemmSmallNParamsIT7_T8_T9_T6_E",
	  "cuBLAS" },
	{ "_Z15axpy_kernel_valIddEv19cublasAxpyParamsValIT_S1_T0_E", "cuBLAS" },
	{ "_Z20reduce_1Block_kernelIdLi128ELi7E30cublasGemvTensorStridedBatchedIdES1_S1_EvPKT_S2_"
	  "T2_",
	  "cuBLAS" },
	{ "_Z11nrm2_kernelIfffLi1ELi0ELi128EEv16cublasNrm2ParamsIiT_T0_E", "cuBLAS" },
	{ "_Z6kernelI22getrf_wo_pivot_params_IdLi1ELi256EEEviiPviS2_iiiiiPi", "cuSOLVER" },
	{ "_Z19xxtrf4_set_info_keriPi", "cuSOLVER" },
	{ "_Z6kernelI11my_params_sEvPf", NULL },
	{ "_Z27csric0_domino_analysis_coreILi5ELi3EEviiPKiS1_PiiS2_S2_S2_", "cuSPARSE" },
	{ "_Z33cusparseIinclusive_localscan_coreILi256ELi4EEviiPiS0_", "cuSPARSE" },
	{ "_Z20gen_sequenced_PhiloxI24curandStatePhilox4_32_106float414normal_args_st", "cuRAND" },
	{ "_Z20generate_seed_pseudoyyP24curandStatePhilox4_32_10", "cuRAND" },
	{ "_Z5setupP17curandStateXORWOW", NULL },
	{ "_ZN14at_cuda_detail3cub6detail4scan20DeviceScanInitKernelINS0_"
	  "13ScanTileStateIlLb1EEEEEvT_i",
	  "PyTorch" },
	{ "_ZN43_GLOBAL__N__b6de9c8c_10_SoftMax_cu_9f978f6320softmax_warp_"
	  "forwardIfffLi4ELb1ELb0EEEvPT0_",
	  "PyTorch" },
	{ "_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_", "PyTorch" },
	{ "_ZN50_GLOBAL__N__fa15elementwise_kernel_with_indexIiZZZN2at6native15arange", "PyTorch" },
	{ "_Z39fmha_cutlassF_f32_aligned_64x64_rf_sm80N22PyTorchMemEffAttention15", "PyTorch" },
	{ "_ZN3cub17DeviceScanKernelE", "CUB" },
	{ "_ZN6thrust8cuda_cub4core13_kernel_agentE", "Thrust" },
	{ "_Z40ncclDevKernel_AllReduce_Sum_f32_RING_LL24ncclDevKernelArgsStorage", "NCCL" },
	{ "ncclDevKernel_Generic", "NCCL" },
	{ "_Z42ncclKernel_AllReduce_RING_LL_Sum_floatP11ncclDevCommmP8ncclWork", "NCCL" },
	{ "_Z44ncclSymDevKernel_AllReduce_RSxLD_AGxST_sum_f3214ncclSymDevArgs", "NCCL" },
	{ "_Z37ncclSymkDevKernel_ReduceScatter_LL_f3220ncclSymkDevWorkArgs4K", "NCCL" },
	{ "volta_scudnn_128x64_relu_small_nn_v1", "cuDNN" },
	{ "_Z23implicit_convolve_sgemmIffLi128ELi5EEviiiPKT_", "cuDNN" },
	{ "ampere_sgemm_128x64_nn", "cuBLAS" },
	{ "nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_NNT", "cuBLAS" },
	{ "cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align4", "cuBLAS" },
	{ "_ZN7cutlass6KernelI38cutlass_80_simt_sgemm_128x64_8x5_nn_align1EEvNT_6ParamsE",
	  "CUTLASS" },
	{ "_ZN8cusparse21load_balancing_kernelILj256EEEvPf", "cuSPARSE" },
	{ "_Z19vector_fft_symm_r2cILj4096E3EPTIJLj16EEELj1ELj0EL9padding_t70EL9twiddle_"
	  "t0EL20loadstore_"
	  "modifier_t2EL8layout_t0EjfEv18kernel_arguments_tIT7_E",
	  "cuFFT" },
	{ "_ZN13pytorch_flash16flash_fwd_kernelI23Flash_fwd_kernel_traitsEEvNS_16Flash_fwd_paramsE",
	  "FlashAttention" },
	{ "_ZN5cudnn3cnn17wgrad_alg0_engineIfLi512ELi6ELi5ELi3ELi3ELi3ELb0ELi512EEEviiiPKT_iPS2_",
	  "cuDNN" },
	{ "_Z17wgrad_alg0_engineIfLi128ELi5ELi5ELi3ELi3ELi3ELb0ELi512EEviiiPKT_iPS0_S2_", "cuDNN" },
	{ "_Z12dgrad_engineIfLi128ELi6ELi7ELi3ELi3ELi5ELb0EEviiiPKT_iS2_iPS0_", "cuDNN" },
	{ "_Z17trsm_right_kernelIdLi256ELi4ELb1ELb0EEv16cublasTrsmParamsIT_ES1_PKS1_i", "cuBLAS" },
	{ "maxwell_sgemm_128x64_nn", "cuBLAS" },
	{ "_ZN4vllm23rotary_embedding_kernelIN3c108BFloat16ELb1EEEvPKlPT_S6_PKS5_illliii", "vLLM" },
	{ "_ZN10flashinfer4norm13RMSNormKernelILj8E13__nv_bfloat16EEvPT0_S4_S4_jjjff",
	  "FlashInfer" },
	{ "_ZN12tensorrt_llm7kernels21fusedQKNormRopeKernelIN3c104HalfEEEvPviiif", "TensorRT-LLM" },
	{ "_ZN18transformer_engine12unary_kernelILi16ELb1EfNS_6detail5EmptyEEEvPf",
	  "Transformer Engine" },
	{ "triton_for_fused_0", "torch.compile" },
	{ "_Z12dgrad_enginePf", NULL },
	{ "cupy_add__float32_float32_float32", "CuPy" },
	{ "triton_poi_fused_add_relu_0", "torch.compile" },
	{ "loop_add_fusion_3", "XLA" },
	{ "input_reduce_fusion", "XLA" },
	{ "wrapped_transpose", "XLA" },
	{ "_Z11my_allreducePf", NULL },
	{ "_Z15loop_add_fusionPf", NULL },
	{ "_Z12sgemm_kernelPf", NULL },
	{ "triton_add", NULL },
	{ "_Z18my_cublas_prologuePf", NULL },
	{ "_Z5cudnnPf", NULL },
	{ "", NULL },
};

START_TEST(knows_kernels_of_libraries)
{
	const struct library *library = kernel_library(kernels[_i].name);

	ck_assert_msg((!library && !kernels[_i].library) ||
	                      (library && kernels[_i].library &&
	                       strcmp(library->name, kernels[_i].library) == 0),
	              "%s: %s", kernels[_i].name, library ? library->name : "none");
	ck_assert_msg(kernel_communicates(kernels[_i].name) ==
	                      (library && strcmp(library->name, "NCCL") == 0),
	              "%s", kernels[_i].name);
}
END_TEST

int main(void)
{
	const char *source = getenv("TEST_SOURCE");
	char path[4096], error[TRACE_ERROR_MAX];
	Suite *suite = suite_create("finding");
	TCase *tests = tcase_create("finding");
	int status;

	snprintf(path, sizeof path, "%s/samples/traces/false-dependency-bad.db",
	         source ? source : ".");
	if (trace_load(&trace, path, error) || graph_build(&graph, &trace)) {
		printf("Bail out! cannot load %s: %s\n", path, error);
		return EXIT_FAILURE;
	}
	tcase_add_loop_test(tests, knows_kernels_of_libraries, 0, sizeof kernels / sizeof *kernels);
	suite_add_tcase(suite, tests);
	tcase_add_test(tests, equal_causes_are_one_finding);
	tcase_add_test(tests, gain_is_the_difference_of_two_replays);
	tcase_add_test(tests, gain_has_an_error_of_its_own);
	tcase_add_test(tests, what_gains_nothing_is_no_finding);
	tcase_add_test(tests, ranks_by_gain_or_cost);
	tcase_add_loop_test(tests, expects_a_part_of_what_is_not_predicted, 0,
	                    (int)(sizeof expected / sizeof *expected));
	tcase_add_test(tests, explains);
	tcase_add_test(tests, no_cost_is_larger_than_the_run);
	tcase_add_test(tests, without_prediction_says_why);
	tcase_add_test(tests, min_gain_spares_errors);
	tcase_add_test(tests, only_and_ignore);
	tcase_add_loop_test(tests, what_is_little, 0, sizeof little / sizeof *little);
	tcase_add_loop_test(tests, which_launches_are_short, 0, sizeof launched / sizeof *launched);
	tcase_add_test(tests, rest_of_a_long_start);
	tcase_add_test(tests, keeps_the_costliest_examples);
	status = run_suite(suite);
	graph_release(&graph);
	trace_release(&trace);
	return status;
}
