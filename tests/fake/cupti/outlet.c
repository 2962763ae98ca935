/* SPDX-License-Identifier: MIT */
/* Buffers from the client and back. Runs on the threads that play records and on those that
 * flush. */
#include "outlet.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"

enum { POISON = 0xa5, PLACES = 4096 };

/* A buffer that is ours at the moment. */
struct loan {
	uint8_t *data;
	size_t size, used, records, records_max;
	uint64_t sum; /* of what we wrote */
};

struct held {
	struct loan loan;
	struct held *next;
};

struct outlet {
	pthread_mutex_t lock; /* never held during a callback */
	struct loan loan;     /* data is NULL: none. Taken by this thread, given back by any */
	struct held *held;    /* full buffers that wait for a forced flush, newest first */
	struct outlet *next;
};

struct outlets outlets = { .is_checked = true };

static _Atomic(struct outlet *) first;
static _Thread_local struct outlet *mine;

/* Where the buffers that are ours begin: to find one that is handed over twice, or read too
 * early. */
static pthread_mutex_t places_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	const uint8_t *data;
	size_t size;
} places[PLACES];
static size_t places_used; /* none behind these ever was */

void complain(const char *format, ...)
{
	char line[256];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	dprintf(STDERR_FILENO, "fake libcupti: the client broke a rule: %s\n", line);
	abort();
}

/* FNV-1a, eight bytes at a time: records and buffers are multiples of eight. */
static uint64_t sum_of(uint64_t sum, const uint8_t *data, size_t size)
{
	for (size_t i = 0; i + 8 <= size; i += 8) {
		uint64_t word;

		memcpy(&word, data + i, 8);
		sum = (sum ^ word) * 0x100000001b3;
	}
	return sum;
}

static void place_add(const uint8_t *data, size_t size)
{
	size_t free_place;
	bool is_added;

	pthread_mutex_lock(&places_lock);
	free_place = places_used;
	for (size_t i = 0; i < places_used; i++) {
		if (places[i].data && data < places[i].data + places[i].size &&
		    places[i].data < data + size)
			complain("bufferRequested returned memory that is in use as a buffer");
		if (!places[i].data)
			free_place = i;
	}
	is_added = free_place < PLACES;
	if (is_added) {
		places[free_place].data = data;
		places[free_place].size = size;
		places_used += free_place == places_used;
	}
	pthread_mutex_unlock(&places_lock);
	if (!is_added)
		complain("more than %d buffers are out", PLACES);
}

static void place_remove(const uint8_t *data)
{
	pthread_mutex_lock(&places_lock);
	for (size_t i = 0; i < places_used; i++)
		if (places[i].data == data)
			places[i].data = NULL;
	pthread_mutex_unlock(&places_lock);
}

void outlets_check_reading(const uint8_t *data)
{
	if (!outlets.is_checked)
		return;
	pthread_mutex_lock(&places_lock);
	for (size_t i = 0; i < places_used; i++)
		if (places[i].data && data >= places[i].data &&
		    data < places[i].data + places[i].size)
			complain("it reads a buffer that it has handed over");
	pthread_mutex_unlock(&places_lock);
}

struct outlet *outlet_of_thread(void)
{
	struct outlet *outlet = mine;

	if (outlet)
		return outlet;
	outlet = calloc(1, sizeof *outlet);
	if (!outlet)
		abort();
	pthread_mutex_init(&outlet->lock, NULL);
	outlet->next = first;
	while (!atomic_compare_exchange_weak(&first, &outlet->next, outlet))
		;
	return mine = outlet;
}

/* Asks the client for a buffer. Returns false if it has none. */
static bool borrow(struct loan *loan)
{
	CUpti_BuffersCallbackRequestFunc request = outlets.request;
	int before;

	*loan = (struct loan){ .data = NULL };
	if (!request)
		return false;
	before = client_begins();
	request(&loan->data, &loan->size, &loan->records_max);
	client_has_ended(before, "bufferRequested");
	if (!loan->data || !loan->size)
		return false;
	if ((uintptr_t)loan->data % 8)
		complain("bufferRequested returned a buffer that is not aligned to 8 bytes");
	if (outlets.is_checked) {
		place_add(loan->data, loan->size);
		if (outlets.is_zeroed &&
		    (loan->data[0] || memcmp(loan->data, loan->data + 1, loan->size - 1) != 0))
			complain("it said that its buffers are zero, and this one is not");
		memset(loan->data, POISON, loan->size);
	}
	return true;
}

