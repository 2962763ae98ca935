/* SPDX-License-Identifier: MIT */
/* The process's programs and libraries. Runs on the writer thread. */
#include "stacks/binaries.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BINARIES_MAX = 1 << 14 };

struct binary {
	char *path;
	ino_t inode;
	uintptr_t start; /* of the file */
	bool is_loaded;  /* now */
	struct binary_file file;
};

static const char insert_binary[] = "INSERT INTO host_binary (id, path, build_id, load_address) "
                                    "VALUES (?1, ?2, ?3, ?4)";

int binaries_init(struct binaries *binaries, sqlite3 *db)
{
	*binaries = (struct binaries){ 0 };
	return sqlite3_prepare_v3(db, insert_binary, -1, SQLITE_PREPARE_PERSISTENT,
	                          &binaries->insert, NULL) == SQLITE_OK
	               ? 0
	               : -EIO;
}

void binaries_release(struct binaries *binaries)
{
	sqlite3_finalize(binaries->insert);
	for (size_t i = 0; i < binaries->count; i++)
		free(binaries->items[i].path);
	free(binaries->items);
	*binaries = (struct binaries){ 0 };
}

/* ---- what is loaded ---- */

static bool make_room(struct binaries *binaries)
{
	const size_t room = binaries->room ? 2 * binaries->room : 64;
	struct binary *items;

	if (binaries->count < binaries->room)
		return true;
	items = room > BINARIES_MAX ? NULL : reallocarray(binaries->items, room, sizeof *items);
	if (!items) {
		counter_add(room > BINARIES_MAX ? COUNTER_further_binaries : COUNTER_lost_messages,
		            1);
		return false;
	}
	binaries->items = items;
	binaries->room = room;
	return true;
}

/* The one that FILE was seen as before; NULL: as none. */
static struct binary *find_known(struct binaries *binaries, const struct loaded_file *file)
{
	for (size_t i = binaries->count; i-- > 0;) {
		struct binary *binary = &binaries->items[i];

		if (binary->start == file->start && binary->inode == file->inode &&
		    strcmp(binary->path, file->path) == 0)
			return binary;
	}
	return NULL;
}

/* FILE is loaded now. */
static int add(const struct loaded_file *file, void *data)
{
	struct binaries *binaries = data;
	struct binary *known = find_known(binaries, file);
	struct binary made = { .inode = file->inode, .start = file->start, .is_loaded = true };

	if (known) {
		known->is_loaded = true;
		return 0;
	}
	if (!make_room(binaries))
		return 0;
	made.path = strdup(file->path);
	if (!made.path)
		return -ENOMEM;
	binary_file_read(&made.file, file);
	binaries->items[binaries->count++] = made;
	return 0;
}

void binaries_look(struct binaries *binaries)
{
	const struct loaded_count count = loaded_count();

	if (count.added == binaries->looked_at.added && count.gone == binaries->looked_at.gone)
		return;
	binaries->looked_at = count;
	for (size_t i = 0; i < binaries->count; i++)
		binaries->items[i].is_loaded = false;
	if (loaded_each(add, binaries))
		counter_add(COUNTER_lost_messages, 1);
}

/* The binary that ADDRESS is in; NULL: in none. */
static const struct binary *find(const struct binaries *binaries, uintptr_t address)
{
	for (size_t i = binaries->count; i-- > 0;) {
		const struct binary *binary = &binaries->items[i];

		if (binary->is_loaded && address >= binary->file.place.start &&
		    address < binary->file.place.end)
			return binary;
	}
	return NULL;
}

struct host_frame binaries_frame(const struct binaries *binaries, uintptr_t address)
{
	const struct binary *binary = find(binaries, address);

	if (!binary)
		return (struct host_frame){ 0 };
	return (struct host_frame){ .binary_id = binary - binaries->items + 1,
		                    .address = (int64_t)(address - binary->file.load_address) };
}

bool binaries_place(struct binary_place *place, const struct binaries *binaries, uintptr_t address)
{
	const struct binary *binary = find(binaries, address);

	if (binary)
		*place = binary->file.place;
	return binary;
}

/* ---- rows ---- */

void binaries_begin(struct binaries *binaries)
{
	binaries->written = binaries->kept;
}

void binaries_write(struct binaries *binaries, struct batch *batch)
{
	for (size_t *i = &binaries->written; *i < binaries->count; (*i)++) {
		const struct binary *binary = &binaries->items[*i];

		sqlite3_bind_int64(binaries->insert, 1, (int64_t)*i + 1);
		sqlite3_bind_text(binaries->insert, 2, binary->path, -1, SQLITE_STATIC);
		sqlite3_bind_text(binaries->insert, 3,
		                  *binary->file.build_id ? binary->file.build_id : NULL, -1,
		                  SQLITE_STATIC);
		sqlite3_bind_int64(binaries->insert, 4, (int64_t)binary->file.load_address);
		batch_run(batch, binaries->insert);
	}
}

void binaries_keep(struct binaries *binaries)
{
	binaries->kept = binaries->written;
}
