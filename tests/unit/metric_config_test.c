/* SPDX-License-Identifier: MIT */
/*
 * Tests of what CUPTI's host API says about metrics, with the real libcupti: it needs no GPU. Where
 * it is not installed, only the lists of names are tested.
 */
#include "counters/metric_config.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cupti/api.h"
#include "cupti/search.h"
#include "suite.h"

/* Of each architecture that is told apart. GB20x and GA10B report no traffic of DRAM. */
static const char *const chips[] = {
	"TU102", "GA100", "GA102", "AD102", "GH100", "GB100", "GB202"
};

enum { CHIPS = sizeof chips / sizeof *chips };

struct unknown {
	size_t count;
	const char *last;
};

static void note_unknown(void *data, const char *name)
{
	struct unknown *unknown = data;

	unknown->count++;
	unknown->last = name;
}

static struct unknown configure(struct metric_config *config, CUpti_ProfilerType type,
                                const char *chip, const char *text)
{
	struct unknown unknown = { 0 };
	struct metric_list list;
	struct metric_wish wish = {
		.type = type,
		.chip = chip,
		.names = list.names,
		.unknown = note_unknown,
		.data = &unknown,
	};
	const char *wrong;

	ck_assert_int_eq(metric_list_init(&list, text, &wrong), 0);
	wish.count = list.count;
	ck_assert_msg(metric_config_init(config, &wish) == CUPTI_SUCCESS, "%s: cannot configure %s",
	              chip, text);
	ck_assert_uint_eq(config->count + unknown.count, list.count);
	ck_assert_uint_gt(config->image_bytes, 0);
	return unknown; /* the list stays: its names are config's */
}

START_TEST(lists)
{
	const char *wrong = NULL;
	struct metric_list list;
	char *text;
	size_t used = 0;

	ck_assert_int_eq(metric_list_init(&list, "a__b.sum,stalls,a__b.sum,default", &wrong), 0);
	ck_assert_str_eq(list.names[0], "a__b.sum");
	for (size_t i = 0; i < list.count; i++)
		for (size_t k = 0; k < i; k++)
			ck_assert_str_ne(list.names[i], list.names[k]);
	metric_list_release(&list);

	ck_assert_int_eq(metric_list_init(&list, "default,nosuch", &wrong), -EINVAL);
	ck_assert_str_eq(wrong, "nosuch");
	metric_list_release(&list);
	ck_assert_int_eq(metric_list_init(&list, "", &wrong), -EINVAL);
	metric_list_release(&list);

	text = malloc(METRICS_MAX * 16 + 16);
	ck_assert_ptr_nonnull(text);
	for (int i = 0; i <= METRICS_MAX; i++)
		used += (size_t)sprintf(text + used, "%sm__%d", i ? "," : "", i);
	ck_assert_int_eq(metric_list_init(&list, text, &wrong), -E2BIG);
	metric_list_release(&list);
	free(text);
	ck_assert_ptr_null(metric_set_find("nosuch"));
}
END_TEST

START_TEST(sets_of_hopper_are_whole)
{
	for (const struct metric_set *set = metric_sets; set->name; set++) {
		struct metric_config config;
		struct unknown unknown =
		        configure(&config, CUPTI_PROFILER_TYPE_RANGE_PROFILER, "GH100", set->name);

		ck_assert_msg(unknown.count == 0, "%s: GH100 has no %s", set->name, unknown.last);
		ck_assert_uint_ge(config.passes, 1);
		metric_config_release(&config);
	}
}
END_TEST

/* What the default set is for; DRAM bytes are in it, too, where a chip reports them. */
static const char *const default_names[] = {
	"sm__warps_active.avg.pct_of_peak_sustained_active",
	"smsp__thread_inst_executed_per_inst_executed.ratio",
	"sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio",
	"sm__inst_executed.avg.per_cycle_active",
	"smsp__warps_eligible.avg.per_cycle_active",
	"smsp__inst_executed.sum",
	"sm__cycles_active.avg",
	"sm__cycles_active.max",
	"smsp__inst_executed.max",
	"gpu__time_duration.sum",
};

static bool has_name(const struct metric_config *config, const char *name)
{
	for (size_t i = 0; i < config->count; i++)
		if (strcmp(config->names[i], name) == 0)
			return true;
	return false;
}

START_TEST(the_default_set_takes_one_pass)
{
	struct metric_config config;

	configure(&config, CUPTI_PROFILER_TYPE_RANGE_PROFILER, chips[_i], "default");
	ck_assert_msg(config.passes == 1, "%s: %zu passes", chips[_i], config.passes);
	for (size_t i = 0; i < sizeof default_names / sizeof *default_names; i++)
		ck_assert_msg(has_name(&config, default_names[i]), "%s: no %s", chips[_i],
		              default_names[i]);
	metric_config_release(&config);
}
END_TEST

