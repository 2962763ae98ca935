/* SPDX-License-Identifier: MIT */
/* Finds set-up that is no idle time of a loop's. Any thread. */
#include "rules/shared/idle_setup.h"

#include "rules/shared/setups.h"

/* The time that setup-in-loop has reported. */
static int add_reported(struct interval_set *set, const struct setups *setups,
                        const struct check *check)
{
	int err = 0;

	for (int kind = SETUP_NONE + 1; kind < SETUP_KINDS && !err; kind++)
		if (check_subject_of(check, "setup-in-loop", setup_subjects[kind]))
			err = setups_again(set, setups, check->trace, (enum host_setup_kind)kind,
			                   true);
	return err;
}

/* What is compiled once under a line is not compiled in its next round. */
static int add_once(struct idle_setup *setup, const struct setups *setups,
                    const struct check *check)
{
	struct interval_set once = { 0 };
	int err = setups_once(&once, setups, check->trace, SETUP_COMPILING);

	for (size_t i = 0; i < once.count && !err; i++)
		err = interval_set_add(&setup->all, once.items[i].start_ns, once.items[i].end_ns);
	interval_set_unite(&setup->all);
	setup->once_ns =
	        interval_set_length(&once) - interval_set_intersection(&once, &setup->reported);
	interval_set_release(&once);
	return err;
}

int idle_setup_find(struct idle_setup *setup, const struct check *check)
{
	struct setups setups;
	int err = setups_init(&setups, check->host);

	*setup = (struct idle_setup){ 0 };
	if (!err)
		err = add_reported(&setup->reported, &setups, check);
	for (size_t i = 0; i < setup->reported.count && !err; i++)
		err = interval_set_add(&setup->all, setup->reported.items[i].start_ns,
		                       setup->reported.items[i].end_ns);
	if (!err)
		err = add_once(setup, &setups, check);
	setups_release(&setups);
	return err;
}

void idle_setup_release(struct idle_setup *setup)
{
	interval_set_release(&setup->reported);
	interval_set_release(&setup->all);
}
