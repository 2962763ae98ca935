/* SPDX-License-Identifier: MIT */
#include "code/host_bare.h"

#include <string.h>

const char *host_bare_program(const struct host_code *code)
{
	const struct trace *trace = code->trace;
	bool is_seen = false;

	for (size_t i = 0; i < trace->host_frames_count && *trace->executable; i++) {
		const struct host_place *place = &code->places[i];

		if (trace->host_frames[i].binary == NONE ||
		    strcmp(place->unit, trace->executable) != 0)
			continue;
		if (!place->is_nameless || place->line)
			return NULL;
		is_seen = true;
	}
	return is_seen ? trace->executable : NULL;
}

size_t host_bare_leave_out(const struct host_code *code, struct host_spot *spots, size_t count)
{
	const char *bare = count ? host_bare_program(code) : NULL;
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		const struct host_spot *spot = &spots[i];

		if (bare && spot->kind != SPOT_STILL && spot->inner.frame == NONE &&
		    strcmp(code->places[spot->site.own].unit, bare) == 0)
			continue;
		spots[kept++] = *spot;
	}
	return kept;
}
