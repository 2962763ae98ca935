/* SPDX-License-Identifier: MIT */
/*
 * Parses and plays scripts. Each line becomes a statement: a record, prepared as far as it is
 * constant, with a list of the places that an expression fills in; or a verb of the table below. So
 * playing in a loop costs a copy and a few additions for each record.
 */
#include "script.h"

#include <errno.h>
#include <pthread.h>
#include <search.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "driver_call.h"
#include "expression.h"
#include "names.h"
#include "outlet.h"
#include "pc_sampling.h"
#include "pm_sampling.h"
#include "profiler_host.h"
#include "range_profiler.h"
#include "record.h"
#include "sass_metrics.h"

enum { WORDS_MAX = 48, NAME_CACHE = 1024, FAILURES_MAX = 64 };

/* A text with at most one {expression} in it. */
struct text {
	char *prefix, *suffix;
	struct expression number;
	_Atomic(const char *) cache[NAME_CACHE]; /* interned, by the expression's value */
};

struct patch {
	size_t offset, size;
	struct expression number;
	struct text *text; /* not NULL: the field is a pointer to it */
	struct patch *next;
};

struct statement {
	const struct verb *verb;        /* or */
	const struct record_type *type; /* a record */
	uint8_t record[RECORD_MAX];
	struct patch *patches;
	struct expression number; /* the verb's argument */
	char *path;               /* module: its file, or NULL; await, tell: a file */
	struct statement *body, *next;
};

/* One thread that plays. */
struct player {
	struct variables variables;
	struct outlet *outlet;
	bool has_zero_times;
	struct capture *capture; /* records go here instead; NULL: to the outlet */
};

/* Records of a block that comes out shuffled. */
struct capture {
	uint8_t *data;
	size_t used, size;
	size_t *offsets;
	size_t count, count_max;
};

struct words {
	char *word[WORDS_MAX];
	int count;
	const char *where; /* file:line, for messages */
};

struct verb {
	const char *name;
	bool is_block;
	void (*parse)(struct statement *statement,
	              const struct words *words); /* NULL: no arguments */
	void (*play)(struct player *player,
	             const struct statement *statement); /* NULL: done by parse */
};

/* What a function does instead of what it should: it fails, or it hangs. */
struct failure {
	const char *function;
	bool is_hang;
	CUptiResult result;
	long after, times; /* calls that succeed first; calls that fail then */
	bool has_argument;
	uint64_t argument;
	atomic_long calls;
};

struct script script;

/* The version that cuptiGetVersion() gives, unless the script names another. Here for as-version,
 * which changes it in a copy of the library. */
#define STRING_OF(number) #number
#define STRING(number)    STRING_OF(number)
static const volatile char version_text[] =
        "fake-cupti-version=" STRING(CUPTI_API_VERSION) "      ";

static struct failure failures[FAILURES_MAX];
static atomic_int failure_count;
static struct statement *statements;

static void play_list(struct player *player, const struct statement *list);

static void mistake(const struct words *words, const char *what, const char *word)
{
	dprintf(STDERR_FILENO, "fake libcupti: %s: %s: %s\n", words->where, what, word);
	abort();
}

static void *allocate(size_t size)
{
	void *memory = calloc(1, size);

	if (!memory)
		abort();
	return memory;
}

/* ---- parsing: values ---- */

static struct expression number_in(const struct words *words, const char *text)
{
	struct expression number;

	if (expression_parse(&number, text, script.epoch))
		mistake(words, "not an expression", text);
	return number;
}

static int64_t constant_in(const struct words *words, const char *text)
{
	struct expression number = number_in(words, text);
	struct variables none = { { 0 } };

	if (!number.is_constant)
		mistake(words, "must be constant", text);
	return expression_value(&number, &none);
}

static struct text *text_in(const struct words *words, const char *word)
{
	struct text *text = allocate(sizeof *text);
	const char *open = strchr(word, '{'), *close = open ? strchr(open, '}') : NULL;
	char *expression;

