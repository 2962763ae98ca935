/* SPDX-License-Identifier: MIT */
/* Calls of the driver about streams and events. */
#include <stddef.h>
#include <string.h>

#include "cupti/driver_call.h"
#include "cupti/names.h"
#include "cupti/record.h"
#include "statement.h"

static const struct field call_fields[] = {
	STATEMENT_FIELD(struct driver_call, "event", event),
	STATEMENT_FIELD(struct driver_call, "stream", stream),
	STATEMENT_FIELD(struct driver_call, "named", named),
	STATEMENT_FIELD(struct driver_call, "host", host),
	STATEMENT_FIELD(struct driver_call, "bytes", bytes),
	STATEMENT_FIELD(struct driver_call, "ctx", context),
	STATEMENT_FIELD(struct driver_call, "corr", correlation_id),
	STATEMENT_FIELD(struct driver_call, "result", result),
	{ .name = NULL },
};

/* call NAME FIELD=VALUE...; calling is the same with what happens meanwhile */
static void parse_call(struct statement *statement, const struct words *words)
{
	struct driver_call call = { .context = 1 };
	struct words fields = *words;

	call.cbid = call_named(CUPTI_CB_DOMAIN_DRIVER_API, words_argument(words, 1));
	if (!driver_call_is_known(call.cbid))
		words_mistake(words, "no such driver call", words->word[1]);
	memcpy(statement->record, &call, sizeof call);
	memmove(fields.word + 1, fields.word + 2, (size_t)(fields.count - 2) * sizeof *fields.word);
	fields.count--;
	statement_set_fields(statement, &fields, call_fields);
}

static void play_call(struct player *player, const struct statement *statement)
{
	struct driver_call_begun begun;
	struct driver_call call;

	statement_fill_in(player, statement, &call, sizeof call);
	driver_call_begin(&begun, &call);
	statements_play(player, statement->body);
	driver_call_end(&begun);
}

static void play_capture(struct player *player, const struct statement *statement)
{
	driver_call_capture((uint64_t)statement_number(player, statement), true);
}

static void play_capture_end(struct player *player, const struct statement *statement)
{
	driver_call_capture((uint64_t)statement_number(player, statement), false);
}

const struct verb call_verbs[] = {
	{ "call", false, parse_call, play_call },
	{ "calling", true, parse_call, play_call },
	{ "capture", false, statement_parse_number, play_capture },
	{ "capture-end", false, statement_parse_number, play_capture_end },
	{ .name = NULL },
};
