/* SPDX-License-Identifier: MIT */
/* Chooses launches by their times. */
#include "record/chosen_launches.h"

#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "kernel/kernel_figures.h"
#include "trace_file.h"

/* Kernels that are looked at, in order of arrival: 128 MiB, and as much again to sort them. What
 * comes later takes its time like them, or is not chosen. */
#define KERNELS_MAX "8388608"

#define CHOSEN_PERCENT                                                                         \
	99.0              /* of the time, in shapes of most time, of which launches are chosen \
	                   */
#define GOOD_PERCENT 90.0 /* of its time: the first launches of a shape stand for it */
#define ALIKE        0.05 /* of its time: as good as another launch, so that the earlier is chosen */

struct launched {
	int64_t correlation_id; /* in order of launch */
	uint32_t kind;
	float ns; /* NAN: unknown */
};

/* All launches with one launch_key. */
struct launch_kind {
	uint64_t key, function;
	double total_ns, longest_ns;
	size_t first, count; /* its launches */
};

/* Of a launch_shape of the trace. */
struct shape_kind {
	int64_t id;
	uint64_t key, function;
	uint32_t kind;
};

struct launch_times {
	struct shape_kind *shapes; /* in order of id */
	struct launch_kind *kinds; /* in order of key, then in that of time */
	struct launched *launches; /* in order of kind, then of launch */
	size_t shapes_count, kinds_count, launches_count;
	double total_ns;
};

/* What was chosen in one of the traces. */
struct choice {
	struct launch_plan_shape shape;
	double total_ns;
};

struct choices {
	struct choice *items;
	size_t count;
};

/* ---- reading the timeline ---- */

static int compare_ids(const void *a, const void *b)
{
	const struct shape_kind *left = a, *right = b;

	return (left->id > right->id) - (left->id < right->id);
}

static int compare_keys(const void *a, const void *b)
{
	const struct launch_kind *left = a, *right = b;

	return (left->key > right->key) - (left->key < right->key);
}

static int read_shape(struct launch_times *t, sqlite3_stmt *row)
{
	struct shape_kind *shape = ARRAY_ADD(&t->shapes, &t->shapes_count);
	const char *name = (const char *)sqlite3_column_text(row, 1);
	struct launch_key key = { .function = name ? name : "" };

	if (!shape)
		return -ENOMEM;
	for (int i = 0; i < 3; i++) {
		key.grid[i] = (uint32_t)sqlite3_column_int64(row, 2 + i);
		key.block[i] = (uint32_t)sqlite3_column_int64(row, 5 + i);
	}
	key.dynamic_shared_bytes = (uint32_t)sqlite3_column_int64(row, 8);
	*shape = (struct shape_kind){ .id = sqlite3_column_int64(row, 0),
		                      .key = launch_key_hash(&key),
		                      .function = launch_function_hash(key.function) };
	return 0;
}

static int read_launch(struct launch_times *t, sqlite3_stmt *row)
{
	const struct shape_kind wanted = { .id = sqlite3_column_int64(row, 0) };
	const struct shape_kind *shape =
	        t->shapes_count
	                ? bsearch(&wanted, t->shapes, t->shapes_count, sizeof wanted, compare_ids)
	                : NULL;
	const bool is_timed = sqlite3_column_type(row, 2) != SQLITE_NULL;
	struct launched *launch;

	if (!shape)
		return 0;
	launch = ARRAY_ADD(&t->launches, &t->launches_count);
	if (!launch)
		return -ENOMEM;
	*launch = (struct launched){
		.correlation_id = sqlite3_column_int64(row, 1),
		.kind = shape->kind,
		.ns = is_timed ? (float)fmax(0, sqlite3_column_double(row, 2)) : NAN,
	};
	t->kinds[shape->kind].count++;
	if (is_timed) {
		t->kinds[shape->kind].total_ns += launch->ns;
		t->kinds[shape->kind].longest_ns =
		        fmax(t->kinds[shape->kind].longest_ns, launch->ns);
	}
	return 0;
}

/* Calls READ with each row of SQL. A damaged trace is as long as it can be read. */
static int read_rows(struct launch_times *t, sqlite3 *db, const char *sql,
                     int (*read)(struct launch_times *t, sqlite3_stmt *row))
{
	sqlite3_stmt *statement = NULL;
	int err = 0;

	if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK)
		while (!err && sqlite3_step(statement) == SQLITE_ROW)
			err = read(t, statement);
	sqlite3_finalize(statement);
	return err;
}

