/* SPDX-License-Identifier: MIT */
/*
 * Arrays: how they grow, and how sorted ones are searched. Any thread.
 *
 * A growing array is a pointer and a count, which its owner keeps, NULL and 0 at first, and frees
 * with free(). Its room follows from its count: ARRAY_FIRST items, then the next power of two. So
 * nothing but the functions here makes it longer; the owner may take items off its end, and all of
 * them: an array without items keeps what room it has.
 */
#ifndef WARPWISE_ARRAY_H
#define WARPWISE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { ARRAY_FIRST = 16 };

/* Items: positions are uint32_t, of which the last one stands for none. */
#define ARRAY_MAX ((size_t)1 << 31)

/* Whether an array of COUNT items has no room for one more. */
static inline bool array_is_full(size_t count)
{
	return count == 0 || (count >= ARRAY_FIRST && (count & (count - 1)) == 0);
}

/* Gives a full array of COUNT items of ITEM_BYTES more room. ARRAY points to the pointer to its
 * items. Returns 0 or -ENOMEM; then the array is as it was. */
int array_grow(void *array, size_t count, size_t item_bytes);

/* Makes room for one item behind the COUNT of *ARRAY: for columns, which share a count. */
#define ARRAY_ROOM(array, count) \
	(array_is_full(count) ? array_grow((array), (count), sizeof **(array)) : 0)

/* ARRAY_ADD() without types. */
static inline void *array_add(void *array, size_t *count, size_t item_bytes)
{
	char *items;

	if (array_is_full(*count) && array_grow(array, *count, item_bytes))
		return NULL;
	memcpy(&items, array, sizeof items);
	return items + item_bytes * (*count)++;
}

/* Adds an item to *ARRAY and one to *COUNT. Returns the item, of which nothing is set yet, or NULL
 * without memory. */
#define ARRAY_ADD(array, count) \
	((__typeof__(*(array)))array_add((array), (count), sizeof **(array)))

/*
 * The same within a budget, from which the room that the array takes is taken. NULL with *ERR set
 * to -EFBIG (over the budget) or -ENOMEM; the budget is as it was then.
 */
void *array_add_within(size_t *budget_bytes, void *array, size_t *count, size_t item_bytes,
                       int *err);

#define ARRAY_ADD_WITHIN(budget_bytes, array, count, err)                         \
	((__typeof__(*(array)))array_add_within((budget_bytes), (array), (count), \
	                                        sizeof **(array), (err)))

/* Whether ITEM stands before the place of KEY. */
typedef bool array_is_before(const void *item, const void *key);

/*
 * The place of KEY among COUNT sorted ITEMS: the position of the first item that is not before it,
 * COUNT if all are. Inline, so that the compiler sees IS_BEFORE.
 */
static inline size_t lower_bound(const void *key, const void *items, size_t count,
                                 size_t item_bytes, array_is_before *is_before)
{
	size_t low = 0, high = count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (is_before((const char *)items + middle * item_bytes, key))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

#endif
