/* SPDX-License-Identifier: MIT */
/*
 * Ranges by name. Those of a thread are a stack in each domain, of which the depth is kept, and
 * that of the outermost range that matches; those that may end on another thread have an id.
 * Runs on the program's threads.
 */
#include "timeline/nvtx_ranges.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "host/losses.h"
#include "timeline/nvtx_interface.h"

enum {
	DOMAINS = 16,  /* of a thread: ranges in others are not seen */
	OPEN_IDS = 64, /* at a time */
	STRINGS = 16,  /* registered ones of the name: one in each domain */
	NVTX_REGISTERED = 3,
};

/* CUPTI's functions, the same for all copies of NVTX. Set once, under nvtx.c's lock. */
static struct {
	uint64_t (*start)(const char *name);
	uint64_t (*start_ex)(const struct nvtx_attributes *attributes);
	void (*end)(uint64_t range);
	int (*push)(const char *name);
	int (*push_ex)(const struct nvtx_attributes *attributes);
	int (*pop)(void);
	uint64_t (*domain_start)(void *domain, const struct nvtx_attributes *attributes);
	void (*domain_end)(void *domain, uint64_t range);
	int (*domain_push)(void *domain, const struct nvtx_attributes *attributes);
	int (*domain_pop)(void *domain);
	void *(*string)(void *domain, const char *text);
} real;

static _Atomic(const char *) wanted;
static _Atomic(void *) strings[STRINGS];
static _Atomic uint64_t ids[OPEN_IDS]; /* + 1; 0: free */
static atomic_int open_ranges;
static void (*_Atomic watch)(void), (*_Atomic wait)(void);

static _Thread_local struct stack {
	void *domain;
	int depth, match; /* depth of the outermost range of the name; 0: none */
} stacks[DOMAINS];

static pthread_key_t key; /* a thread's stacks, once one had a range of the name */
static atomic_bool has_key, have_left;

bool nvtx_ranges_any(void)
{
	return atomic_load(&open_ranges) > 0;
}

static void count(int change)
{
	void (*changed)(void) = atomic_load(&watch), (*await)(void) = atomic_load(&wait);
	const int saved = errno; /* the program's: to push a range changes nothing there */
	int cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel); /* nor ends its thread */
	atomic_fetch_add(&open_ranges, change);
	if (changed)
		changed();
	if (await && change > 0)
		await();
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

void nvtx_ranges_watch(void (*changed)(void), void (*await)(void))
{
	atomic_store(&wait, await);
	atomic_store(&watch, changed);
}

/* On a thread that ends in the middle of a range, when CUPTI may have left it: it is not asked
 * here. */
static void thread_left(void *of_thread)
{
	struct stack *its = of_thread;

	for (int i = 0; i < DOMAINS; i++) {
		if (!its[i].match)
			continue;
		its[i].match = 0;
		atomic_fetch_sub(&open_ranges, 1);
		atomic_store(&have_left, true);
	}
}

void nvtx_ranges_settle(void)
{
	void (*changed)(void) = atomic_load(&watch);

	if (changed && atomic_exchange(&have_left, false))
		changed();
}

/* ---- names ---- */

static bool is_name(const char *name)
{
	return name && strcmp(name, atomic_load(&wanted)) == 0;
}

static bool is_string(const void *string)
{
	for (int i = 0; i < STRINGS; i++)
		if (string && atomic_load(&strings[i]) == string)
			return true;
	return false;
}

static bool is_named(const struct nvtx_attributes *attributes)
{
	if (!attributes || attributes->size < sizeof *attributes)
		return false;
	return attributes->message_type == NVTX_NAME         ? is_name(attributes->message)
	       : attributes->message_type == NVTX_REGISTERED ? is_string(attributes->message)
	                                                     : false;
}

/* ---- stacks ---- */

/* The thread's of DOMAIN, a new one if it has none; NULL: there is no room. */
static struct stack *stack_of(void *domain)
{
	struct stack *free_one = NULL;

	for (int i = 0; i < DOMAINS; i++) {
		if (stacks[i].depth && stacks[i].domain == domain)
			return &stacks[i];
		if (!stacks[i].depth && !free_one)
			free_one = &stacks[i];
	}
	if (free_one)
		free_one->domain = domain;
	return free_one;
}

static void pushed(void *domain, bool is_match)
{
	struct stack *stack = stack_of(domain);

	if (!stack) {
		counter_add(COUNTER_further_ranges, is_match);
		return;
	}
	stack->depth++;
	if (is_match && !stack->match) {
		stack->match = stack->depth;
		if (atomic_load(&has_key))
			pthread_setspecific(key, stacks);
		count(1);
	}
}

static void popped(void *domain)
{
	struct stack *stack = stack_of(domain);

	if (!stack || !stack->depth)
		return;
	if (stack->depth == stack->match) {
		stack->match = 0;
		count(-1);
	}
	stack->depth--;
}

/* ---- ids ---- */

/* A range is about to begin: before CUPTI is told, which has no id for it yet. */
static bool starts(bool is_match)
{
	if (is_match)
		count(1);
	return is_match;
}

