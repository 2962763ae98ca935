/* SPDX-License-Identifier: MIT */
/*
 * Makes the tiles of a run, from the root down. A tile looks at all spans that begin in it, which
 * stand together once spans are in order of start; so each level that is needed costs a pass over
 * what it shows, and all of it little memory.
 */
#include "report/fine_tiles.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "report/fine_parts.h"

const char *const fine_rows_names[FINE_ROWS] = {
	[FINE_OPERATIONS] = "operations", [FINE_CALLS] = "calls",
	[FINE_RANGES] = "ranges",         [FINE_SAMPLES] = "samples",
	[FINE_OVERHEADS] = "overheads",   [FINE_MIGRATIONS] = "migrations",
	[FINE_STEPS] = "steps",
};

int64_t fine_root_ns(int64_t first_ns, int64_t last_ns)
{
	int64_t root_ns = FINE_TILE_CELLS;

	while (root_ns <= last_ns - first_ns && root_ns < INT64_MAX / FINE_TILE_RATIO)
		root_ns *= FINE_TILE_RATIO;
	return root_ns;
}

/* An operation that a finding is about. */
struct mark {
	uint32_t operation, finding;
};

struct lane {
	uint64_t tile; /* that its last box is of */
	int64_t start_ns, end_ns;
	size_t box;
};

/* What is at hand while the tiles of one kind are made. */
struct tree {
	struct fine_work *work;
	const struct fine_sink *sink;
	const struct fine_kind *kinds; /* of FINE_ROWS */
	const struct fine_kind *kind;  /* the one at work */
	enum fine_rows rows;
	uint32_t *order; /* of the kind's spans by start; NULL: they are */
	int64_t first_ns, last_ns, root_ns;
	uint64_t tile; /* the number of the one at work */
	struct lane *lanes;
	union fine_box *boxes;
	struct fine_reference *references[2];
	size_t boxes_count;
	const struct mark *marks; /* by operation */
	size_t marks_count;
	uint64_t *placed; /* by lane and finding: the tile and box that it was last said of */
	struct fine_place *places;
	size_t places_count;
	int64_t owed_ns[SHARES]; /* of steps: what shares had no box for yet */
	int err;
};

/* Spans, in order of start, that reach beyond the tile, or the quarter of a tile, that they begin
 * in. */
struct carried {
	uint32_t *spans;
	size_t count;
};

struct cell {
	int level;
	int64_t index, from_ns, to_ns, resolution_ns;
};

static uint32_t span_at(const struct tree *tree, size_t place)
{
	return tree->order ? tree->order[place] : (uint32_t)place;
}

/* ---- spans in order ---- */

static bool starts_before(const struct tree *tree, size_t place, int64_t ns)
{
	return fine_start_ns(&tree->kind->in, span_at(tree, place)) < ns;
}

/* The place of the first span that begins at NS or later. */
static size_t place_of(const struct tree *tree, int64_t ns)
{
	size_t low = 0, high = tree->kind->in.count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (starts_before(tree, middle, ns))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct start {
	int64_t ns;
	uint32_t span;
};

static int compare_starts(const void *a, const void *b)
{
	const struct start *left = a, *right = b;

	if (left->ns != right->ns)
		return left->ns < right->ns ? -1 : 1;
	return left->span < right->span ? -1 : 1;
}

/* Calls are in order of their ids, which is not always that of their starts. */
static int put_in_order(struct tree *tree)
{
	const struct fine_input *in = &tree->kind->in;
	struct start *starts;
	bool is_ordered = true;

	tree->order = NULL;
	for (size_t i = 1; i < in->count && is_ordered; i++)
		is_ordered = fine_start_ns(in, i - 1) <= fine_start_ns(in, i);
	if (is_ordered)
		return 0;
	starts = malloc(in->count * sizeof *starts);
	tree->order = malloc(in->count * sizeof *tree->order);
	if (starts && tree->order) {
		for (size_t i = 0; i < in->count; i++)
			starts[i] = (struct start){ fine_start_ns(in, i), (uint32_t)i };
		qsort(starts, in->count, sizeof *starts, compare_starts);
		for (size_t i = 0; i < in->count; i++)
			tree->order[i] = starts[i].span;
	}
	free(starts);
	return starts && tree->order ? 0 : -ENOMEM;
}

/* ---- boxes ---- */

/* Says once of BOX that finding by finding is about operation SPAN, in LANE. */
static void add_places(struct tree *tree, uint32_t span, uint32_t lane, size_t box)
{
	size_t low = 0, high = tree->marks_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (tree->marks[middle].operation < span)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < tree->marks_count && tree->marks[low].operation == span; low++) {
		const uint32_t finding = tree->marks[low].finding;
		uint64_t *placed = &tree->placed[finding * tree->kind->in.lanes + lane];
		const uint64_t here = tree->tile << 32 | box;

		if (*placed == here)
			continue;
		*placed = here;
		if (ARRAY_ROOM(&tree->places, tree->places_count)) {
			tree->err = -ENOMEM;
			return;
		}
		tree->places[tree->places_count++] =
		        (struct fine_place){ .finding = finding, .operation = (uint32_t)box };
	}
}

