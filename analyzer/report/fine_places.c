/* SPDX-License-Identifier: MIT */
/* Where findings are in the timeline: all operations of each, not its examples alone. */
#include <stdlib.h>
#include <string.h>

#include "report/fine_parts.h"

static int compare_numbers(const void *a, const void *b)
{
	const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

	return (left > right) - (left < right);
}

/* BOXES in order, each once. Returns how many. */
static size_t put_in_order(uint32_t *boxes, size_t count)
{
	bool is_ordered = true;
	size_t kept = 0;

	for (size_t i = 1; i < count && is_ordered; i++)
		is_ordered = boxes[i - 1] <= boxes[i];
	if (!is_ordered)
		qsort(boxes, count, sizeof *boxes, compare_numbers);
	for (size_t i = 0; i < count; i++)
		if (!kept || boxes[kept - 1] != boxes[i])
			boxes[kept++] = boxes[i];
	return kept;
}

/* The boxes of what F is about, of which ROOM are kept, evenly. */
static size_t add_places(struct fine_work *work, const struct finding *f, uint32_t *boxes,
                         uint32_t number, size_t room)
{
	struct fine_timeline *t = work->timeline;
	size_t count = 0, kept;

	for (size_t i = 0; i < f->kept_count; i++)
		if (work->operation_box[f->kept[i]] != NONE)
			boxes[count++] = work->operation_box[f->kept[i]];
	count = put_in_order(boxes, count);
	kept = count > room ? room : count;
	for (size_t i = 0; i < kept; i++)
		t->places[t->places_count++] = (struct fine_place){
			.finding = number,
			.operation = boxes[(size_t)((double)i * (double)count / (double)kept)],
		};
	return count;
}

void fine_add_places(struct fine_work *work, const struct findings *findings)
{
	struct fine_timeline *t = work->timeline;
	size_t most = 0, sum = 0, room;
	uint32_t *boxes = NULL;

	for (size_t i = 0; i < findings->count; i++) {
		most = findings->items[i]->kept_count > most ? findings->items[i]->kept_count
		                                             : most;
		sum += findings->items[i]->kept_count;
	}
	room = sum > FINE_PLACES_MAX ? FINE_PLACES_MAX / findings->count : sum;
	boxes = malloc((most + 1) * sizeof *boxes);
	t->places =
	        malloc(((sum > FINE_PLACES_MAX ? FINE_PLACES_MAX : sum) + 1) * sizeof *t->places);
	t->findings = calloc(findings->count + 1, sizeof *t->findings);
	if (!boxes || !t->places || !t->findings) {
		report_keep(work->report, NULL);
		goto out;
	}
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *f = findings->items[i];

		t->findings[t->findings_count] = (struct fine_finding){
			.rule = f->rule,
			.subject = report_keep_text(work->report, strdup(f->subject)),
		};
		t->findings[t->findings_count].places =
		        (int64_t)add_places(work, f, boxes, (uint32_t)t->findings_count, room);
		t->findings_count++;
	}
out:
	free(boxes);
}
