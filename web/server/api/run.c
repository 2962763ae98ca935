/* SPDX-License-Identifier: MIT */
/* A run as JSON: each member is one row of members[]. Any thread. */
#include "server/api/run.h"

#include <string.h>

#include "server/base/secret.h"

void put_hash(struct json_writer *json, const char *name, const struct store_value *value)
{
	char text[HASH_TEXT] = "";

	if (value->size == HASH_SIZE)
		hash_print((const unsigned char *)value->bytes, text);
	put_text(json, name, text);
}

/* "\nKEY=VALUE\nKEY=VALUE\n" as an object. */
static void print_tags(struct json_writer *json, const char *name, const struct store_value *value)
{
	const char *tag = value->bytes;

	put_open(json, name, '{');
	while (*tag) {
		const size_t length = strcspn(tag, "\n"), key = strcspn(tag, "=\n");

		if (length)
			put_pair(json, tag, key, tag + key + 1, length - key - 1);
		tag += length;
		tag += *tag == '\n';
	}
	put_close(json, '}');
}

/* '' is what is not known. */
static void print_known(struct json_writer *json, const char *name, const struct store_value *value)
{
	if (value->size)
		put_bytes(json, name, value->bytes, value->size);
	else
		put_null(json, name);
}

static void print_text(struct json_writer *json, const char *name, const struct store_value *value)
{
	put_bytes(json, name, value->bytes, value->size);
}

static void print_integer(struct json_writer *json, const char *name,
                          const struct store_value *value)
{
	put_integer(json, name, value->integer);
}

static void print_integer_or_null(struct json_writer *json, const char *name,
                                  const struct store_value *value)
{
	if (value->type == STORE_INTEGER)
		put_integer(json, name, value->integer);
	else
		put_null(json, name);
}

/* A gain: -1 is none. */
static void print_gain(struct json_writer *json, const char *name, const struct store_value *value)
{
	if (value->integer < 0)
		put_null(json, name);
	else
		put_integer(json, name, value->integer);
}

static void print_percent(struct json_writer *json, const char *name,
                          const struct store_value *value)
{
	if (value->type == STORE_REAL)
		put_real(json, name, value->real);
	else
		put_null(json, name);
}

static const struct {
	int column;
	const char *name;
	void (*print)(struct json_writer *json, const char *name, const struct store_value *value);
} members[] = {
	{ RUN_HASH, "id", put_hash },
	{ RUN_PROJECT, "project", print_text },
	{ 3, "name", print_text },
	{ 4, "command_line", print_known },
	{ 5, "branch", print_known },
	{ 6, "commit", print_known },
	{ 7, "host", print_known },
	{ 8, "gpu", print_known },
	{ 9, "gpus", print_integer },
	{ 10, "processes", print_integer },
	{ 11, "tags", print_tags },
	{ RUN_RECORDED_NS, "recorded_ns", print_integer },
	{ 13, "received_ns", print_integer },
	{ RUN_DURATION_NS, "duration_ns", print_integer },
	{ 15, "gpu_busy_percent", print_percent },
	{ 16, "notes", print_integer },
	{ 17, "warnings", print_integer },
	{ 18, "errors", print_integer },
	{ 19, "rule", print_known },
	{ 20, "headline", print_known },
	{ RUN_GAIN_NS, "gain_ns", print_gain },
	{ 22, "gain_percent", print_percent },
	{ RUN_COST_NS, "cost_ns", print_integer_or_null },
	{ 23, "tool_version", print_known },
	{ 24, "size_bytes", print_integer },
	{ 25, "uploader", print_known },
};

void run_print(struct json_writer *json, const struct store_value *row)
{
	for (size_t i = 0; i < sizeof members / sizeof *members; i++)
		members[i].print(json, members[i].name, &row[members[i].column]);
}