	text->prefix = strdup(word);
	text->suffix = strdup(close ? close + 1 : "");
	text->number = number_in(words, "0");
	if (close) {
		text->prefix[open - word] = '\0';
		expression = strndup(open + 1, (size_t)(close - open - 1));
		text->number = number_in(words, expression);
		free(expression);
	}
	return text;
}

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* One address for equal texts; TEXT is copied if it is new. */
static const char *interned(const char *text)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static void *tree;
	const char *found;
	void *node;

	pthread_mutex_lock(&lock);
	node = tfind(text, &tree, compare);
	if (!node)
		node = tsearch(strdup(text), &tree, compare);
	found = *(const char *const *)node;
	pthread_mutex_unlock(&lock);
	return found;
}

static const char *text_value(struct text *text, const struct variables *variables)
{
	int64_t value = expression_value(&text->number, variables);
	bool is_cached = value >= 0 && value < NAME_CACHE && !script.has_private_names;
	const char *found = is_cached ? text->cache[value] : NULL;
	char *whole = NULL;
	int length;

	if (found)
		return found;
	if (text->number.is_constant)
		length = asprintf(&whole, "%s%s", text->prefix, text->suffix);
	else
		length = asprintf(&whole, "%s%lld%s", text->prefix, (long long)value, text->suffix);
	if (length < 0)
		abort();
	if (script.has_private_names)
		return whole;
	found = interned(whole);
	free(whole);
	if (is_cached)
		text->cache[value] = found;
	return found;
}

/* ---- parsing: records ---- */

static void add_patch(struct statement *statement, struct patch patch)
{
	struct patch *added = allocate(sizeof *added);

	*added = patch;
	added->next = statement->patches;
	statement->patches = added;
}

static void set_number(struct statement *statement, const struct words *words, size_t offset,
                       size_t size, const char *text)
{
	struct expression number = number_in(words, text);
	struct variables none = { { 0 } };
	int64_t value;

	if (!number.is_constant) {
		add_patch(statement, (struct patch){ offset, size, number, NULL, NULL });
		return;
	}
	value = expression_value(&number, &none);
	memcpy(statement->record + offset, &value, size); /* little-endian, like all CUDA hosts */
}

static void set_numbers(struct statement *statement, const struct words *words,
                        const struct field *field, const char *value)
{
	char *copy = strdup(value), *rest = copy, *part;
	size_t i = 0;

	while ((part = strsep(&rest, ",")) && i < field->count)
		set_number(statement, words, field->offset + i++ * field->size, field->size, part);
	if (part || i != field->count)
		mistake(words, "wrong number of values", value);
	free(copy);
}

static void set_text(struct statement *statement, const struct words *words,
                     const struct field *field, const char *value)
{
	struct patch patch = { .offset = field->offset, .size = field->size };

	if (strcmp(value, "null") == 0)
		return;
	patch.text = text_in(words, value);
	add_patch(statement, patch);
}

static void set_call(struct statement *statement, const struct words *words,
                     const struct field *field, const char *value)
{
	bool is_runtime = field->type == FIELD_RUNTIME_CALL;
	int32_t cbid = call_named(
	        is_runtime ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API, value);

	if (cbid < 0)
		cbid = (int32_t)constant_in(words, value);
	memcpy(statement->record + field->offset, &cbid, field->size);
}

static void set_bytes(struct statement *statement, const struct words *words,
                      const struct field *field, const char *value)
{
	unsigned byte;

	if (strlen(value) != 2 * field->size)
		mistake(words, "wrong number of hexadecimal digits", value);
	for (size_t i = 0; i < field->size; i++) {
		if (sscanf(value + 2 * i, "%2x", &byte) != 1)
			mistake(words, "not hexadecimal", value);
		statement->record[field->offset + i] = (uint8_t)byte;
	}
}