/* Makes one kind of all shapes with one key. */
static int find_kinds(struct launch_times *t)
{
	size_t kinds = 0;

	t->kinds = calloc(t->shapes_count + 1, sizeof *t->kinds);
	if (!t->kinds)
		return -ENOMEM;
	for (size_t i = 0; i < t->shapes_count; i++)
		t->kinds[i] = (struct launch_kind){ .key = t->shapes[i].key,
			                            .function = t->shapes[i].function };
	qsort(t->kinds, t->shapes_count, sizeof *t->kinds, compare_keys);
	for (size_t i = 0; i < t->shapes_count; i++)
		if (i == 0 || t->kinds[i].key != t->kinds[kinds - 1].key)
			t->kinds[kinds++] = t->kinds[i];
	t->kinds_count = kinds;
	for (size_t i = 0; i < t->shapes_count; i++) {
		const struct launch_kind wanted = { .key = t->shapes[i].key };
		const struct launch_kind *kind =
		        bsearch(&wanted, t->kinds, kinds, sizeof wanted, compare_keys);

		t->shapes[i].kind = (uint32_t)(kind - t->kinds);
	}
	qsort(t->shapes, t->shapes_count, sizeof *t->shapes, compare_ids);
	return 0;
}

static int compare_launched(const void *a, const void *b)
{
	const struct launched *left = a, *right = b;

	if (left->kind != right->kind)
		return left->kind < right->kind ? -1 : 1;
	return (left->correlation_id > right->correlation_id) -
	       (left->correlation_id < right->correlation_id);
}

static int compare_times(const void *a, const void *b)
{
	const struct launch_kind *left = a, *right = b;

	if (left->total_ns != right->total_ns)
		return left->total_ns > right->total_ns ? -1 : 1;
	return compare_keys(a, b);
}

static void launch_times_release(struct launch_times *t)
{
	free(t->shapes);
	free(t->kinds);
	free(t->launches);
}

/* Nodes of graphs are no launches: nobody can measure them. */
static int launch_times_read(struct launch_times *t, sqlite3 *db)
{
	size_t first = 0;
	int err = read_rows(t, db,
	                    "SELECT s.id, f.name, grid_x, grid_y, grid_z, block_x, block_y, "
	                    "block_z, dynamic_shared_bytes FROM launch_shape s JOIN function f ON "
	                    "f.id = s.function_id",
	                    read_shape);

	if (!err && t->shapes_count)
		err = find_kinds(t);
	if (!err && t->shapes_count)
		err = read_rows(t, db,
		                "SELECT launch_shape_id, correlation_id, duration_ns FROM kernel "
		                "WHERE graph_id IS NULL LIMIT " KERNELS_MAX,
		                read_launch);
	if (err || !t->launches_count)
		return err;
	qsort(t->launches, t->launches_count, sizeof *t->launches, compare_launched);
	for (size_t i = 0; i < t->kinds_count; i++) {
		t->kinds[i].first = first;
		first += t->kinds[i].count;
		t->total_ns += t->kinds[i].total_ns;
	}
	qsort(t->kinds, t->kinds_count, sizeof *t->kinds, compare_times);
	return 0;
}

/* ---- choosing ---- */

/* A launch of a kind, by duration. */
struct choosable {
	float ns;
	uint32_t ordinal;
	bool is_chosen;
};

static int compare_choosables(const void *a, const void *b)
{
	const struct choosable *left = a, *right = b;

	if (left->ns != right->ns)
		return left->ns < right->ns ? -1 : 1;
	return (left->ordinal > right->ordinal) - (left->ordinal < right->ordinal);
}

/* Whether what is measured without a plan stands for the time, as kernel_represented.h judges it.
 */
static bool are_first_good(const struct choosable *choosables, size_t count, int64_t first,
                           double total_ns)
{
	double least_ns = INFINITY, most_ns = 0, good_ns = 0;

	for (size_t i = 0; i < count; i++) {
		if (choosables[i].ordinal > first &&
		    !launch_plan_is_further(choosables[i].ordinal, first))
			continue;
		least_ns = fmin(least_ns, choosables[i].ns);
		most_ns = fmax(most_ns, choosables[i].ns);
	}
	for (size_t i = 0; i < count; i++)
		if (choosables[i].ns * REPRESENTED_RATIO >= least_ns &&
		    choosables[i].ns <= most_ns * REPRESENTED_RATIO)
			good_ns += choosables[i].ns;
	return 100 * good_ns >= GOOD_PERCENT * total_ns;
}

/* Of those that take about as long as number AT of CHOOSABLES, which are sorted, takes the first
 * that was launched and is not chosen yet: the program gets there sooner. */
static void choose(struct launch_plan_shape *shape, struct choosable *choosables, size_t count,
                   size_t at)
{
	const float ns = choosables[at].ns;
	size_t from = at, best = count;

	while (from > 0 && choosables[from - 1].ns >= ns * (1 - ALIKE))
		from--;
	for (size_t i = from; i < count && choosables[i].ns <= ns * (1 + ALIKE); i++)
		if (!choosables[i].is_chosen &&
		    (best == count || choosables[i].ordinal < choosables[best].ordinal))
			best = i;
	if (best == count)
		return;
	choosables[best].is_chosen = true;
	shape->ordinals[shape->count++] = choosables[best].ordinal;
}

/* Chooses the launches in the middles of so many equal PARTS of the time, from the shortest launch
 * to the longest. */
static void choose_all(struct launch_plan_shape *shape, struct choosable *choosables, size_t count,
                       size_t parts, double total_ns)
{
	double until_ns = 0;
	size_t part = 0;

	for (size_t i = 0; i < count && part < parts; i++) {
		until_ns += choosables[i].ns;
		for (; part < parts &&
		       2 * (double)parts * until_ns >= (2 * (double)part + 1) * total_ns;
		     part++)
			choose(shape, choosables, count, i);
	}
}

