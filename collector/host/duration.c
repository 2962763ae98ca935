/* SPDX-License-Identifier: MIT */
/* Without strtod(), which reads as the program's language writes. Any thread. */
#include "host/duration.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MAX = 9, NS_PER_US = 1000 };

#define YEAR_NS (INT64_C(366) * 86400 * 1000000000)

static const struct {
	const char *name;
	int64_t us;
} units[] = {
	{ "ms", 1000 },
	{ "s", 1000000 },
	{ "", 1000000 },
	{ "m", INT64_C(60) * 1000000 },
	{ "min", INT64_C(60) * 1000000 },
	{ "h", INT64_C(3600) * 1000000 },
	{ "us", 1 },
	{ "d", INT64_C(86400) * 1000000 },
};

/* Digits at *TEXT, which moves behind them; *SCALE becomes 10 to the power of their number. */
static int read_digits(const char **text, int64_t *value, int64_t *scale)
{
	int digits = 0;

	*value = 0;
	*scale = 1;
	for (; **text >= '0' && **text <= '9' && digits < DIGITS_MAX; (*text)++, digits++) {
		*value = 10 * *value + (**text - '0');
		*scale *= 10;
	}
	return digits;
}

/* FRACTION / SCALE of UNIT_US, to the us; of a day the product alone would not fit. */
static int64_t part_us(int64_t unit_us, int64_t fraction, int64_t scale)
{
	return unit_us / scale * fraction + unit_us % scale * fraction / scale;
}

int duration_parse(const char *text, int64_t *ns)
{
	int64_t whole, fraction = 0, scale;
	int digits = read_digits(&text, &whole, &scale);

	scale = 1;
	if (*text == '.') {
		text++;
		digits += read_digits(&text, &fraction, &scale);
	}
	for (size_t i = 0; digits && i < sizeof units / sizeof *units; i++) {
		const int64_t unit_ns = units[i].us * NS_PER_US;

		if (strcmp(units[i].name, text) != 0)
			continue;
		if (whole > YEAR_NS / unit_ns)
			return -EINVAL;
		*ns = whole * unit_ns + part_us(units[i].us, fraction, scale) * NS_PER_US;
		return *ns > 0 ? 0 : -EINVAL;
	}
	return -EINVAL;
}
