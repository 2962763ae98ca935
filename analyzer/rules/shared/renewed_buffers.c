/* SPDX-License-Identifier: MIT */
/* Finds buffers that are freed and allocated anew between copies. Any thread. */
#include "rules/shared/renewed_buffers.h"

#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/copies.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/survey.h"

struct placed {
	uint64_t address;
	int64_t bytes;
	uint32_t id;
};

static int compare_places(const void *a, const void *b)
{
	const struct placed *left = a, *right = b;

	if (left->address != right->address)
		return left->address < right->address ? -1 : 1;
	return (left->id > right->id) - (left->id < right->id);
}

static size_t find_places(struct placed *places, const struct finding *f, const struct trace *trace)
{
	size_t count = 0;

	for (size_t i = 0; i < f->targets_count; i++) {
		struct placed it = { .id = f->targets[i],
			             .bytes = copy_bytes(trace, f->targets[i]) };

		if (operation_host_address(trace, it.id, &it.address))
			places[count++] = it;
	}
	if (count)
		qsort(places, count, sizeof *places, compare_places);
	return count;
}

static int64_t into_kept_ns(int64_t bytes)
{
	return (int64_t)((double)bytes * 1e9 / COPY_OUT_BYTES_PER_S);
}

static double fastest_bytes_per_s(const struct copy_rates *rates)
{
	const double in = rates->pageable_bytes_per_s[COPY_IN];
	const double out = rates->pageable_bytes_per_s[COPY_OUT];

	return in > out ? in : out;
}

static void say(struct finding *finding, int64_t times, int64_t won_ns)
{
	finding_fact(
	        finding, "same place",
	        "%s where an earlier copy of the same size had gone, and met new pages all the "
	        "same: the buffer is freed and allocated anew in between (malloc(), new or a "
	        "vector in the loop); keeping it, even pageable, wins about %s of this",
	        name_count(NAME, times, "copy went", "copies went"),
	        format_duration(FORMAT, won_ns));
	finding_advice_first(finding, rule_note(finding->rule, RULE_ADVICE, "renewed"));
}

int renewed_buffers_say(struct finding *finding, const struct check *check,
                        const struct renewed_limits *limits)
{
	const struct trace *trace = check->trace;
	const double usual_bytes_per_s =
	        fastest_bytes_per_s(&check->survey->rates) / limits->faster_times;
	const double most_bytes_per_s =
	        usual_bytes_per_s < limits->bytes_per_s ? usual_bytes_per_s : limits->bytes_per_s;
	struct placed *places = malloc((finding->targets_count + 1) * sizeof *places);
	int64_t times = 0, won_ns = 0;
	size_t count;

	if (!places)
		return -ENOMEM;
	count = find_places(places, finding, trace);
	for (size_t i = 1; i < count; i++) {
		const struct placed *it = &places[i], *before = &places[i - 1];
		const int64_t ns = operation_length_ns(trace, it->id);

		if (it->address != before->address || it->bytes != before->bytes ||
		    (double)it->bytes * 1e9 > most_bytes_per_s * (double)ns)
			continue;
		times++;
		won_ns = sum_saturated(won_ns, ns - into_kept_ns(it->bytes));
	}
	free(places);
	if ((double)times >= limits->copies && won_ns >= limits->won_ns)
		say(finding, times, won_ns);
	return 0;
}
