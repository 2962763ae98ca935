/* SPDX-License-Identifier: MIT */
/* Without strtod(), as duration.c. Any thread. */
#include "host/amount.h"

#include <errno.h>
#include <string.h>

enum { DIGITS_MAX = 15 };

#define AMOUNT_MAX (INT64_C(1) << 50)

static const struct {
	const char *name;
	int shift;
} units[] = {
	{ "", 0 },    { "B", 0 },    { "K", 10 },   { "M", 20 },   { "G", 30 },
	{ "T", 40 },  { "KiB", 10 }, { "MiB", 20 }, { "GiB", 30 }, { "TiB", 40 },
	{ "KB", 10 }, { "MB", 20 },  { "GB", 30 },  { "TB", 40 },
};

int amount_parse(const char *text, int64_t *bytes)
{
	int64_t value = 0;
	int digits = 0;

	for (; *text >= '0' && *text <= '9' && digits < DIGITS_MAX; text++, digits++)
		value = 10 * value + (*text - '0');
	for (size_t i = 0; digits && i < sizeof units / sizeof *units; i++) {
		if (strcmp(units[i].name, text) != 0)
			continue;
		if (value <= 0 || value > AMOUNT_MAX >> units[i].shift)
			return -EINVAL;
		*bytes = value << units[i].shift;
		return 0;
	}
	return -EINVAL;
}