static void (*const setters[])(struct statement *, const struct words *, const struct field *,
                               const char *) = {
	[FIELD_NUMBER] = set_numbers,   [FIELD_TEXT] = set_text,   [FIELD_RUNTIME_CALL] = set_call,
	[FIELD_DRIVER_CALL] = set_call, [FIELD_BYTES] = set_bytes,
};

/* The value of KEY in "key=value" words, NULL if it is not there. */
static const char *value_of(const struct words *words, const char *key)
{
	size_t length = strlen(key);

	for (int i = 1; i < words->count; i++)
		if (strncmp(words->word[i], key, length) == 0 && words->word[i][length] == '=')
			return words->word[i] + length + 1;
	return NULL;
}

static void check_keys(const struct words *words, const struct field *fields)
{
	for (int i = 1; i < words->count; i++) {
		bool is_known = false;

		for (const struct field *field = fields; field->name; field++) {
			size_t length = strlen(field->name);

			if (strncmp(words->word[i], field->name, length) == 0 &&
			    words->word[i][length] == '=')
				is_known = true;
		}
		if (!is_known)
			mistake(words, "no such field", words->word[i]);
	}
}

static void parse_record(struct statement *statement, const struct words *words)
{
	const struct record_type *type = statement->type;

	memcpy(statement->record, &type->kind,
	       sizeof type->kind); /* the first member of every record */
	check_keys(words, type->fields);
	for (const struct field *field = type->fields; field->name; field++) {
		const char *value = value_of(words, field->name);

		if (!value)
			value = field->preset;
		if (value)
			setters[field->type](statement, words, field, value);
	}
}

/* ---- playing: records ---- */

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

/* Writes the statement's SIZE bytes, with what its expressions are now, to RECORD. */
static void fill_in(const struct player *player, const struct statement *statement, void *record,
                    size_t size)
{
	memcpy(record, statement->record, size);
	for (const struct patch *patch = statement->patches; patch; patch = patch->next) {
		int64_t value;

		if (patch->text)
			value = (int64_t)(uintptr_t)text_value(patch->text, &player->variables);
		else
			value = expression_value(&patch->number, &player->variables);
		memcpy((uint8_t *)record + patch->offset, &value, patch->size);
	}
}

static void play_record(struct player *player, const struct statement *statement)
{
	_Alignas(8) uint8_t record[RECORD_MAX];
	const struct record_type *type = statement->type;
	const size_t size = record_type_size(type);

	fill_in(player, statement, record, size);
	if (player->has_zero_times)
		clear_times(record, type);
	if (!client_wants((const CUpti_Activity *)(const void *)record))
		return;
	if (player->capture)
		capture_add(player->capture, record, size);
	else
		outlet_write(player->outlet, record, size);
}

/* ---- verbs that are done when they are read ---- */

static const char *argument(const struct words *words, int i)
{
	if (i >= words->count)
		mistake(words, "an argument is missing", words->word[0]);
	return words->word[i];
}

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

static void parse_endless_kernel(struct statement *statement, const struct words *words)
{
	(void)statement;
	(void)words;
	script.has_endless_kernel = true;
}

static void parse_clock(struct statement *statement, const struct words *words)
{
	(void)statement;
	script.epoch = constant_in(words, argument(words, 1));
	script.has_clock = true;
}

static void parse_version(struct statement *statement, const struct words *words)
{
	(void)statement;
	script.version = (uint32_t)constant_in(words, argument(words, 1));
}

static void parse_devices(struct statement *statement, const struct words *words)
{
	(void)statement;
	script.devices = (uint32_t)constant_in(words, argument(words, 1));
}

static void parse_subscriber(struct statement *statement, const struct words *words)
{
	(void)statement;
	script.subscriber = strdup(argument(words, 1));
}