START_TEST(every_chip_has_most_of_every_set)
{
	for (const struct metric_set *set = metric_sets; set->name; set++) {
		struct metric_config config;
		struct unknown unknown = configure(&config, CUPTI_PROFILER_TYPE_RANGE_PROFILER,
		                                   chips[_i], set->name);

		ck_assert_msg(unknown.count * 3 <= config.count, "%s: %s lacks %zu, the last is %s",
		              chips[_i], set->name, unknown.count, unknown.last);
		metric_config_release(&config);
	}
}
END_TEST

/* Names that are none for CUPTI 13.0; asked for the passes of some, it would crash. */
static const char *const bad_names[] = {
	"sm__no_such.sum",
	"smsp__inst_executed",
	"dram__throughput",
	"dram__throughput.avg",
	"sm__warps_active.",
	"sm__warps_active..avg",
	"sm__warps_active.avg.nonsense",
	"sm__warps_active.avg ",
	"__",
};

START_TEST(unknown_names_are_left_out)
{
	const char *names[] = { bad_names[_i], "smsp__inst_executed.sum" };
	struct unknown unknown = { 0 };
	struct metric_wish wish = {
		.type = CUPTI_PROFILER_TYPE_RANGE_PROFILER,
		.chip = "GH100",
		.names = names,
		.count = 2,
		.unknown = note_unknown,
		.data = &unknown,
	};
	struct metric_config config;

	ck_assert_int_eq(metric_config_init(&config, &wish), CUPTI_SUCCESS);
	ck_assert_uint_eq(unknown.count, 1);
	ck_assert_str_eq(unknown.last, bad_names[_i]);
	ck_assert_uint_eq(config.count, 1);
	ck_assert_str_eq(config.names[0], "smsp__inst_executed.sum");
	ck_assert_uint_eq(config.passes, 1);
	metric_config_release(&config);
	wish.count = 1;
	wish.unknown = NULL;
	ck_assert_int_eq(metric_config_init(&config, &wish), CUPTI_ERROR_INVALID_METRIC_NAME);
	ck_assert_ptr_null(config.image);
}
END_TEST

START_TEST(an_unknown_chip_is_an_error)
{
	const char *name = "smsp__inst_executed.sum";
	const struct metric_wish wish = {
		.type = CUPTI_PROFILER_TYPE_RANGE_PROFILER,
		.chip = "XX100",
		.names = &name,
		.count = 1,
	};
	struct metric_config config;

	ck_assert_int_ne(metric_config_init(&config, &wish), CUPTI_SUCCESS);
	ck_assert_ptr_null(config.names);
}
END_TEST

START_TEST(pm_sampling_has_metrics_of_its_own)
{
	struct metric_config config;
	struct unknown unknown = configure(&config, CUPTI_PROFILER_TYPE_PM_SAMPLING, "GH100",
	                                   "sm__cycles_active.avg,smsp__sass_inst_executed.sum");

	ck_assert_uint_eq(unknown.count, 1);
	ck_assert_uint_eq(config.passes, 1);
	metric_config_release(&config);
}
END_TEST

static bool is_there(const char *path, void *data)
{
	snprintf(data, PATH_MAX, "%s", path);
	return strchr(path, '/') != NULL;
}

/* Not one that stands in for it: only a file by its path. */
static bool find_cupti(void)
{
	char path[PATH_MAX] = "";

	return cupti_search(CUPTI_MAJOR_BEST, is_there, path) && cupti_api_load(path) == 0 &&
	       metric_config_is_available();
}

int main(void)
{
	Suite *suite = suite_create("metric_config");
	TCase *cases = tcase_create("metric_config");

	tcase_add_test(cases, lists);
	if (find_cupti()) {
		tcase_add_test(cases, sets_of_hopper_are_whole);
		tcase_add_loop_test(cases, the_default_set_takes_one_pass, 0, CHIPS);
		tcase_add_loop_test(cases, every_chip_has_most_of_every_set, 0, CHIPS);
		tcase_add_loop_test(cases, unknown_names_are_left_out, 0,
		                    sizeof bad_names / sizeof *bad_names);
		tcase_add_test(cases, an_unknown_chip_is_an_error);
		tcase_add_test(cases, pm_sampling_has_metrics_of_its_own);
	} else {
		printf("# no libcupti is installed: its metrics are not tested\n");
	}
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
