/* SPDX-License-Identifier: MIT */
/* Kernels without times. On the writer thread. */
#include "store/untimed.h"

#include <errno.h>
#include <stdlib.h>

enum { ROOM_FIRST = 64 };

struct untimed_kernel {
	int64_t launch_shape_id;
	enum counter counted;
};

void untimed_release(struct untimed *untimed)
{
	intern_release(&untimed->ids);
	free(untimed->kernels);
}

void untimed_begin(struct untimed *untimed)
{
	untimed->mark.met = untimed->mark.kept;
}

void untimed_keep(struct untimed *untimed)
{
	untimed->mark.kept = untimed->mark.met;
}

static int make_room(struct untimed *untimed)
{
	const size_t room = untimed->room ? 2 * untimed->room : ROOM_FIRST;
	struct untimed_kernel *kernels;

	if (untimed->ids.used < untimed->room)
		return 0;
	kernels = room > UNTIMED_KERNELS_MAX
	                  ? NULL
	                  : reallocarray(untimed->kernels, room, sizeof *kernels);
	if (!kernels)
		return -ENOMEM;
	untimed->kernels = kernels;
	untimed->room = room;
	return 0;
}

bool untimed_note(struct untimed *untimed, uint32_t correlation_id, int64_t launch_shape_id,
                  enum counter counted)
{
	bool is_new;
	int64_t id;

	if (make_room(untimed) ||
	    intern_get(&untimed->ids, &correlation_id, sizeof correlation_id, &id, &is_new))
		return false;
	if (is_new)
		untimed->kernels[id - 1].launch_shape_id = launch_shape_id;
	if (!intern_meets_first(&untimed->mark, id))
		return true;
	untimed->kernels[id - 1].counted = counted;
	return false;
}

int64_t untimed_shape(const struct untimed *untimed, uint32_t correlation_id, enum counter *counted)
{
	const int64_t id = intern_find(&untimed->ids, &correlation_id, sizeof correlation_id);

	if (!id)
		return 0;
	*counted = untimed->kernels[id - 1].counted;
	return untimed->kernels[id - 1].launch_shape_id;
}