/* fail FUNCTION RESULT [after N] [times N] [when N] */
/* after N, times N, when A, from the word AT on. */
static void parse_conditions(struct failure *failure, const struct words *words, int at)
{
	for (int i = at; i < words->count; i += 2) {
		int64_t value = constant_in(words, argument(words, i + 1));

		if (strcmp(words->word[i], "after") == 0) {
			failure->after = (long)value;
		} else if (strcmp(words->word[i], "times") == 0) {
			failure->times = (long)value;
		} else if (strcmp(words->word[i], "when") == 0) {
			failure->has_argument = true;
			failure->argument = (uint64_t)value;
		} else {
			mistake(words, "neither after, times nor when", words->word[i]);
		}
	}
}

static struct failure *add_failure(const struct words *words)
{
	struct failure *failure = &failures[failure_count];

	if (failure_count == FAILURES_MAX)
		mistake(words, "too many", words->word[0]);
	failure->function = strdup(argument(words, 1));
	failure->times = -1;
	return failure;
}

static void parse_fail(struct statement *statement, const struct words *words)
{
	struct failure *failure = add_failure(words);
	int result = result_named(argument(words, 2));

	(void)statement;
	failure->result = result >= 0 ? result : (int)constant_in(words, words->word[2]);
	parse_conditions(failure, words, 3);
	failure_count++;
}

static void parse_hang(struct statement *statement, const struct words *words)
{
	struct failure *failure = add_failure(words);

	(void)statement;
	failure->is_hang = true;
	parse_conditions(failure, words, 2);
	failure_count++;
}

/* ---- verbs that are played ---- */

/* An argument that may be left out is 0 then. */
static void parse_number(struct statement *statement, const struct words *words)
{
	statement->number = number_in(words, words->count > 1 ? words->word[1] : "0");
}

static void parse_switch(struct statement *statement, const struct words *words)
{
	bool is_on = strcmp(argument(words, 1), "on") == 0;

	if (!is_on && strcmp(words->word[1], "off") != 0)
		mistake(words, "neither on nor off", words->word[1]);
	statement->number = number_in(words, is_on ? "1" : "0");
}

static int64_t number_of(const struct player *player, const struct statement *statement)
{
	return expression_value(&statement->number, &player->variables);
}

static void play_repeat(struct player *player, const struct statement *statement)
{
	struct variables outer = player->variables;
	int64_t count = number_of(player, statement);

	player->variables.value[VAR_K] = outer.value[VAR_J];
	player->variables.value[VAR_J] = outer.value[VAR_I];
	for (int64_t i = 0; i < count; i++) {
		player->variables.value[VAR_I] = i;
		play_list(player, statement->body);
	}
	player->variables = outer;
}

static void play_shuffle(struct player *player, const struct statement *statement)
{
	struct capture capture = { .data = NULL }, *outer = player->capture;
	uint64_t random = (uint64_t)number_of(player, statement) + 88172645463325252;

	player->capture = &capture;
	play_list(player, statement->body);
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
	play_list(&task->player, task->body);
	return NULL;
}

static struct task *start_tasks(struct player *player, const struct statement *statement,
                                size_t count)
{
	struct task *tasks = allocate((count + 1) * sizeof *tasks);

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
	size_t count = (size_t)number_of(player, statement);
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

/* buffer: give back what is filled so far. buffer N: hold at most N records in each from now on. */
static void play_buffer(struct player *player, const struct statement *statement)
{
	int64_t limit = number_of(player, statement);

	if (limit)
		outlets.records_limit = (size_t)limit;
	else
		outlet_deliver(player->outlet);
}

static void play_drop(struct player *player, const struct statement *statement)
{
	outlets.dropped += (size_t)number_of(player, statement);
}

static void play_zero_times(struct player *player, const struct statement *statement)
{
	player->has_zero_times = number_of(player, statement);
}

static void play_sleep(struct player *player, const struct statement *statement)
{
	int64_t ms = number_of(player, statement);
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&time, &time) && errno == EINTR)
		;
}

static void parse_file(struct statement *statement, const struct words *words)
{
	statement->path = strdup(argument(words, 1));
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
	outlets.is_held = number_of(player, statement);
}

