/* SPDX-License-Identifier: MIT */
/* Tells whether copies could be of one buffer. Any thread. */
#include "rules/shared/one_buffer.h"

#include "base/format.h"
#include "rules/shared/copies.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"

/* As a core copies into pages that exist. */
static int64_t writing_ns(int64_t bytes)
{
	return (int64_t)((double)bytes * 1e9 / COPY_OUT_BYTES_PER_S);
}

/* Whether the targets are of equal size, with time between them, and at several places. */
static bool are_in_turn(const struct finding *f, const struct trace *trace, double least)
{
	uint64_t first, address;
	bool has_places = false;

	if ((double)f->targets_count < least ||
	    !operation_host_address(trace, f->targets[0], &first))
		return false;
	for (size_t i = 1; i < f->targets_count; i++) {
		const uint32_t id = f->targets[i], before = f->targets[i - 1];
		const int64_t bytes = copy_bytes(trace, id);

		if (bytes != copy_bytes(trace, before) ||
		    !operation_host_address(trace, id, &address) ||
		    !copy_host_has_ns(trace, before, id, writing_ns(bytes)))
			return false;
		has_places |= address != first;
	}
	return has_places;
}

void one_buffer_say(struct finding *finding, const struct check *check, int64_t pin_ns,
                    double least)
{
	if (!are_in_turn(finding, check->trace, least))
		return;
	finding_fact(finding, "one buffer",
	             "these copies are of %s each, and between each and the next the host has time "
	             "to write so much: if that is when it does, one buffer that is pinned once, "
	             "which takes %s longer, can serve for all",
	             format_bytes(FORMAT, copy_bytes(check->trace, finding->targets[0])),
	             format_duration(FORMAT, pin_ns));
	finding_advice_instead(finding, rule_note(finding->rule, RULE_ADVICE, "one buffer"));
}
