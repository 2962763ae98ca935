/* SPDX-License-Identifier: MIT */
/* Keeps ids of streams. In CUPTI's callbacks, on any thread. */
#include "timeline/stream_ids.h"

#include <stdatomic.h>

#include "cupti/api.h"
#include "timeline/late_streams.h"

enum { PLACES = 16 /* of each thread: one with more streams asks again */ };

struct known {
	CUstream stream;
	uint32_t context_id, id;
	unsigned generation; /* when it was asked */
};

static _Thread_local struct known known[PLACES];
static atomic_uint generation = 1; /* 0: a place that is empty */

void stream_ids_forget(void)
{
	atomic_fetch_add(&generation, 1);
}

void streams_changed(const CUpti_ResourceData *resource)
{
	(void)resource;
	stream_ids_forget();
}

static struct known *place_of(CUstream stream)
{
	const uintptr_t handle = (uintptr_t)stream;

	return &known[(handle ^ handle >> 4 ^ handle >> 8) % PLACES];
}

bool stream_id(CUcontext context, uint32_t context_id, CUstream stream, uint32_t *id)
{
	const unsigned now = atomic_load(&generation); /* before CUPTI is asked */
	struct known *place = place_of(stream);

	if (place->generation == now && place->stream == stream &&
	    place->context_id == context_id) {
		*id = place->id;
		return true;
	}
	if (cupti.cuptiGetStreamIdEx(context, stream, 0, id) != CUPTI_SUCCESS)
		return false;
	late_streams_met(context_id, stream, *id);
	*place = (struct known){ stream, context_id, *id, now };
	return true;
}
