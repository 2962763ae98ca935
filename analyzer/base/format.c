/* SPDX-License-Identifier: MIT */
/* Numbers with units, rounded once: 999,960 ns is "1.000 ms", never "1000 us". */
#include "base/format.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct unit {
	const char *name;
	double size;
};

/* VALUE with as many decimals as DIGITS significant digits leave. */
static int decimals(double value, int digits)
{
	int whole = 1;

	for (double limit = 10; whole < digits && value >= limit - 0.5 * pow(10, whole - digits);
	     limit *= 10)
		whole++;
	return digits - whole;
}

/*
 * VALUE in the largest of UNITS (from small to large) that leaves a whole part. The rounded number
 * decides, so a value that rounds up to the next unit is printed in that.
 */
static const char *format_unit(char text[FORMAT_MAX], double value, const struct unit *units,
                               size_t count, double base, int digits)
{
	double size = fabs(value);
	size_t i = 0;

	while (i + 1 < count && size / units[i].size >= base - 0.5 * pow(10, 3 - digits))
		i++;
	size /= units[i].size;
	if (size >= 9999.5)
		snprintf(text, FORMAT_MAX, "%s %s",
		         format_count(FORMAT, llround(copysign(size, value))), units[i].name);
	else
		snprintf(text, FORMAT_MAX, "%.*f %s", i ? decimals(size, digits) : 0,
		         copysign(size, value), units[i].name);
	return text;
}

const char *format_duration(char text[FORMAT_MAX], int64_t ns)
{
	static const struct unit units[] = {
		{ "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 }
	};

	return format_unit(text, (double)ns, units, sizeof units / sizeof *units, 1000, 4);
}

const char *format_bytes(char text[FORMAT_MAX], int64_t bytes)
{
	static const struct unit units[] = { { "B", 1 },        { "KiB", 0x1p10 },
		                             { "MiB", 0x1p20 }, { "GiB", 0x1p30 },
		                             { "TiB", 0x1p40 }, { "PiB", 0x1p50 } };

	return format_unit(text, (double)bytes, units, sizeof units / sizeof *units, 1024, 3);
}

const char *format_rate(char text[FORMAT_MAX], double bytes_per_s)
{
	static const struct unit units[] = {
		{ "B/s", 1 }, { "kB/s", 1e3 }, { "MB/s", 1e6 }, { "GB/s", 1e9 }, { "TB/s", 1e12 }
	};

	if (!isfinite(bytes_per_s))
		return strcpy(text, "-");
	return format_unit(text, fmin(fmax(bytes_per_s, -1e24), 1e24), units,
	                   sizeof units / sizeof *units, 1000, 3);
}

const char *format_count(char text[FORMAT_MAX], int64_t count)
{
	char digits[24];
	size_t length, used = 0;

	length = (size_t)snprintf(digits, sizeof digits, "%" PRIu64,
	                          count < 0 ? -(uint64_t)count : (uint64_t)count);
	if (count < 0)
		text[used++] = '-';
	for (size_t i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0)
			text[used++] = ',';
		text[used++] = digits[i];
	}
	text[used] = '\0';
	return text;
}

const char *format_percent(char text[FORMAT_MAX], double percent)
{
	if (!isfinite(percent))
		return strcpy(text, "-");
	if (percent > 0 && percent < 0.05)
		return strcpy(text, "<0.1 %");
	snprintf(text, FORMAT_MAX, "%.1f %%", fmin(fmax(percent, -1e15), 1e15));
	return text;
}

/* What is left of a run that does nothing is a few calls: beyond 100 a figure would say nothing. */
const char *format_speedup(char text[FORMAT_MAX], int64_t before_ns, int64_t after_ns)
{
	double times = before_ns <= 0  ? 1
	               : after_ns <= 0 ? INFINITY
	                               : (double)before_ns / (double)after_ns;

	if (times > 100)
		return strcpy(text, "over 100 times");
	/* Near 1 two digits would say that nothing changed. */
	snprintf(text, FORMAT_MAX, times > 0.9 && times < 1.1 ? "%.3f times" : "%.2f times", times);
	return text;
}

const char *format_real(char text[FORMAT_MAX], double value)
{
	double size = fabs(value);

	if (!isfinite(value) || size >= 9e18)
		snprintf(text, FORMAT_MAX, isfinite(value) ? "%.3g" : "-", value);
	else if (size >= 999.5)
		format_count(text, llround(value));
	else if (size >= 0.9995 || size == 0)
		snprintf(text, FORMAT_MAX, "%.*f", size == 0 ? 0 : decimals(size, 3), value);
	else
		snprintf(text, FORMAT_MAX, "%.3g", value);
	return text;
}

/* "+" before what is above 0; "-" is there already. */
static const char *add_plus(char text[FORMAT_MAX], bool is_above)
{
	if (is_above) {
		memmove(text + 1, text, strnlen(text, FORMAT_MAX - 2) + 1);
		text[0] = '+';
		text[FORMAT_MAX - 1] = '\0';
	}
	return text;
}

const char *format_change(char text[FORMAT_MAX], int64_t ns)
{
	format_duration(text, ns);
	return add_plus(text, ns > 0);
}

const char *format_change_percent(char text[FORMAT_MAX], double percent)
{
	/* "-<0.1 %": however little, it has a direction. */
	if (percent < 0 && percent > -0.05)
		return strcpy(text, "-<0.1 %");
	format_percent(text, percent);
	return add_plus(text, percent > 0);
}