/* Chooses of KIND; SHAPE names no launches where the first ones do. */
static int choose_of(struct launch_plan_shape *shape, const struct launch_times *t,
                     const struct launch_kind *kind, int64_t first)
{
	const size_t parts = first < LAUNCH_PLAN_ORDINALS ? (size_t)first : LAUNCH_PLAN_ORDINALS;
	struct choosable *choosables = malloc((kind->count + 1) * sizeof *choosables);
	size_t count = 0;

	*shape = (struct launch_plan_shape){
		.key = kind->key,
		.function = kind->function,
		.longest_ns = (int64_t)fmax(1, kind->longest_ns),
		.launches = (int64_t)kind->count,
	};
	if (!choosables)
		return -ENOMEM;
	for (size_t i = 0; i < kind->count; i++)
		if (!isnan(t->launches[kind->first + i].ns))
			choosables[count++] = (struct choosable){
				.ns = t->launches[kind->first + i].ns,
				.ordinal = (uint32_t)i + 1,
			};
	if (!are_first_good(choosables, count, first, kind->total_ns)) {
		qsort(choosables, count, sizeof *choosables, compare_choosables);
		choose_all(shape, choosables, count, parts, kind->total_ns);
	}
	free(choosables);
	return 0;
}

static int choose_in(struct choices *choices, const char *path, int64_t first)
{
	char error[TRACE_ERROR_MAX];
	struct launch_times t = { 0 };
	double seen_ns = 0;
	sqlite3 *db;
	int err;

	if (trace_file_open(path, &db, error))
		return 0; /* the summary says why */
	err = launch_times_read(&t, db);
	sqlite3_close(db);
	for (size_t i = 0; i < t.kinds_count && i < LAUNCH_PLAN_SHAPES && !err; i++) {
		struct choice choice = { .total_ns = t.kinds[i].total_ns };
		struct choice *added;

		if (choice.total_ns <= 0 || 100 * seen_ns >= CHOSEN_PERCENT * t.total_ns)
			break;
		seen_ns += choice.total_ns;
		err = choose_of(&choice.shape, &t, &t.kinds[i], first);
		if (err)
			break;
		added = ARRAY_ADD(&choices->items, &choices->count);
		if (added)
			*added = choice;
		else
			err = -ENOMEM;
	}
	launch_times_release(&t);
	return err;
}

/* ---- all traces ---- */

static int compare_choices(const void *a, const void *b)
{
	const struct choice *left = a, *right = b;

	if (left->shape.key != right->shape.key)
		return left->shape.key < right->shape.key ? -1 : 1;
	return (left->total_ns < right->total_ns) - (left->total_ns > right->total_ns);
}

static int compare_worth(const void *a, const void *b)
{
	const struct choice *left = a, *right = b;

	if (left->total_ns != right->total_ns)
		return left->total_ns > right->total_ns ? -1 : 1;
	return compare_choices(a, b);
}

/* Of several choices for one shape keeps that of most time. */
static void keep_best(struct choices *choices)
{
	size_t kept = 0;

	if (choices->count)
		qsort(choices->items, choices->count, sizeof *choices->items, compare_choices);
	for (size_t i = 0; i < choices->count; i++)
		if (!kept || choices->items[i].shape.key != choices->items[kept - 1].shape.key)
			choices->items[kept++] = choices->items[i];
	choices->count = kept;
	if (kept)
		qsort(choices->items, kept, sizeof *choices->items, compare_worth);
}

int chosen_launches_find(struct launch_plan *plan, const struct trace_list *traces, int64_t first)
{
	struct choices choices = { 0 };
	int err = 0;

	plan->count = 0;
	for (size_t i = 0; i < traces->count && !err; i++)
		err = choose_in(&choices, traces->paths[i], first);
	keep_best(&choices);
	for (size_t i = 0; i < choices.count && i < LAUNCH_PLAN_SHAPES; i++)
		plan->shapes[plan->count++] = choices.items[i].shape;
	free(choices.items);
	return err;
}

void chosen_launches_give(struct runs *runs, const struct trace_list *traces, int64_t first)
{
	struct launch_plan *plan;
	int err = 0;

	for (size_t i = 1; i < runs->count && !runs->plan; i++) {
		struct run *run = &runs->items[i];

		if (!*run->values[SETTING_ID_metrics] || run->function)
			continue;
		plan = malloc(sizeof *plan);
		err = plan ? chosen_launches_find(plan, traces, first) : -ENOMEM;
		if (!err && plan->count && asprintf(&runs->plan, "%s/plan", runs->folder) >= 0)
			err = launch_plan_write(plan, runs->plan);
		if (!err && runs->plan)
			run->values[SETTING_ID_metrics_plan] = runs->plan;
		free(plan);
	}
	if (err)
		error_print("cannot choose the launches to be measured, the first ones are: "
		            "folder=\"%s\": %s",
		            runs->folder, strerror(-err));
}