static void add_to_box(struct tree *tree, uint32_t span, size_t box)
{
	const uint32_t lane = tree->kind->lane ? tree->kind->lane[span] : 0;

	tree->kind->take(tree->work, tree->kind, &tree->boxes[box], span);
	if (tree->rows == FINE_OPERATIONS && tree->marks_count)
		add_places(tree, span, lane, box);
}

/* The number of a new box. */
static size_t add_box(struct tree *tree)
{
	const size_t count = tree->boxes_count;

	if (ARRAY_ROOM(&tree->boxes, count) || ARRAY_ROOM(&tree->references[0], count) ||
	    ARRAY_ROOM(&tree->references[1], count)) {
		tree->err = -ENOMEM;
		return 0;
	}
	tree->boxes[count] = (union fine_box){ 0 };
	return tree->boxes_count++;
}

/* Takes SPAN into the tile; false: it shares a box with others. */
static bool add_span(struct tree *tree, const struct cell *cell, uint32_t span)
{
	const struct fine_input *in = &tree->kind->in;
	struct lane *lane = &tree->lanes[in->lane ? in->lane[span] : 0];
	int64_t start_ns = fine_start_ns(in, span), end_ns = fine_end_ns(in, span);

	if (lane->tile == tree->tile && start_ns - lane->end_ns < cell->resolution_ns &&
	    end_ns - lane->start_ns < cell->resolution_ns) {
		lane->end_ns = end_ns > lane->end_ns ? end_ns : lane->end_ns;
		add_to_box(tree, span, lane->box);
		return false;
	}
	*lane = (struct lane){ tree->tile, start_ns, end_ns, add_box(tree) };
	if (!tree->err)
		add_to_box(tree, span, lane->box);
	return true;
}

/* ---- what boxes refer to ---- */

static struct fine_reference reference(struct tree *tree, enum fine_rows rows, uint32_t span)
{
	const struct fine_kind *kind = &tree->kinds[rows];

	if (span == NONE || span >= kind->in.count)
		return (struct fine_reference){ 0, NONE, NONE };
	return (struct fine_reference){ fine_start_ns(&kind->in, span), kind->lane[span],
		                        kind->name(tree->work, kind, span) };
}

/* A box of several steps is of the share that has most of what was not given one yet, so that sums
 * stay right to a cell. */
static void choose_share(struct tree *tree, struct fine_step *step)
{
	if (step->count == 1)
		return;
	for (int share = 0; share < SHARES; share++) {
		tree->owed_ns[share] += step->share_ns[share];
		if (tree->owed_ns[share] > tree->owed_ns[step->share])
			step->share = (uint8_t)share;
	}
	tree->owed_ns[step->share] -= step->end_ns - step->start_ns;
}

static void finish_boxes(struct tree *tree)
{
	for (size_t i = 0; i < tree->boxes_count; i++) {
		union fine_box *box = &tree->boxes[i];

		if (tree->rows == FINE_OPERATIONS) {
			tree->references[0][i] =
			        reference(tree, FINE_OPERATIONS, box->operation.blocker);
			tree->references[1][i] = reference(tree, FINE_CALLS, box->operation.call);
		} else if (tree->rows == FINE_CALLS) {
			tree->references[0][i] = reference(tree, FINE_OPERATIONS, box->span.waited);
		} else if (tree->rows == FINE_STEPS) {
			choose_share(tree, &box->step);
		}
	}
}

/* ---- tiles ---- */

static bool is_last(const struct tree *tree, const struct cell *cell)
{
	return cell->to_ns > tree->last_ns;
}

static void keep(struct tree *tree, struct carried *kept, uint32_t span)
{
	if (kept->count >= FINE_CARRIED_MAX)
		return;
	if (ARRAY_ROOM(&kept->spans, kept->count) || !kept->spans)
		tree->err = -ENOMEM;
	else
		kept->spans[kept->count++] = span;
}

/* Whether SPAN, which begins in CELL, reaches beyond the quarter that it begins in. */
static bool reaches_on(const struct tree *tree, const struct cell *cell, uint32_t span)
{
	const struct fine_input *in = &tree->kind->in;
	const int64_t quarter_ns = (cell->to_ns - cell->from_ns) / FINE_TILE_RATIO;
	const int64_t start_ns = fine_start_ns(in, span);
	const int64_t since_ns = start_ns < cell->from_ns ? 0 : start_ns - cell->from_ns;

	return fine_end_ns(in, span) > cell->from_ns + (since_ns / quarter_ns + 1) * quarter_ns;
}

