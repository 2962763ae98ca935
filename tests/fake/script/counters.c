/* SPDX-License-Identifier: MIT */
/* What the hardware samples and counts. */
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "cupti/pc_sampling.h"
#include "cupti/pm_sampling.h"
#include "cupti/range_profiler.h"
#include "cupti/record.h"
#include "cupti/sass_metrics.h"
#include "statement.h"

/* ---- samples of warps ---- */

static atomic_int_least64_t sample_delay_ms;

static const struct field sample_fields[] = {
	STATEMENT_FIELD(struct fake_sample, "ctx", context),
	STATEMENT_FIELD(struct fake_sample, "crc", crc),
	STATEMENT_FIELD(struct fake_sample, "pc", pc),
	STATEMENT_FIELD(struct fake_sample, "index", index),
	STATEMENT_FIELD(struct fake_sample, "n", samples),
	STATEMENT_FIELD(struct fake_sample, "dropped", dropped),
	STATEMENT_FIELD(struct fake_sample, "other", other),
	STATEMENT_FIELD(struct fake_sample, "full", is_full),
	{ .name = "function" },
	{ .name = "reason" },
	{ .name = NULL },
};

/* sample FIELD=VALUE...; README.md has the fields */
static void parse_sample(struct statement *statement, const struct words *words)
{
	const char *reason = words_value(words, "reason"),
	           *function = words_value(words, "function");
	struct fake_sample sample = { .context = 1 };
	struct patch patch = { .offset = offsetof(struct fake_sample, function),
		               .size = sizeof sample.function };

	sample.reason = pc_sampling_reason(reason ? reason : "wait");
	if (sample.reason < 0)
		words_mistake(words, "no such stall reason", reason);
	memcpy(statement->record, &sample, sizeof sample);
	statement_set_fields(statement, words, sample_fields);
	patch.text = text_parse(words, function ? function : "_Z4stepPf");
	statement_add_patch(statement, patch);
}

static void play_sample(struct player *player, const struct statement *statement)
{
	struct fake_sample sample;

	statement_fill_in(player, statement, &sample, sizeof sample);
	pc_sampling_add(&sample, sample_delay_ms);
}

static void play_sample_delay(struct player *player, const struct statement *statement)
{
	sample_delay_ms = statement_number(player, statement);
}

/* ---- counts of instructions ---- */

static const struct field instruction_fields[] = {
	STATEMENT_FIELD(struct fake_instruction, "crc", crc),
	STATEMENT_FIELD(struct fake_instruction, "pc", pc),
	STATEMENT_FIELD(struct fake_instruction, "n", value),
	{ .name = "function" },
	{ .name = "metric" },
	{ .name = NULL },
};

/* instruction FIELD=VALUE...; README.md has the fields */
static void parse_instruction(struct statement *statement, const struct words *words)
{
	const char *metric = words_value(words, "metric"),
	           *function = words_value(words, "function");
	struct fake_instruction instruction = { .crc = 0 };
	struct patch patch = { .offset = offsetof(struct fake_instruction, function),
		               .size = sizeof instruction.function };

	instruction.metric = sass_metrics_find(metric ? metric : "inst_executed");
	if (instruction.metric < 0)
		words_mistake(words, "no such metric", metric);
	memcpy(statement->record, &instruction, sizeof instruction);
	statement_set_fields(statement, words, instruction_fields);
	patch.text = text_parse(words, function ? function : "_Z4stepPf");
	statement_add_patch(statement, patch);
}

static void play_instruction(struct player *player, const struct statement *statement)
{
	struct fake_instruction instruction;

	statement_fill_in(player, statement, &instruction, sizeof instruction);
	sass_metrics_add(&instruction);
}

/* ---- samples of the GPU's metrics ---- */

static const struct field gpu_sample_fields[] = {
	STATEMENT_FIELD(struct fake_gpu_sample, "device", device),
	STATEMENT_FIELD(struct fake_gpu_sample, "start", start),
	STATEMENT_FIELD(struct fake_gpu_sample, "end", end),
	STATEMENT_FIELD(struct fake_gpu_sample, "active", active),
	STATEMENT_FIELD(struct fake_gpu_sample, "warps", warps),
	STATEMENT_FIELD(struct fake_gpu_sample, "issue", issue),
	STATEMENT_FIELD(struct fake_gpu_sample, "read", read),
	STATEMENT_FIELD(struct fake_gpu_sample, "write", write),
	STATEMENT_FIELD(struct fake_gpu_sample, "full", is_full),
	STATEMENT_FIELD(struct fake_gpu_sample, "nan", is_nan),
	{ .name = NULL },
};

/* gpu-sample FIELD=VALUE...; README.md has the fields */
static void parse_gpu_sample(struct statement *statement, const struct words *words)
{
	statement_set_fields(statement, words, gpu_sample_fields);
}

static void play_gpu_sample(struct player *player, const struct statement *statement)
{
	struct fake_gpu_sample sample;

	statement_fill_in(player, statement, &sample, sizeof sample);
	pm_sampling_add(&sample);
}

static void play_decode_delay(struct player *player, const struct statement *statement)
{
	pm_sampling_set_delay(statement_number(player, statement));
}

/* ---- counters of launches ---- */

static const struct field counter_fields[] = {
	STATEMENT_FIELD(struct fake_counter, "value", value),
	STATEMENT_FIELD(struct fake_counter, "nan", is_nan),
	{ .name = "metric" },
	{ .name = "function" },
	{ .name = NULL },
};

/* counter metric=NAME FIELD=VALUE...; README.md has the fields */
static void parse_counter(struct statement *statement, const struct words *words)
{
	const char *metric = words_value(words, "metric"),
	           *function = words_value(words, "function");
	struct fake_counter counter = {
		.metric = strdup(metric ? metric : ""),
		.function = function ? strdup(function) : NULL,
	};

	memcpy(statement->record, &counter, sizeof counter);
	statement_set_fields(statement, words, counter_fields);
}

static void play_counter(struct player *player, const struct statement *statement)
{
	struct fake_counter counter;

	statement_fill_in(player, statement, &counter, sizeof counter);
	range_profiler_count(&counter);
}

const struct verb counter_verbs[] = {
	{ "sample", false, parse_sample, play_sample },
	{ "sample-delay", false, statement_parse_number, play_sample_delay },
	{ "instruction", false, parse_instruction, play_instruction },
	{ "gpu-sample", false, parse_gpu_sample, play_gpu_sample },
	{ "decode-delay", false, statement_parse_number, play_decode_delay },
	{ "counter", false, parse_counter, play_counter },
	{ .name = NULL },
};
