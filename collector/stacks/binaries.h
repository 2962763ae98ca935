/* SPDX-License-Identifier: MIT */
/* Which program or library an address of the process is in, as rows. On the writer thread. */
#ifndef WARPWISE_BINARIES_H
#define WARPWISE_BINARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sqlite3.h>

#include "host/loaded.h"
#include "stacks/binary_file.h"
#include "store/batch.h"
#include "store/rows.h"

struct binaries {
	sqlite3_stmt *insert;
	struct binary *items; /* all that were ever loaded, the newest last */
	size_t count, room;
	size_t written, kept;          /* rows: in this batch, in the trace */
	struct loaded_count looked_at; /* the libraries that the process had last */
};

/* Returns 0 or -EIO; release also after that. */
int binaries_init(struct binaries *binaries, sqlite3 *db);
void binaries_release(struct binaries *binaries);

/* Looks which libraries the process has now, if they are others than before. */
void binaries_look(struct binaries *binaries);

/* The frame at ADDRESS of the process. */
struct host_frame binaries_frame(const struct binaries *binaries, uintptr_t address);

/* PLACE of the binary that ADDRESS is in; false: in none. */
bool binaries_place(struct binary_place *place, const struct binaries *binaries, uintptr_t address);

/* As batch.h has them. */
void binaries_begin(struct binaries *binaries);
void binaries_write(struct binaries *binaries, struct batch *batch);
void binaries_keep(struct binaries *binaries);

#endif
