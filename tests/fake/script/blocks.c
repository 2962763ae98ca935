/* SPDX-License-Identifier: MIT */
/* Blocks: statements that are played again, in another order, or on other threads. */
#include <pthread.h>
#include <stdlib.h>

#include "cupti/client.h"
#include "cupti/outlet.h"
#include "cupti/record.h"
#include "statement.h"

static void play_repeat(struct player *player, const struct statement *statement)
{
	struct variables outer = player->variables;
	int64_t count = statement_number(player, statement);

	player->variables.value[VAR_K] = outer.value[VAR_J];
	player->variables.value[VAR_J] = outer.value[VAR_I];
	for (int64_t i = 0; i < count; i++) {
		player->variables.value[VAR_I] = i;
		statements_play(player, statement->body);
	}
	player->variables = outer;
}

static void play_shuffle(struct player *player, const struct statement *statement)
{
	struct capture capture = { .data = NULL }, *outer = player->capture;
	uint64_t random = (uint64_t)statement_number(player, statement) + 88172645463325252;

	player->capture = &capture;
	statements_play(player, statement->body);
	player->capture = outer;
	for (size_t i = capture.count; i-- > 0;) {
		size_t other, swap;
		const CUpti_Activity *record;

		random ^= random << 13; /* xorshift64 */
		random ^= random >> 7;
		random ^= random << 17;
		other = (size_t)(random % (i + 1));
		swap = capture.offsets[other];
		capture.offsets[other] = capture.offsets[i];
		record = (const CUpti_Activity *)(const void *)(capture.data + swap);
		outlet_write(player->outlet, record, record_size(record, RECORD_MAX));
	}
	free(capture.data);
	free(capture.offsets);
}

/* A thread that plays a block. */
struct task {
	pthread_t thread;
	struct player player;
	const struct statement *body;
};

static void *run_task(void *data)
{
	struct task *task = data;

	task->player.outlet = outlet_of_thread();
	task->player.variables.value[VAR_TID] = client_thread_id();
	statements_play(&task->player, task->body);
	return NULL;
}

static struct task *start_tasks(struct player *player, const struct statement *statement,
                                size_t count)
{
	struct task *tasks = allocate_zeroed((count + 1) * sizeof *tasks);

	for (size_t i = 0; i < count; i++) {
		tasks[i].player = *player;
		tasks[i].player.variables.value[VAR_T] = (int64_t)i;
		tasks[i].body = statement->body;
		if (pthread_create(&tasks[i].thread, NULL, run_task, &tasks[i]))
			abort();
	}
	return tasks;
}

static void play_threads(struct player *player, const struct statement *statement)
{
	size_t count = (size_t)statement_number(player, statement);
	struct task *tasks = start_tasks(player, statement, count);

	for (size_t i = 0; i < count; i++)
		pthread_join(tasks[i].thread, NULL);
	free(tasks);
}

/* Goes on while the program does, also while it ends. */
static void play_background(struct player *player, const struct statement *statement)
{
	pthread_detach(start_tasks(player, statement, 1)->thread);
}

const struct verb block_verbs[] = {
	{ "repeat", true, statement_parse_number, play_repeat },
	{ "threads", true, statement_parse_number, play_threads },
	{ "background", true, statement_parse_number, play_background },
	{ "shuffle", true, statement_parse_number, play_shuffle },
	{ .name = NULL },
};
