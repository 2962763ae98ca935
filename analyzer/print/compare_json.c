/* SPDX-License-Identifier: MIT */
/* A comparison as JSON, as schema/compare.schema.json describes it. */
#include <config.h>

#include <errno.h>
#include <math.h>

#include "compare/comparison.h"
#include "rules/shared/finding.h"

/* Rounded to 3 decimals: more would be noise. */
static json_t *percent_json(double percent)
{
	return isfinite(percent) ? json_real(round(percent * 1000) / 1000) : json_null();
}

static json_t *text_or_null(const char *text)
{
	return text && *text ? json_string(text) : json_null();
}

static json_t *p_of(const struct compared_value *value)
{
	return value->has_test ? json_real(value->p) : json_null();
}

static json_t *run_of(const struct compared_run *run)
{
	return json_pack("{so sI sI so so so sI}", "path", json_string(run->path), "program_ns",
	                 (json_int_t)run->program_ns, "wall_ns", (json_int_t)run->wall_ns,
	                 "program", text_or_null(run->program), "gpu", text_or_null(run->gpu),
	                 "is_complete", json_boolean(run->is_complete), "processes",
	                 (json_int_t)run->processes);
}

static json_t *side_of(const struct comparison *c, enum side side)
{
	const struct compared_side *s = &c->sides[side];
	json_t *runs = json_array();

	for (size_t i = 0; i < s->count; i++)
		json_array_append_new(runs, run_of(&s->runs[i]));
	return json_pack("{sI sI sI sI so}", "program_ns", (json_int_t)c->program.ns[side],
	                 "min_ns", (json_int_t)s->runs[0].program_ns, "max_ns",
	                 (json_int_t)s->runs[s->count - 1].program_ns, "wall_ns",
	                 (json_int_t)c->wall.ns[side], "runs", runs);
}

static json_t *length_of(const struct compared_length *length)
{
	json_t *test = json_null(), *needed = json_null();

	if (length->verdict == VERDICT_CANNOT_TELL)
		needed = json_pack("{ss sI}", "name", RANK_TEST_NAME, "runs",
		                   (json_int_t)rank_test_least());
	else
		test = json_pack("{ss sf sf sb}", "name", RANK_TEST_NAME, "p", length->test.p,
		                 "alpha", RANK_TEST_ALPHA, "is_exact", length->test.is_exact);
	return json_pack("{sI sI sI so ss so so}", "base_ns", (json_int_t)length->ns[SIDE_BASE],
	                 "new_ns", (json_int_t)length->ns[SIDE_NEW], "change_ns",
	                 (json_int_t)length->change_ns, "change_percent",
	                 percent_json(length->change_percent), "verdict",
	                 comparison_verdicts[length->verdict], "test", test, "needed", needed);
}

static json_t *causes_of(const struct comparison *c)
{
	json_t *array = json_array();

	for (size_t i = 0; i < c->causes_count; i++) {
		const struct compared_cause *cause = &c->causes[i];

		json_array_append_new(
		        array,
		        json_pack("{so so sb sI sI sI so}", "id", json_string(cause->id), "text",
		                  json_string(cause->text), "is_program", cause->is_program,
		                  "base_ns", (json_int_t)cause->ns[SIDE_BASE], "new_ns",
		                  (json_int_t)cause->ns[SIDE_NEW], "change_ns",
		                  (json_int_t)cause->change_ns, "share_percent",
		                  cause->is_program
		                          ? percent_json(comparison_share(c, cause->change_ns))
		                          : json_null()));
	}
	return array;
}

static json_t *size_of(const int64_t size[3])
{
	return json_pack("[III]", (json_int_t)size[0], (json_int_t)size[1], (json_int_t)size[2]);
}

static json_t *shape_of(const struct run_kernel *k)
{
	return k ? json_pack("{so so so sI}", "grid", size_of(k->grid), "block", size_of(k->block),
	                     "cluster", k->cluster[0] > 0 ? size_of(k->cluster) : json_null(),
	                     "dynamic_shared_bytes", (json_int_t)k->dynamic_shared_bytes)
	         : json_null();
}