/* Fills the tile of CELL with what begins in it and what CARRIED brings. Returns whether all have
 * a box of their own. */
static bool fill_tile(struct tree *tree, const struct cell *cell, const struct carried *carried,
                      struct carried *beyond)
{
	const size_t first = cell->index ? place_of(tree, cell->from_ns) : 0;
	const size_t last =
	        is_last(tree, cell) ? tree->kind->in.count : place_of(tree, cell->to_ns);
	bool is_complete = true;

	tree->tile++;
	tree->boxes_count = tree->places_count = 0;
	for (size_t i = 0; i < carried->count && !tree->err; i++) {
		const uint32_t span = carried->spans[i];
		const struct fine_input *in = &tree->kind->in;

		if (fine_end_ns(in, span) - fine_start_ns(in, span) >= cell->resolution_ns)
			add_span(tree, cell, span);
		else /* it is in the last box of the tile before */
			is_complete = false;
	}
	for (size_t i = first; i < last && !tree->err; i++) {
		const uint32_t span = span_at(tree, i);

		if (!add_span(tree, cell, span))
			is_complete = false;
		if (reaches_on(tree, cell, span))
			keep(tree, beyond, span);
	}
	return is_complete || cell->resolution_ns == 1;
}

/* The tile of CELL and all below it. */
static void add_tile(struct tree *tree, const struct cell *cell, const struct carried *carried)
{
	const int64_t quarter_ns = (cell->to_ns - cell->from_ns) / FINE_TILE_RATIO;
	struct carried beyond = { 0 }, below = { 0 };
	struct fine_tile tile = { .rows = tree->rows,
		                  .level = cell->level,
		                  .index = cell->index,
		                  .from_ns = cell->from_ns,
		                  .to_ns = cell->to_ns,
		                  .resolution_ns = cell->resolution_ns };

	for (size_t i = 0; i < carried->count; i++)
		keep(tree, &beyond, carried->spans[i]);
	tile.is_complete = fill_tile(tree, cell, carried, &beyond);
	finish_boxes(tree);
	tile.boxes = tree->boxes;
	tile.blockers = tile.waited = tree->references[0];
	tile.calls = tree->references[1];
	tile.count = tree->boxes_count;
	tile.places = tree->places;
	tile.places_count = tree->places_count;
	if (!tree->err)
		tree->err = tree->sink->take(tree->sink->data, &tile);
	for (int64_t q = 0; q < FINE_TILE_RATIO && !tile.is_complete && !tree->err; q++) {
		const struct cell child = { .level = cell->level + 1,
			                    .index = cell->index * FINE_TILE_RATIO + q,
			                    .from_ns = cell->from_ns + q * quarter_ns,
			                    .to_ns = cell->from_ns + (q + 1) * quarter_ns,
			                    .resolution_ns =
			                            cell->resolution_ns / FINE_TILE_RATIO };

		if (child.from_ns > tree->last_ns)
			break;
		below.count = 0;
		for (size_t i = 0; i < beyond.count && !tree->err; i++) {
			const struct fine_input *in = &tree->kind->in;

			if (fine_start_ns(in, beyond.spans[i]) < child.from_ns &&
			    fine_end_ns(in, beyond.spans[i]) > child.from_ns)
				keep(tree, &below, beyond.spans[i]);
		}
		if (!tree->err)
			add_tile(tree, &child, &below);
	}
	free(beyond.spans);
	free(below.spans);
}

static void add_tree(struct tree *tree, enum fine_rows rows)
{
	const struct cell root = { .to_ns = tree->first_ns + tree->root_ns,
		                   .from_ns = tree->first_ns,
		                   .resolution_ns = tree->root_ns / FINE_TILE_CELLS };

	tree->rows = rows;
	tree->kind = &tree->kinds[rows];
	tree->lanes = calloc(tree->kind->in.lanes + 1, sizeof *tree->lanes);
	if (!tree->lanes || put_in_order(tree))
		tree->err = -ENOMEM;
	if (!tree->err)
		add_tile(tree, &root, &(struct carried){ 0 });
	free(tree->order);
	free(tree->lanes);
	tree->order = NULL;
}

/* ---- the time budget's steps as spans ---- */

struct step_span {
	int64_t start_ns, end_ns;
	enum share share;
};

static void take_step(struct fine_work *work, const struct fine_kind *kind, void *into, size_t i)
{
	const struct step_span *step =
	        (const struct step_span *)(const void *)((const char *)kind->in.start_ns +
	                                                 i * kind->in.stride_bytes);
	struct fine_step *box = into;

	(void)work;
	if (!box->count) {
		box->start_ns = step->start_ns;
		box->share = (uint8_t)step->share;
	}
	box->end_ns = step->end_ns;
	box->share_ns[step->share] += step->end_ns - step->start_ns;
	box->count++;
}