/* module file=PATH, or module bytes=N [seed=N] */
static void parse_module(struct statement *statement, const struct words *words)
{
	const char *path = value_of(words, "file"), *bytes = value_of(words, "bytes"),
	           *seed = value_of(words, "seed");

	if (!path && !bytes)
		mistake(words, "neither file= nor bytes=", words->word[0]);
	statement->path = path ? strdup(path) : NULL;
	statement->number = number_in(words, bytes ? bytes : "0");
	statement->record[0] = (uint8_t)(seed ? constant_in(words, seed) : 0);
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
	data = allocate(*size + 1);
	if (fread(data, 1, *size, file) != *size)
		abort();
	fclose(file);
	return data;
}

static void play_module(struct player *player, const struct statement *statement)
{
	static atomic_uint modules;
	size_t size = (size_t)number_of(player, statement);
	char *cubin;

	if (statement->path) {
		cubin = read_file(statement->path, &size);
	} else {
		cubin = allocate(size + 1);
		for (size_t i = 0; i < size; i++)
			cubin[i] = (char)(statement->record[0] + i / 16);
	}
	client_module_loaded(++modules, cubin, size);
	free(cubin);
}

static void play_replace(struct player *player, const struct statement *statement)
{
	client_stream_replaced((CUstream)(uintptr_t)number_of(player, statement));
}

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
	const char *reason = value_of(words, "reason"), *function = value_of(words, "function");
	struct fake_sample sample = { .context = 1 };
	struct patch patch = { .offset = offsetof(struct fake_sample, function),
		               .size = sizeof sample.function };

	sample.reason = pc_sampling_reason(reason ? reason : "wait");
	if (sample.reason < 0)
		mistake(words, "no such stall reason", reason);
	memcpy(statement->record, &sample, sizeof sample);
	check_keys(words, sample_fields);
	for (const struct field *field = sample_fields; field->name; field++)
		if (field->size && value_of(words, field->name))
			set_number(statement, words, field->offset, field->size,
			           value_of(words, field->name));
	patch.text = text_in(words, function ? function : "_Z4stepPf");
	add_patch(statement, patch);
}

static void play_sample(struct player *player, const struct statement *statement)
{
	struct fake_sample sample;

	fill_in(player, statement, &sample, sizeof sample);
	pc_sampling_add(&sample, sample_delay_ms);
}

static void play_sample_delay(struct player *player, const struct statement *statement)
{
	sample_delay_ms = number_of(player, statement);
}

static void play_unload(struct player *player, const struct statement *statement)
{
	client_module_unloaded((CUcontext)(uintptr_t)number_of(player, statement));
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
	const char *metric = value_of(words, "metric"), *function = value_of(words, "function");
	struct fake_instruction instruction = { .crc = 0 };
	struct patch patch = { .offset = offsetof(struct fake_instruction, function),
		               .size = sizeof instruction.function };

	instruction.metric = sass_metrics_find(metric ? metric : "inst_executed");
	if (instruction.metric < 0)
		mistake(words, "no such metric", metric);
	memcpy(statement->record, &instruction, sizeof instruction);
	check_keys(words, instruction_fields);
	for (const struct field *field = instruction_fields; field->name; field++)
		if (field->size && value_of(words, field->name))
			set_number(statement, words, field->offset, field->size,
			           value_of(words, field->name));
	patch.text = text_in(words, function ? function : "_Z4stepPf");
	add_patch(statement, patch);
}

static void play_instruction(struct player *player, const struct statement *statement)
{
	struct fake_instruction instruction;

	fill_in(player, statement, &instruction, sizeof instruction);
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
	check_keys(words, gpu_sample_fields);
	for (const struct field *field = gpu_sample_fields; field->name; field++)
		if (value_of(words, field->name))
			set_number(statement, words, field->offset, field->size,
			           value_of(words, field->name));
}

