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

#define SAMPLE_FIELD(name, member)                                                      \
	{                                                                               \
		name, offsetof(struct fake_sample, member),                             \
		        sizeof(((struct fake_sample *)0)->member), 1, FIELD_NUMBER, "0" \
	}

static const struct field sample_fields[] = {
	SAMPLE_FIELD("ctx", context),
	SAMPLE_FIELD("crc", crc),
	SAMPLE_FIELD("pc", pc),
	SAMPLE_FIELD("index", index),
	SAMPLE_FIELD("n", samples),
	SAMPLE_FIELD("dropped", dropped),
	SAMPLE_FIELD("other", other),
	SAMPLE_FIELD("full", is_full),
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
	words_check_keys(words, sample_fields);
	for (const struct field *field = sample_fields; field->name; field++)
		if (field->size && words_value(words, field->name))
			statement_set_number(statement, words, field->offset, field->size,
			                     words_value(words, field->name));
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

#define INSTRUCTION_FIELD(name, member)                                                      \
	{                                                                                    \
		name, offsetof(struct fake_instruction, member),                             \
		        sizeof(((struct fake_instruction *)0)->member), 1, FIELD_NUMBER, "0" \
	}

static const struct field instruction_fields[] = {
	INSTRUCTION_FIELD("crc", crc), INSTRUCTION_FIELD("pc", pc), INSTRUCTION_FIELD("n", value),
	{ .name = "function" },        { .name = "metric" },        { .name = NULL },
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
	words_check_keys(words, instruction_fields);
	for (const struct field *field = instruction_fields; field->name; field++)
		if (field->size && words_value(words, field->name))
			statement_set_number(statement, words, field->offset, field->size,
			                     words_value(words, field->name));
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

#define GPU_FIELD(name, member)                                                             \
	{                                                                                   \
		name, offsetof(struct fake_gpu_sample, member),                             \
		        sizeof(((struct fake_gpu_sample *)0)->member), 1, FIELD_NUMBER, "0" \
	}

static const struct field gpu_sample_fields[] = {
	GPU_FIELD("device", device), GPU_FIELD("start", start), GPU_FIELD("end", end),
	GPU_FIELD("active", active), GPU_FIELD("warps", warps), GPU_FIELD("issue", issue),
	GPU_FIELD("read", read),     GPU_FIELD("write", write), GPU_FIELD("full", is_full),
	GPU_FIELD("nan", is_nan),    { .name = NULL },
};

/* gpu-sample FIELD=VALUE...; README.md has the fields */
static void parse_gpu_sample(struct statement *statement, const struct words *words)
{
	words_check_keys(words, gpu_sample_fields);
	for (const struct field *field = gpu_sample_fields; field->name; field++)
		if (words_value(words, field->name))
			statement_set_number(statement, words, field->offset, field->size,
			                     words_value(words, field->name));
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

#define COUNTER_FIELD(name, member)                                                      \
	{                                                                                \
		name, offsetof(struct fake_counter, member),                             \
		        sizeof(((struct fake_counter *)0)->member), 1, FIELD_NUMBER, "0" \
	}

static const struct field counter_fields[] = {
	COUNTER_FIELD("value", value),
	COUNTER_FIELD("nan", is_nan),
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
	words_check_keys(words, counter_fields);
	for (const struct field *field = counter_fields; field->name; field++)
		if (field->size && words_value(words, field->name))
			statement_set_number(statement, words, field->offset, field->size,
			                     words_value(words, field->name));
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