static struct step_span *open_steps(struct fine_work *work, struct fine_kind *kind)
{
	struct graph_path path = { 0 };
	struct step_span *spans = NULL;
	int64_t at_ns = work->trace->first_ns;

	*kind = (struct fine_kind){ .in = { .stride_bytes = sizeof *spans, .lanes = 1 },
		                    .take = take_step };
	if (graph_path_init(&path, work->graph) == 0)
		spans = malloc((path.count + 1) * sizeof *spans);
	for (size_t i = 0; spans && i < path.count; i++) {
		spans[i] = (struct step_span){ at_ns, at_ns + path.steps[i].duration_ns,
			                       path.steps[i].share };
		at_ns = spans[i].end_ns;
	}
	if (spans) {
		kind->in.count = path.count;
		kind->in.start_ns = &spans->start_ns;
		kind->in.end_ns = &spans->end_ns;
	} else {
		report_keep(work->report, NULL);
	}
	graph_path_release(&path);
	return spans;
}

/* ---- where findings are ---- */

static int compare_marks(const void *a, const void *b)
{
	const struct mark *left = a, *right = b;

	if (left->operation != right->operation)
		return left->operation < right->operation ? -1 : 1;
	return (left->finding > right->finding) - (left->finding < right->finding);
}

/* The operations of all findings, in order; each finding's own are counted. NULL without memory. */
static struct mark *find_marks(struct fine_work *work, const struct findings *findings,
                               size_t *marks_count)
{
	struct fine_timeline *t = work->timeline;
	size_t sum = 0, kept = 0;
	struct mark *marks;

	for (size_t i = 0; i < findings->count; i++)
		sum += findings->items[i]->kept_count;
	marks = malloc((sum + 1) * sizeof *marks);
	t->findings = calloc(findings->count + 1, sizeof *t->findings);
	if (!marks || !t->findings) {
		free(marks);
		report_keep(work->report, NULL);
		return NULL;
	}
	sum = 0;
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *f = findings->items[i];

		t->findings[t->findings_count++] = (struct fine_finding){
			.rule = f->rule,
			.subject = report_keep_text(work->report, strdup(f->subject)),
		};
		for (size_t k = 0; k < f->kept_count; k++)
			marks[sum++] = (struct mark){ f->kept[k], (uint32_t)i };
	}
	qsort(marks, sum, sizeof *marks, compare_marks);
	for (size_t i = 0; i < sum; i++)
		if (!kept || compare_marks(&marks[kept - 1], &marks[i])) {
			t->findings[marks[i].finding].places++;
			marks[kept++] = marks[i];
		}
	*marks_count = kept;
	return marks;
}

/* ---- all ---- */

void fine_add_tiles(struct fine_work *work, const struct findings *findings,
                    const struct fine_sink *sink)
{
	const struct trace *trace = work->trace;
	struct fine_kind kinds[FINE_ROWS];
	struct tree tree = { .work = work,
		             .sink = sink,
		             .kinds = kinds,
		             .first_ns = trace->first_ns,
		             .last_ns = trace->last_ns,
		             .root_ns = fine_root_ns(trace->first_ns, trace->last_ns) };
	struct mark *marks = find_marks(work, findings, &tree.marks_count);
	struct step_span *steps;

	fine_open_operations(work, &kinds[FINE_OPERATIONS]);
	fine_open_calls(work, &kinds[FINE_CALLS]);
	fine_open_ranges(work, &kinds[FINE_RANGES]);
	fine_open_samples(work, &kinds[FINE_SAMPLES]);
	fine_open_overheads(work, &kinds[FINE_OVERHEADS]);
	fine_open_migrations(work, &kinds[FINE_MIGRATIONS]);
	steps = open_steps(work, &kinds[FINE_STEPS]);
	tree.marks = marks;
	tree.placed =
	        calloc(work->timeline->tracks_count * findings->count + 1, sizeof *tree.placed);
	if (!marks || !steps || !tree.placed || report_has_failed(work->report))
		tree.err = -ENOMEM;
	for (int rows = 0; rows < FINE_ROWS && !tree.err; rows++)
		add_tree(&tree, (enum fine_rows)rows);
	if (tree.err)
		report_keep(work->report, NULL);
	for (int rows = 0; rows < FINE_ROWS; rows++)
		fine_kind_release(&kinds[rows]);
	free(steps);
	free(marks);
	free(tree.placed);
	free(tree.places);
	free(tree.boxes);
	free(tree.references[0]);
	free(tree.references[1]);
}
