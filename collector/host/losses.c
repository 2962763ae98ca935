/* SPDX-License-Identifier: MIT */
/* Counts losses. Any thread adds; the writer thread reads. */
#include "host/losses.h"

#include <stdatomic.h>
#include <stdbool.h>

static atomic_int_least64_t counts[COUNTER_COUNT];

static const struct {
	const char *code, *subject, *message;
	enum severity severity;
} table[COUNTER_COUNT] = {
#define COUNTER(name, code, subject, severity, message) \
	[COUNTER_##name] = { code, subject, message, severity },
	COUNTERS(COUNTER)
#undef COUNTER
};

void counter_add(enum counter counter, int64_t n)
{
	atomic_fetch_add_explicit(&counts[counter], n, memory_order_relaxed);
}

void counters_each(diagnostic_fn *write, void *data)
{
	static bool is_written[COUNTER_COUNT];

	for (int i = 0; i < COUNTER_COUNT; i++) {
		int64_t count = atomic_load_explicit(&counts[i], memory_order_relaxed);

		if (count || is_written[i])
			write(data, table[i].code, table[i].subject, table[i].severity, count,
			      table[i].message);
		is_written[i] = is_written[i] || count; /* a batch that fails wrote nothing */
	}
}
