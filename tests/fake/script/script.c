/* SPDX-License-Identifier: MIT */
/*
 * Reads and plays scripts. Each line becomes a statement: a record, or a verb that one of the files
 * beside this one has in its table.
 */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cupti/client.h"
#include "cupti/outlet.h"
#include "cupti/record.h"
#include "statement.h"

struct script script;

static const struct verb *const tables[] = {
	block_verbs, delivery_verbs, counter_verbs, call_verbs, setting_verbs, failure_verbs,
};

/* The version that cuptiGetVersion() gives, unless the script names another. Here for as-version,
 * which changes it in a copy of the library. */
#define STRING_OF(number) #number
#define STRING(number)    STRING_OF(number)
static const volatile char version_text[] =
        "fake-cupti-version=" STRING(CUPTI_API_VERSION) "      ";

static struct statement *statements;

void statements_play(struct player *player, const struct statement *list)
{
	for (const struct statement *statement = list; statement; statement = statement->next) {
		if (statement->type)
			statement_play_record(player, statement);
		else if (statement->verb->play)
			statement->verb->play(player, statement);
	}
}

static const struct verb *find_verb(const struct words *words)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		for (const struct verb *verb = tables[i]; verb->name; verb++)
			if (strcmp(verb->name, words->word[0]) == 0)
				return verb;
	words_mistake(words, "no such statement", words->word[0]);
	return NULL;
}

static struct statement *parse_line(const struct words *words)
{
	struct statement *statement = allocate_zeroed(sizeof *statement);

	statement->type = record_type_named(words->word[0]);
	if (statement->type) {
		statement_parse_record(statement, words);
		return statement;
	}
	statement->verb = find_verb(words);
	if (statement->verb->parse)
		statement->verb->parse(statement, words);
	return statement;
}

struct source {
	FILE *file;
	const char *path;
	int line;
};

static struct statement *parse_block(struct source *source, bool is_inner)
{
	struct statement *list = NULL, **last = &list;
	char *line = NULL, where[512];
	struct words words = { .where = where };
	bool is_ended = false;
	size_t size = 0;

	while (!is_ended && getline(&line, &size, source->file) >= 0) {
		snprintf(where, sizeof where, "%s:%d", source->path, ++source->line);
		words_split(line, &words);
		if (!words.count)
			continue;
		is_ended = strcmp(words.word[0], "end") == 0;
		if (is_ended)
			break;
		*last = parse_line(&words);
		if ((*last)->verb && (*last)->verb->is_block)
			(*last)->body = parse_block(source, true);
		last = &(*last)->next;
	}
	if (is_ended != is_inner)
		words_mistake(&words, is_inner ? "a block has no end" : "end without a block",
		              source->path);
	free(line);
	return list;
}

void script_load(void)
{
	struct source source = { .path = getenv("FAKE_CUPTI_SCRIPT") };
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	script.epoch = now.tv_sec * 1000000000 + now.tv_nsec;
	for (size_t i = sizeof "fake-cupti-version=" - 1; version_text[i] >= '0'; i++)
		script.version = 10 * script.version + (uint32_t)(version_text[i] - '0');
	if (!source.path || !*source.path)
		return;
	source.file = fopen(source.path, "re");
	if (!source.file) {
		dprintf(STDERR_FILENO, "fake libcupti: cannot read %s\n", source.path);
		abort();
	}
	statements = parse_block(&source, false);
	fclose(source.file);
}

static struct player player_of_thread(void)
{
	struct player player = { .outlet = outlet_of_thread() };

	player.variables.value[VAR_TID] = client_thread_id();
	player.variables.value[VAR_PID] = getpid();
	return player;
}

void script_play(void)
{
	struct player player = player_of_thread();

	statements_play(&player, statements);
}

void script_play_line(const char *line)
{
	struct player player = player_of_thread();
	struct words words = { .where = "fake libcuda" };
	struct statement *statement;
	struct patch *patch;
	char *copy = strdup(line);

	words_split(copy, &words);
	statement = parse_line(&words);
	statements_play(&player, statement);
	while ((patch = statement->patches)) {
		statement->patches = patch->next;
		if (patch->text) {
			free(patch->text->prefix);
			free(patch->text->suffix);
		}
		free(patch->text);
		free(patch);
	}
	free(statement->path);
	free(statement);
	free(copy);
}