static json_t *kernel_of(const struct comparison *c, const struct compared_kernel *k)
{
	const struct run_kernel *one = k->kernel[k->kernel[SIDE_NEW] ? SIDE_NEW : SIDE_BASE];
	json_t *object = json_pack(
	        "{so so ss sb so so sI sI sI sI so}", "name", json_string(one->name), "mangled",
	        json_string(one->mangled), "state", comparison_states[k->state], "is_reshaped",
	        k->is_reshaped, "base_shape", shape_of(k->kernel[SIDE_BASE]), "new_shape",
	        shape_of(k->kernel[SIDE_NEW]), "base_launches", (json_int_t)k->launches[SIDE_BASE],
	        "new_launches", (json_int_t)k->launches[SIDE_NEW], "base_total_ns",
	        (json_int_t)k->total.ns[SIDE_BASE], "new_total_ns",
	        (json_int_t)k->total.ns[SIDE_NEW], "p", p_of(&k->total));

	json_object_set_new(object, "base_critical_ns",
	                    c->has_critical ? json_integer(k->critical_ns[SIDE_BASE])
	                                    : json_null());
	json_object_set_new(object, "new_critical_ns",
	                    c->has_critical ? json_integer(k->critical_ns[SIDE_NEW]) : json_null());
	json_object_set_new(object, "change_ns",
	                    c->has_critical ? json_integer(k->change_ns) : json_null());
	json_object_set_new(object, "share_percent",
	                    c->has_critical ? percent_json(comparison_share(c, k->change_ns))
	                                    : json_null());
	return object;
}

static json_t *kernels_of(const struct comparison *c)
{
	json_t *array = json_array();

	for (size_t i = 0; i < c->kernels_count; i++)
		json_array_append_new(array, kernel_of(c, &c->kernels[i]));
	return json_pack("{so so}", "rest_change_ns",
	                 c->has_critical ? json_integer(c->kernels_rest_ns) : json_null(), "rows",
	                 array);
}

static json_t *finding_side_of(const struct compared_finding *f, enum side side)
{
	const struct run_finding *one = f->finding[side];

	if (!one)
		return json_null();
	return json_pack("{ss sI sI so so}", "severity", finding_severities[one->severity], "runs",
	                 (json_int_t)f->runs[side], "cost_ns", (json_int_t)f->cost.ns[side],
	                 "gain_ns", one->gain_ns < 0 ? json_null() : json_integer(one->gain_ns),
	                 "headline", json_string(one->headline));
}

static json_t *finding_of(const struct comparison *c, const struct compared_finding *f)
{
	const struct run_finding *one = f->finding[f->finding[SIDE_NEW] ? SIDE_NEW : SIDE_BASE];
	json_t *place = json_null();

	if (one->file && *one->file)
		place = json_pack("{so so}", "file", json_string(one->file), "line",
		                  one->line > 0 ? json_integer(one->line) : json_null());
	return json_pack("{so so so ss so so so sI so so}", "id", json_string(one->rule), "title",
	                 json_string(one->title), "subject", json_string(one->subject), "state",
	                 comparison_states[f->state], "location", place, "base",
	                 finding_side_of(f, SIDE_BASE), "new", finding_side_of(f, SIDE_NEW),
	                 "change_ns", (json_int_t)f->change_ns, "share_percent",
	                 percent_json(comparison_share(c, f->change_ns)), "p", p_of(&f->cost));
}

static json_t *findings_of(const struct comparison *c)
{
	json_t *array = json_array();

	for (size_t i = 0; i < c->findings_count; i++)
		json_array_append_new(array, finding_of(c, &c->findings[i]));
	return array;
}

static json_t *notes_of(const struct comparison *c)
{
	json_t *array = json_array();

	for (size_t i = 0; i < c->notes_count; i++)
		json_array_append_new(array, json_string(c->notes[i]));
	return array;
}

int comparison_print_json(const struct comparison *c, FILE *stream, const char *gate)
{
	json_t *root =
	        json_pack("{ss s{ss ss} so so so so so so so so so so}", "schema_version",
	                  COMPARISON_VERSION, "tool", "name", PACKAGE, "version", PACKAGE_VERSION,
	                  "base", side_of(c, SIDE_BASE), "new", side_of(c, SIDE_NEW), "program",
	                  length_of(&c->program), "wall", length_of(&c->wall), "notes", notes_of(c),
	                  "hint", text_or_null(c->hint), "causes", causes_of(c), "kernels",
	                  kernels_of(c), "findings", findings_of(c), "gate", text_or_null(gate));

	if (!root)
		return -ENOMEM;
	json_dumpf(root, stream,
	           JSON_INDENT(1) | JSON_REAL_PRECISION(12)); /* a full disk: its owner's */
	fputc('\n', stream);
	json_decref(root);
	return 0;
}
