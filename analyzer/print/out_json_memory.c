/* SPDX-License-Identifier: MIT */
/* What was held of each device's memory over time, in the report as JSON. */
#include "print/out_json_parts.h"

static json_t *numbers_of(const int64_t *numbers, size_t count)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, json_integer(numbers[i]));
	return array;
}

static json_t *kinds_of(const struct report_device_memory *m)
{
	json_t *array = json_array();

	for (size_t i = 0; i < m->kinds_count; i++) {
		const struct report_memory_kind *k = &m->kinds[i];

		json_array_append_new(array, json_pack("{so sI sI sI sI sI so}", "name",
		                                       model_text(k->name), "allocations",
		                                       (json_int_t)k->allocations, "releases",
		                                       (json_int_t)k->releases, "total_bytes",
		                                       (json_int_t)k->total_bytes, "peak_bytes",
		                                       (json_int_t)k->peak_bytes, "held_bytes",
		                                       (json_int_t)k->held_bytes, "bytes",
		                                       numbers_of(k->bytes, m->points)));
	}
	return array;
}

static json_t *at_peak_of(const struct report_device_memory *m)
{
	json_t *array = json_array();

	for (size_t i = 0; i < m->at_peak_count; i++) {
		const struct report_held *held = &m->at_peak[i];

		json_array_append_new(array, json_pack("{sI sI so so so}", "size_bytes",
		                                       (json_int_t)held->size_bytes, "time_ns",
		                                       (json_int_t)held->time_ns, "released_ns",
		                                       held->released_ns == INT64_MAX
		                                               ? json_null()
		                                               : json_integer(held->released_ns),
		                                       "kind", model_text(held->kind), "call",
		                                       model_text_or_null(held->call)));
	}
	return array;
}

json_t *model_memory(const struct report_process *p)
{
	json_t *array = json_array();

	for (size_t i = 0; i < p->memory_count; i++) {
		const struct report_device_memory *m = &p->memory[i];

		json_array_append_new(
		        array,
		        json_pack("{so sI sI sI sI so so so sI}", "device",
		                  m->device < 0 ? json_null() : json_integer(m->device),
		                  "peak_bytes", (json_int_t)m->peak_bytes, "peak_ns",
		                  (json_int_t)m->peak_ns, "held_bytes", (json_int_t)m->held_bytes,
		                  "interval_ns", (json_int_t)m->interval_ns, "time_ns",
		                  numbers_of(m->time_ns, m->points), "kinds", kinds_of(m),
		                  "at_peak", at_peak_of(m), "at_peak_left_out",
		                  (json_int_t)m->at_peak_left_out));
	}
	return array;
}
