/* SPDX-License-Identifier: MIT */
/* Folders among a verb's arguments: all of a job's traces. */
#ifndef WARPWISE_FOLDERS_H
#define WARPWISE_FOLDERS_H

#include <stddef.h>

struct folders {
	char **items; /* the arguments, with the traces of a folder, by name, in its place */
	size_t count;
};

/* Looks into each of ARGV that is a folder for *.db, and leaves out what is read with another of
 * them, as run.1.db is with run.db (record --rotate). Returns 0, or the exit status after saying
 * what is wrong; release in both cases. */
int folders_expand(struct folders *folders, int argc, char **argv);
void folders_release(struct folders *folders);

#endif
