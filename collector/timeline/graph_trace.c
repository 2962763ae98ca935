/* SPDX-License-Identifier: MIT */
/*
 * CUPTI's kind GRAPH_TRACE makes one record of each launch of a graph, instead of one for each
 * node. Seen with CUPTI 13.0 (driver 580, H200; more in collector/README.md):
 *   - A graph that was instantiated while the kind was off crashes the program when it is launched
 *     while it is on. The other way round does no harm.
 *   - To turn it off and on again between launches works for one thread and crashes several; and a
 *     graph that was launched by node once stays slow, and spoils the end of its last node's
 * record.
 *   - With CUPTI loaded and no kind on at all, a launch takes longer than with GRAPH_TRACE on.
 *
 * So it is on from before the first graph to the end of the recording or off all the time, and
 * stays on while nothing is recorded (--range): what comes meanwhile is left out.
 */
#include "timeline/graph_trace.h"

#include <stdatomic.h>
#include <string.h>

#include "cupti/api.h"
#include "host/log.h"
#include "host/recording.h"

enum { PAUSES = 1 << 16 /* as many as control.c has at most */ };

static atomic_bool is_paused; /* the recording */

static bool is_wanted(void)
{
	const char *text = recording.settings.text[SETTING_ID_graph_trace];

	if (strcmp(text, "graph") == 0)
		return true;
	if (strcmp(text, "node") != 0)
		log_line("WARPWISE_GRAPH_TRACE=\"%s\" is not node or graph: using node", text);
	return false;
}

CUptiResult graph_trace_enable(void)
{
	if (!is_wanted())
		return CUPTI_SUCCESS;
	if (recording.is_late) {
		log_line("graphs are recorded by node: the program may have made some before the "
		         "start");
		return CUPTI_SUCCESS;
	}
	return cupti.cuptiActivityEnable(CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
}

void graph_trace_disable(void)
{
	cupti.cuptiActivityDisable(CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
}

/* As CUPTI's timestamps; an end of 0: it goes on. Static memory that is never touched costs
 * nothing. */
static struct pause {
	_Atomic uint64_t start, end;
} pauses[PAUSES];
static atomic_int pauses_count;

void graph_trace_pause(bool is_recording)
{
	const int count = atomic_load(&pauses_count);
	uint64_t now = 0;

	if (cupti.cuptiGetTimestamp(&now) != CUPTI_SUCCESS ||
	    is_recording != atomic_load(&is_paused) || (!is_recording && count == PAUSES))
		return;
	if (is_recording) {
		atomic_store(&pauses[count - 1].end, now);
	} else {
		atomic_store(&pauses[count].start, now);
		atomic_store(&pauses_count, count + 1);
	}
	atomic_store(&is_paused, !is_recording);
}

bool graph_trace_was_paused(uint64_t start)
{
	int low = 0, high = atomic_load(&pauses_count);
	uint64_t end;

	while (low < high) { /* to the first that begins later */
		const int middle = low + (high - low) / 2;

		if (atomic_load(&pauses[middle].start) <= start)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return false;
	end = atomic_load(&pauses[low - 1].end);
	return !end || start < end;
}
