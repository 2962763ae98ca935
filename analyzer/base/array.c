/* SPDX-License-Identifier: MIT */
/* Arrays that grow. Any thread. */
#include "base/array.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int array_grow(void *array, size_t count, size_t item_bytes)
{
	const size_t room = count ? 2 * count : ARRAY_FIRST;
	void *items;

	if (count >= ARRAY_MAX || room > SIZE_MAX / item_bytes)
		return -ENOMEM;
	memcpy(&items, array, sizeof items);
	if (items && !count) /* its owner took all items off */
		return 0;
	items = reallocarray(items, room, item_bytes);
	if (!items)
		return -ENOMEM;
	memcpy(array, &items, sizeof items);
	return 0;
}

void *array_add_within(size_t *budget_bytes, void *array, size_t *count, size_t item_bytes,
                       int *err)
{
	const size_t more = !array_is_full(*count) ? 0 : *count ? *count : ARRAY_FIRST;
	void *added;

	if (more > *budget_bytes / item_bytes) {
		*err = -EFBIG;
		return NULL;
	}
	added = array_add(array, count, item_bytes);
	if (!added) {
		*err = -ENOMEM;
		return NULL;
	}
	*budget_bytes -= more * item_bytes;
	return added;
}