static void play_gpu_sample(struct player *player, const struct statement *statement)
{
	struct fake_gpu_sample sample;

	fill_in(player, statement, &sample, sizeof sample);
	pm_sampling_add(&sample);
}

static void play_decode_delay(struct player *player, const struct statement *statement)
{
	pm_sampling_set_delay(number_of(player, statement));
}

static void parse_lacks(struct statement *statement, const struct words *words)
{
	(void)statement;
	host_lacks(strdup(argument(words, 1)));
}

static void parse_pass_metrics(struct statement *statement, const struct words *words)
{
	(void)statement;
	host_set_pass_metrics((size_t)constant_in(words, argument(words, 1)));
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
	const char *metric = value_of(words, "metric"), *function = value_of(words, "function");
	struct fake_counter counter = {
		.metric = strdup(metric ? metric : ""),
		.function = function ? strdup(function) : NULL,
	};

	memcpy(statement->record, &counter, sizeof counter);
	check_keys(words, counter_fields);
	for (const struct field *field = counter_fields; field->name; field++)
		if (field->size && value_of(words, field->name))
			set_number(statement, words, field->offset, field->size,
			           value_of(words, field->name));
}

static void play_counter(struct player *player, const struct statement *statement)
{
	struct fake_counter counter;

	fill_in(player, statement, &counter, sizeof counter);
	range_profiler_count(&counter);
}

/* ---- driver calls ---- */

#define CALL_FIELD(name, member)                                                        \
	{                                                                               \
		name, offsetof(struct driver_call, member),                             \
		        sizeof(((struct driver_call *)0)->member), 1, FIELD_NUMBER, "0" \
	}

static const struct field call_fields[] = {
	CALL_FIELD("event", event),
	CALL_FIELD("stream", stream),
	CALL_FIELD("named", named),
	CALL_FIELD("ctx", context),
	CALL_FIELD("corr", correlation_id),
	CALL_FIELD("result", result),
	{ .name = NULL },
};

/* call NAME FIELD=VALUE...; calling is the same with what happens meanwhile */
static void parse_call(struct statement *statement, const struct words *words)
{
	struct driver_call call = { .context = 1 };
	struct words fields = *words;

	call.cbid = call_named(CUPTI_CB_DOMAIN_DRIVER_API, argument(words, 1));
	if (!driver_call_is_known(call.cbid))
		mistake(words, "no such driver call", words->word[1]);
	memcpy(statement->record, &call, sizeof call);
	memmove(fields.word + 1, fields.word + 2, (size_t)(fields.count - 2) * sizeof *fields.word);
	fields.count--;
	check_keys(&fields, call_fields);
	for (const struct field *field = call_fields; field->name; field++)
		if (value_of(&fields, field->name))
			set_number(statement, &fields, field->offset, field->size,
			           value_of(&fields, field->name));
}

static void play_call(struct player *player, const struct statement *statement)
{
	struct driver_call_begun begun;
	struct driver_call call;

	fill_in(player, statement, &call, sizeof call);
	driver_call_begin(&begun, &call);
	play_list(player, statement->body);
	driver_call_end(&begun);
}

static void play_capture(struct player *player, const struct statement *statement)
{
	driver_call_capture((uint64_t)number_of(player, statement), true);
}

static void play_capture_end(struct player *player, const struct statement *statement)
{
	driver_call_capture((uint64_t)number_of(player, statement), false);
}

