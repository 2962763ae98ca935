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

#include <string.h>

#include "cupti/api.h"
#include "host/log.h"
#include "host/recording.h"

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
