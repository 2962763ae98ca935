/* SPDX-License-Identifier: MIT */
/* When buffers go back to the client, modules, and what the script waits for. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cupti/client.h"
#include "cupti/outlet.h"
#include "statement.h"

/* buffer: give back what is filled so far. buffer N: hold at most N records in each from now on. */
static void play_buffer(struct player *player, const struct statement *statement)
{
	int64_t limit = statement_number(player, statement);

	if (limit)
		outlets.records_limit = (size_t)limit;
	else
		outlet_deliver(player->outlet);
}

static void play_drop(struct player *player, const struct statement *statement)
{
	outlets.dropped += (size_t)statement_number(player, statement);
}

static void play_zero_times(struct player *player, const struct statement *statement)
{
	player->has_zero_times = statement_number(player, statement);
}

static void play_sleep(struct player *player, const struct statement *statement)
{
	int64_t ms = statement_number(player, statement);
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&time, &time) && errno == EINTR)
		;
}

static void parse_file(struct statement *statement, const struct words *words)
{
	statement->path = strdup(words_argument(words, 1));
}

/* Until there is the file. */
static void play_await(struct player *player, const struct statement *statement)
{
	const struct timespec time = { 0, 1000000 };

	(void)player;
	while (access(statement->path, F_OK))
		nanosleep(&time, NULL);
}

/* Writes the number of records that were handed over by now. */
static void play_tell(struct player *player, const struct statement *statement)
{
	FILE *file = fopen(statement->path, "w");

	(void)player;
	if (!file || fprintf(file, "%zu\n", outlets.delivered) < 0 || fclose(file)) {
		fprintf(stderr, "fake: cannot write %s\n", statement->path);
		_exit(64);
	}
}

static void play_hold(struct player *player, const struct statement *statement)
{
	(void)player;
	outlets.is_held = statement_number(player, statement);
}

/* module file=PATH, or module bytes=N [seed=N]; profiled=ID: the code of a kernel that is launched
 */
static void parse_module(struct statement *statement, const struct words *words)
{
	const char *path = words_value(words, "file"), *bytes = words_value(words, "bytes"),
	           *seed = words_value(words, "seed"), *id = words_value(words, "profiled");

	if (!path && !bytes)
		words_mistake(words, "neither file= nor bytes=", words->word[0]);
	statement->path = path ? strdup(path) : NULL;
	statement->number = words_number(words, bytes ? bytes : "0");
	statement->record[1] = (uint8_t)(id ? words_constant(words, id) : 0);
	statement->record[0] = (uint8_t)(seed ? words_constant(words, seed) : 0);
}

static char *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	char *data = NULL;

	*size = 0;
	if (!file || fseek(file, 0, SEEK_END))
		complain("no such module: %s", path);
	*size = (size_t)ftell(file);
	rewind(file);
	data = allocate_zeroed(*size + 1);
	if (fread(data, 1, *size, file) != *size)
		abort();
	fclose(file);
	return data;
}

enum { MODULES_FIRST = 256 /* behind those of profiled= */ };

static void play_module(struct player *player, const struct statement *statement)
{
	static atomic_uint modules;
	size_t size = (size_t)statement_number(player, statement);
	char *cubin;

	if (statement->path) {
		cubin = read_file(statement->path, &size);
	} else {
		cubin = allocate_zeroed(size + 1);
		for (size_t i = 0; i < size; i++)
			cubin[i] = (char)(statement->record[0] + i / 16);
	}
	if (statement->record[1])
		client_module_profiled(statement->record[1], cubin, size);
	else
		client_module_loaded(MODULES_FIRST + ++modules, cubin, size);
	free(cubin);
}

static void play_replace(struct player *player, const struct statement *statement)
{
	client_stream_replaced((CUstream)(uintptr_t)statement_number(player, statement));
}

static void play_unload(struct player *player, const struct statement *statement)
{
	client_module_unloaded((CUcontext)(uintptr_t)statement_number(player, statement));
}

const struct verb delivery_verbs[] = {
	{ "buffer", false, statement_parse_number, play_buffer },
	{ "drop", false, statement_parse_number, play_drop },
	{ "zero-times", false, statement_parse_switch, play_zero_times },
	{ "hold", false, statement_parse_switch, play_hold },
	{ "sleep", false, statement_parse_number, play_sleep },
	{ "await", false, parse_file, play_await },
	{ "tell", false, parse_file, play_tell },
	{ "module", false, parse_module, play_module },
	{ "unload", false, statement_parse_number, play_unload },
	{ "replace", false, statement_parse_number, play_replace },
	{ .name = NULL },
};