static const struct verb verbs[] = {
	{ "quiet", false, parse_quiet, NULL },
	{ "unchecked", false, parse_unchecked, NULL },
	{ "private-names", false, parse_private_names, NULL },
	{ "inventory", false, parse_inventory, NULL },
	{ "endless-kernel", false, parse_endless_kernel, NULL },
	{ "clock", false, parse_clock, NULL },
	{ "version", false, parse_version, NULL },
	{ "devices", false, parse_devices, NULL },
	{ "subscriber", false, parse_subscriber, NULL },
	{ "fail", false, parse_fail, NULL },
	{ "hang", false, parse_hang, NULL },
	{ "repeat", true, parse_number, play_repeat },
	{ "threads", true, parse_number, play_threads },
	{ "background", true, parse_number, play_background },
	{ "shuffle", true, parse_number, play_shuffle },
	{ "buffer", false, parse_number, play_buffer },
	{ "drop", false, parse_number, play_drop },
	{ "zero-times", false, parse_switch, play_zero_times },
	{ "sleep", false, parse_number, play_sleep },
	{ "await", false, parse_file, play_await },
	{ "tell", false, parse_file, play_tell },
	{ "hold", false, parse_switch, play_hold },
	{ "module", false, parse_module, play_module },
	{ "unload", false, parse_number, play_unload },
	{ "replace", false, parse_number, play_replace },
	{ "sample", false, parse_sample, play_sample },
	{ "instruction", false, parse_instruction, play_instruction },
	{ "gpu-sample", false, parse_gpu_sample, play_gpu_sample },
	{ "decode-delay", false, parse_number, play_decode_delay },
	{ "lacks", false, parse_lacks, NULL },
	{ "counter", false, parse_counter, play_counter },
	{ "pass-metrics", false, parse_pass_metrics, NULL },
	{ "call", false, parse_call, play_call },
	{ "calling", true, parse_call, play_call },
	{ "capture", false, parse_number, play_capture },
	{ "capture-end", false, parse_number, play_capture_end },
	{ "sample-delay", false, parse_number, play_sample_delay },
	{ .name = NULL },
};

static void play_list(struct player *player, const struct statement *list)
{
	for (const struct statement *statement = list; statement; statement = statement->next) {
		if (statement->type)
			play_record(player, statement);
		else if (statement->verb->play)
			statement->verb->play(player, statement);
	}
}

/* ---- lines ---- */

/* Takes LINE apart in place. Quotes keep blanks together; # begins a comment. */
static void split(char *line, struct words *words)
{
	char *to = line;

	words->count = 0;
	while (*line) {
		bool is_quoted = false;

		line += strspn(line, " \t\r\n");
		if (!*line || *line == '#')
			return;
		if (words->count == WORDS_MAX)
			mistake(words, "too many words", line);
		words->word[words->count++] = to;
		for (; *line && (is_quoted || !strchr(" \t\r\n", *line)); line++) {
			if (*line == '"')
				is_quoted = !is_quoted;
			else
				*to++ = *line;
		}
		if (*line)
			line++;
		*to++ = '\0';
	}
}

static struct statement *parse_line(const struct words *words)
{
	struct statement *statement = allocate(sizeof *statement);

	statement->type = record_type_named(words->word[0]);
	if (statement->type) {
		parse_record(statement, words);
		return statement;
	}
	statement->verb = verbs;
	while (statement->verb->name && strcmp(statement->verb->name, words->word[0]) != 0)
		statement->verb++;
	if (!statement->verb->name)
		mistake(words, "no such statement", words->word[0]);
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
		split(line, &words);
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
		mistake(&words, is_inner ? "a block has no end" : "end without a block",
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

	play_list(&player, statements);
}

void script_play_line(const char *line)
{
	struct player player = player_of_thread();
	struct words words = { .where = "fake libcuda" };
	struct statement *statement;
	struct patch *patch;
	char *copy = strdup(line);

	split(copy, &words);
	statement = parse_line(&words);
	play_list(&player, statement);
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

CUptiResult script_result(const char *function, uint64_t argument_value)
{
	for (int i = 0; i < failure_count; i++) {
		struct failure *failure = &failures[i];
		long call;

		if (strcmp(failure->function, function) != 0 ||
		    (failure->has_argument && failure->argument != argument_value))
			continue;
		call = failure->calls++;
		if (call < failure->after ||
		    (failure->times >= 0 && call >= failure->after + failure->times))
			continue;
		while (failure->is_hang)
			pause();
		return failure->result;
	}
	return CUPTI_SUCCESS;
}