static void started(uint64_t range, bool is_match)
{
	for (int i = 0; is_match && i < OPEN_IDS; i++) {
		uint64_t none = 0;

		if (atomic_compare_exchange_strong(&ids[i], &none, range + 1))
			return;
	}
	if (!is_match)
		return;
	counter_add(COUNTER_further_ranges, 1);
	count(-1); /* its end would not be seen */
}

static void ended(uint64_t range)
{
	for (int i = 0; i < OPEN_IDS; i++) {
		uint64_t id = range + 1;

		if (atomic_compare_exchange_strong(&ids[i], &id, 0)) {
			count(-1);
			return;
		}
	}
}

/* ---- in the places of CUPTI's functions: a range is recorded whole, with its begin and end ----
 */

static uint64_t start(const char *name)
{
	const bool is_match = starts(is_name(name));
	const uint64_t range = real.start(name);

	started(range, is_match);
	return range;
}

static uint64_t start_ex(const struct nvtx_attributes *attributes)
{
	const bool is_match = starts(is_named(attributes));
	const uint64_t range = real.start_ex(attributes);

	started(range, is_match);
	return range;
}

static void end(uint64_t range)
{
	real.end(range);
	ended(range);
}

static int push(const char *name)
{
	pushed(NULL, is_name(name));
	return real.push(name);
}

static int push_ex(const struct nvtx_attributes *attributes)
{
	pushed(NULL, is_named(attributes));
	return real.push_ex(attributes);
}

static int pop(void)
{
	const int level = real.pop();

	popped(NULL);
	return level;
}

static uint64_t domain_start(void *domain, const struct nvtx_attributes *attributes)
{
	const bool is_match = starts(is_named(attributes));
	const uint64_t range = real.domain_start(domain, attributes);

	started(range, is_match);
	return range;
}

static void domain_end(void *domain, uint64_t range)
{
	real.domain_end(domain, range);
	ended(range);
}

static int domain_push(void *domain, const struct nvtx_attributes *attributes)
{
	pushed(domain, is_named(attributes));
	return real.domain_push(domain, attributes);
}

static int domain_pop(void *domain)
{
	const int level = real.domain_pop(domain);

	popped(domain);
	return level;
}

static void *register_string(void *domain, const char *text)
{
	void *string = real.string(domain, text);

	for (int i = 0; is_name(text) && i < STRINGS; i++) {
		void *none = NULL;

		if (atomic_load(&strings[i]) == string ||
		    atomic_compare_exchange_strong(&strings[i], &none, string))
			return string;
	}
	counter_add(COUNTER_further_ranges, is_name(text));
	return string;
}

/* ---- tables ---- */

static const struct place {
	unsigned place;
	void *kept; /* a pointer to the function */
	nvtx_function ours;
} core[] = {
	{ NVTX_START, &real.start, (nvtx_function)start },
	{ NVTX_START_EX, &real.start_ex, (nvtx_function)start_ex },
	{ NVTX_END, &real.end, (nvtx_function)end },
	{ NVTX_PUSH, &real.push, (nvtx_function)push },
	{ NVTX_PUSH_EX, &real.push_ex, (nvtx_function)push_ex },
	{ NVTX_POP, &real.pop, (nvtx_function)pop },
}, core2[] = {
	{ NVTX_DOMAIN_START, &real.domain_start, (nvtx_function)domain_start },
	{ NVTX_DOMAIN_END, &real.domain_end, (nvtx_function)domain_end },
	{ NVTX_DOMAIN_PUSH, &real.domain_push, (nvtx_function)domain_push },
	{ NVTX_DOMAIN_POP, &real.domain_pop, (nvtx_function)domain_pop },
	{ NVTX_REGISTER, &real.string, (nvtx_function)register_string },
};

enum { CORE = sizeof core / sizeof *core, CORE2 = sizeof core2 / sizeof *core2 };

/* What CUPTI has not filled in stays as it is. */
static void replace(nvtx_function **table, const struct place *places, int number)
{
	for (int i = 0; table && i < number; i++) {
		nvtx_function *at = table[places[i].place], known;

		memcpy(&known, places[i].kept, sizeof known);
		if (!at || !*at || *at == places[i].ours)
			continue;
		if (!known)
			memcpy(places[i].kept, at, sizeof *at);
		*at = places[i].ours;
	}
}

void nvtx_ranges_attach(void *get_export_table)
{
	const char *range = getenv("WARPWISE_RANGE");

	if (!range || !*range)
		return;
	if (!atomic_load(&wanted)) {
		atomic_store(&has_key, pthread_key_create(&key, thread_left) == 0);
		atomic_store(&wanted, strdup(range)); /* the program may change its environment */
	}
	if (atomic_load(&wanted)) {
		replace(nvtx_table(get_export_table, NVTX_MODULE_CORE, NVTX_CORE_FUNCTIONS), core,
		        CORE);
		replace(nvtx_table(get_export_table, NVTX_MODULE_CORE2, NVTX_CORE2_FUNCTIONS),
		        core2, CORE2);
	}
}