static void check(const struct loan *loan)
{
	size_t rest = loan->size - loan->used;

	if (sum_of(0, loan->data, loan->used) != loan->sum)
		complain("it wrote into a buffer that it had handed over, within the records");
	/* All poison: the first byte is, and each equals the one before. */
	if (rest && (loan->data[loan->used] != POISON ||
	             memcmp(loan->data + loan->used, loan->data + loan->used + 1, rest - 1) != 0))
		complain("it wrote into a buffer that it had handed over, behind the records");
}

/* After this the memory is the client's. */
static void give_back(const struct loan *loan)
{
	CUpti_BuffersCallbackCompleteFunc complete = outlets.complete;
	int before;

	if (outlets.is_checked) {
		check(loan);
		place_remove(loan->data);
	}
	outlets.delivered += loan->records;
	before = client_begins();
	complete(NULL, 0, loan->data, loan->size, loan->used);
	client_has_ended(before, "bufferCompleted");
}

/* Under the outlet's lock: takes its buffer away; either into the list of those held, or into
 * *TAKEN. */
static void detach(struct outlet *outlet, bool is_forced, struct loan *taken)
{
	*taken = (struct loan){ .data = NULL };
	if (outlets.is_held && !is_forced) {
		struct held *held = malloc(sizeof *held);

		if (!held)
			abort();
		*held = (struct held){ outlet->loan, outlet->held };
		outlet->held = held;
	} else {
		*taken = outlet->loan;
	}
	outlet->loan = (struct loan){ .data = NULL };
}

static bool has_room(const struct loan *loan, size_t size)
{
	size_t limit = outlets.records_limit;

	if (loan->records_max && (!limit || loan->records_max < limit))
		limit = loan->records_max;
	return loan->used + size <= loan->size && !(limit && loan->records >= limit);
}

void outlet_write(struct outlet *outlet, const void *record, size_t size)
{
	bool is_written = false;

	for (int attempt = 0; !is_written && attempt < 3; attempt++) {
		struct loan full = { .data = NULL };
		struct loan *loan = &outlet->loan;

		pthread_mutex_lock(&outlet->lock);
		if (loan->data && has_room(loan, size)) {
			memcpy(loan->data + loan->used, record, size);
			if (outlets.is_checked)
				loan->sum = sum_of(loan->sum, record, size);
			loan->used += size;
			loan->records++;
			is_written = true;
		} else if (loan->data) {
			detach(outlet, false, &full);
		}
		pthread_mutex_unlock(&outlet->lock);
		if (full.data)
			give_back(&full);
		if (!is_written) { /* there is none now, and nobody else puts one in: the lock can
			              wait */
			struct loan fresh;

			if (!borrow(&fresh))
				break;
			pthread_mutex_lock(&outlet->lock);
			outlet->loan = fresh;
			pthread_mutex_unlock(&outlet->lock);
		}
	}
	if (!is_written)
		outlets.dropped++;
}

void outlet_deliver(struct outlet *outlet)
{
	struct loan taken = { .data = NULL };

	pthread_mutex_lock(&outlet->lock);
	if (outlet->loan.data)
		detach(outlet, false, &taken);
	pthread_mutex_unlock(&outlet->lock);
	if (taken.data)
		give_back(&taken);
}

static void give_back_held(struct held *held)
{
	while (held) {
		struct held *next = held->next;

		give_back(&held->loan);
		free(held);
		held = next;
	}
}

void outlets_flush(bool is_forced)
{
	for (struct outlet *outlet = first; outlet; outlet = outlet->next) {
		struct loan taken = { .data = NULL };
		struct held *held = NULL;

		pthread_mutex_lock(&outlet->lock);
		if (is_forced || !outlets.is_held) {
			held = outlet->held;
			outlet->held = NULL;
		}
		if (outlet->loan.data && (is_forced || (outlet->loan.used && !outlets.is_held)))
			detach(outlet, is_forced, &taken);
		pthread_mutex_unlock(&outlet->lock);
		give_back_held(held);
		if (taken.data)
			give_back(&taken);
	}
}
