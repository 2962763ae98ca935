/* SPDX-License-Identifier: MIT */
/* Statements that are records: their fields, and their way to a buffer of the client. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cupti.h>

#include "cupti/client.h"
#include "cupti/names.h"
#include "cupti/outlet.h"
#include "cupti/record.h"
#include "statement.h"

static void set_numbers(struct statement *statement, const struct words *words,
                        const struct field *field, const char *value)
{
	char *copy = strdup(value), *rest = copy, *part;
	size_t i = 0;

	while ((part = strsep(&rest, ",")) && i < field->count)
		statement_set_number(statement, words, field->offset + i++ * field->size,
		                     field->size, part);
	if (part || i != field->count)
		words_mistake(words, "wrong number of values", value);
	free(copy);
}

static void set_text(struct statement *statement, const struct words *words,
                     const struct field *field, const char *value)
{
	struct patch patch = { .offset = field->offset, .size = field->size };

	if (strcmp(value, "null") == 0)
		return;
	patch.text = text_parse(words, value);
	statement_add_patch(statement, patch);
}

static void set_call(struct statement *statement, const struct words *words,
                     const struct field *field, const char *value)
{
	bool is_runtime = field->type == FIELD_RUNTIME_CALL;
	int32_t cbid = call_named(
	        is_runtime ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API, value);

	if (cbid < 0)
		cbid = (int32_t)words_constant(words, value);
	memcpy(statement->record + field->offset, &cbid, field->size);
}

static void set_bytes(struct statement *statement, const struct words *words,
                      const struct field *field, const char *value)
{
	unsigned byte;

	if (strlen(value) != 2 * field->size)
		words_mistake(words, "wrong number of hexadecimal digits", value);
	for (size_t i = 0; i < field->size; i++) {
		if (sscanf(value + 2 * i, "%2x", &byte) != 1)
			words_mistake(words, "not hexadecimal", value);
		statement->record[field->offset + i] = (uint8_t)byte;
	}
}

static void (*const setters[])(struct statement *, const struct words *, const struct field *,
                               const char *) = {
	[FIELD_NUMBER] = set_numbers,   [FIELD_TEXT] = set_text,   [FIELD_RUNTIME_CALL] = set_call,
	[FIELD_DRIVER_CALL] = set_call, [FIELD_BYTES] = set_bytes,
};

void statement_parse_record(struct statement *statement, const struct words *words)
{
	const struct record_type *type = statement->type;

	memcpy(statement->record, &type->kind,
	       sizeof type->kind); /* the first member of every record */
	words_check_keys(words, type->fields);
	for (const struct field *field = type->fields; field->name; field++) {
		const char *value = words_value(words, field->name);

		if (!value)
			value = field->preset;
		if (value)
			setters[field->type](statement, words, field, value);
	}
}

static void capture_add(struct capture *capture, const void *record, size_t size)
{
	if (capture->used + size > capture->size) {
		capture->size = 2 * capture->size + RECORD_MAX;
		capture->data = realloc(capture->data, capture->size);
	}
	if (capture->count == capture->count_max) {
		capture->count_max = 2 * capture->count_max + 64;
		capture->offsets =
		        realloc(capture->offsets, capture->count_max * sizeof *capture->offsets);
	}
	if (!capture->data || !capture->offsets)
		abort();
	memcpy(capture->data + capture->used, record, size);
	capture->offsets[capture->count++] = capture->used;
	capture->used += size;
}

static void clear_times(uint8_t *record, const struct record_type *type)
{
	for (const struct field *field = type->fields; field->name; field++)
		for (int i = 0; i < 2; i++)
			if (type->times[i] && strcmp(type->times[i], field->name) == 0)
				memset(record + field->offset, 0, field->size);
}

/* What a GPU that times kernels itself does not tell of them. */
static void clear_queue(uint8_t *record, CUpti_ActivityKind kind)
{
	if (kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
		memset(record + offsetof(CUpti_ActivityKernel10, channelID), 0,
		       sizeof((CUpti_ActivityKernel10 *)0)->channelID);
}

void statement_play_record(struct player *player, const struct statement *statement)
{
	_Alignas(8) uint8_t record[RECORD_MAX];
	const struct record_type *type = statement->type;
	const size_t size = record_type_size(type);

	statement_fill_in(player, statement, record, size);
	if (player->has_zero_times)
		clear_times(record, type);
	if (client.has_hw_trace)
		clear_queue(record, type->kind);
	if (!client_wants((const CUpti_Activity *)(const void *)record))
		return;
	if (player->capture)
		capture_add(player->capture, record, size);
	else
		outlet_write(player->outlet, record, size);
}
