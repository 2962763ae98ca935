/* SPDX-License-Identifier: MIT */
/* Set-up that is done when it is read, wherever it stands in the file. */
#include <string.h>

#include "cupti/outlet.h"
#include "cupti/profiler_host.h"
#include "script.h"
#include "statement.h"

static void parse_quiet(struct statement *statement, const struct words *words)
{
	(void)statement;
	(void)words;
	script.is_quiet = true;
}

static void parse_unchecked(struct statement *statement, const struct words *words)
{
	(void)statement;
	(void)words;
	outlets.is_checked = false;
}

static void parse_private_names(struct statement *statement, const struct words *words)
{
	(void)statement;
	(void)words;
	script.has_private_names = true;
}

static void parse_inventory(struct statement *statement, const struct words *words)
{
	(void)statement;
	(void)words;
	script.has_inventory = true;
}

static void parse_hw_trace(struct statement *statement, const struct words *words)
{
	(void)statement;
	(void)words;
	script.has_hw_trace = true;
}

static void parse_ranges(struct statement *statement, const struct words *words)
{
	(void)statement;
	(void)words;
	script.has_ranges = true;
}

static void parse_endless_kernel(struct statement *statement, const struct words *words)
{
	(void)statement;
	(void)words;
	script.has_endless_kernel = true;
}

static void parse_clock(struct statement *statement, const struct words *words)
{
	(void)statement;
	script.epoch = words_constant(words, words_argument(words, 1));
	script.has_clock = true;
}

static void parse_version(struct statement *statement, const struct words *words)
{
	(void)statement;
	script.version = (uint32_t)words_constant(words, words_argument(words, 1));
}

static void parse_devices(struct statement *statement, const struct words *words)
{
	(void)statement;
	script.devices = (uint32_t)words_constant(words, words_argument(words, 1));
}

static void parse_subscriber(struct statement *statement, const struct words *words)
{
	(void)statement;
	script.subscriber = strdup(words_argument(words, 1));
}

static void parse_lacks(struct statement *statement, const struct words *words)
{
	(void)statement;
	host_lacks(strdup(words_argument(words, 1)));
}

static void parse_pass_metrics(struct statement *statement, const struct words *words)
{
	(void)statement;
	host_set_pass_metrics((size_t)words_constant(words, words_argument(words, 1)));
}

const struct verb setting_verbs[] = {
	{ "quiet", false, parse_quiet, NULL },
	{ "unchecked", false, parse_unchecked, NULL },
	{ "private-names", false, parse_private_names, NULL },
	{ "inventory", false, parse_inventory, NULL },
	{ "hw-trace", false, parse_hw_trace, NULL },
	{ "endless-kernel", false, parse_endless_kernel, NULL },
	{ "ranges", false, parse_ranges, NULL },
	{ "clock", false, parse_clock, NULL },
	{ "version", false, parse_version, NULL },
	{ "devices", false, parse_devices, NULL },
	{ "subscriber", false, parse_subscriber, NULL },
	{ "lacks", false, parse_lacks, NULL },
	{ "pass-metrics", false, parse_pass_metrics, NULL },
	{ .name = NULL },
};
