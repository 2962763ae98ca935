/* SPDX-License-Identifier: MIT */
/* The process's programs and libraries. Runs on the writer thread. */
#include "stacks/binaries.h"

#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUILD_ID_BYTES_MAX = 64, BINARIES_MAX = 1 << 14, WALKS = 4 };

struct binary {
	uintptr_t load_address;
	struct binary_place place;
	bool is_loaded; /* now */
	char *path;
	char build_id[2 * BUILD_ID_BYTES_MAX + 1]; /* "": none */
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

static uintptr_t rounded_up(uintptr_t bytes, uintptr_t unit)
{
	return (bytes + unit - 1) / unit * unit;
}

/* Whether the loader has mapped all of SEGMENT: a file can have notes that it does not. */
static bool is_mapped(const struct dl_phdr_info *library, const ElfW(Phdr) * segment)
{
	for (int i = 0; i < library->dlpi_phnum; i++) {
		const ElfW(Phdr) *loaded = &library->dlpi_phdr[i];

		if (loaded->p_type == PT_LOAD && segment->p_vaddr >= loaded->p_vaddr &&
		    segment->p_vaddr - loaded->p_vaddr <= loaded->p_memsz &&
		    segment->p_memsz <= loaded->p_memsz - (segment->p_vaddr - loaded->p_vaddr))
			return true;
	}
	return false;
}

/* Reads the build id among the notes of SEGMENT, which is in memory. */
static void read_notes(struct binary *binary, const ElfW(Phdr) * segment)
{
	const unsigned char *at = (const unsigned char *)(binary->load_address + segment->p_vaddr);
	const unsigned char *end = at + segment->p_memsz;
	const uintptr_t unit = segment->p_align == 8 ? 8 : 4;
	ElfW(Nhdr) note;

	while ((size_t)(end - at) >= sizeof note) {
		const unsigned char *name = at + sizeof note, *data;

		memcpy(&note, at, sizeof note);
		if (note.n_namesz > (size_t)(end - name) ||
		    note.n_descsz > (size_t)(end - name) - note.n_namesz)
			return;
		data = at + rounded_up(sizeof note + note.n_namesz, unit);
		at = data + rounded_up(note.n_descsz, unit);
		if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof "GNU" ||
		    memcmp(name, "GNU", sizeof "GNU") != 0 || note.n_descsz > BUILD_ID_BYTES_MAX ||
		    data + note.n_descsz > end) {
			if (at > end)
				return;
			continue;
		}
		for (size_t i = 0; i < note.n_descsz; i++)
			snprintf(binary->build_id + 2 * i, 3, "%02x", data[i]);
		return;
	}
}

static void read_segments(struct binary *binary, const struct dl_phdr_info *library)
{
	for (int i = 0; i < library->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
		const uintptr_t start = binary->load_address + segment->p_vaddr;

		if (segment->p_type == PT_NOTE && !*binary->build_id && is_mapped(library, segment))
			read_notes(binary, segment);
		if (segment->p_type == PT_GNU_EH_FRAME && is_mapped(library, segment)) {
			binary->place.index = start;
			binary->place.index_end = start + segment->p_memsz;
		}
		if (segment->p_type != PT_LOAD)
			continue;
		if (start < binary->place.start || !binary->place.end)
			binary->place.start = start;
		if (start + segment->p_memsz > binary->place.end)
			binary->place.end = start + segment->p_memsz;
	}
}

/* The program itself has no NAME in the list. */
static char *path_of(const char *name)
{
	char path[PATH_MAX];
	ssize_t length;

	if (*name)
		return strdup(name);
	length = readlink("/proc/self/exe", path, sizeof path - 1);
	if (length < 0)
		return NULL;
	path[length] = '\0';
	return strdup(path);
}

static bool is_same(const struct binary *left, const struct binary *right)
{
	return left->load_address == right->load_address && left->place.end == right->place.end &&
	       strcmp(left->path, right->path) == 0 && strcmp(left->build_id, right->build_id) == 0;
}

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

/* Whether BINARY was seen before; then it is loaded now. */
static bool is_known(struct binaries *binaries, const struct binary *binary)
{
	for (size_t i = 0; i < binaries->count; i++)
		if (is_same(&binaries->items[i], binary))
			return binaries->items[i].is_loaded = true;
	return false;
}

/*
 * What the process has now. While the loader goes through its list it holds a lock, for which
 * threads wait that throw an exception, or whose allocator unwinds with a lock of its own in hand:
 * so nothing is allocated in there, and no file is read.
 */
struct walk {
	struct binary *items; /* the paths are names of the list */
	char *names;
	size_t count, bytes; /* that there are, even where there is no room */
	size_t room, names_room;
	unsigned long long added, gone;
};

static int see(struct dl_phdr_info *library, size_t size, void *data)
{
	struct walk *walk = data;
	const size_t bytes = strlen(library->dlpi_name) + 1;

	(void)size;
	walk->added = library->dlpi_adds;
	walk->gone = library->dlpi_subs;
	if (walk->count < walk->room && walk->bytes + bytes <= walk->names_room) {
		struct binary *binary = &walk->items[walk->count];

		*binary = (struct binary){
			.load_address = library->dlpi_addr,
			.is_loaded = true,
			.path = memcpy(walk->names + walk->bytes, library->dlpi_name, bytes),
		};
		read_segments(binary, library);
	}
	walk->count++;
	walk->bytes += bytes;
	return 0;
}

static void walk_release(struct walk *walk)
{
	free(walk->items);
	free(walk->names);
	*walk = (struct walk){ 0 };
}

/* Room for what there was, and some that come meanwhile. */
static bool make_walk_room(struct walk *walk)
{
	const size_t room = walk->count + walk->count / 4 + 1;
	const size_t names_room = walk->bytes + walk->bytes / 4 + PATH_MAX;

	walk_release(walk);
	walk->items = calloc(room, sizeof *walk->items);
	walk->names = malloc(names_room);
	walk->room = room;
	walk->names_room = names_room;
	return walk->items && walk->names;
}

/* False: no memory, or ever more of them. Release it in any case. */
static bool walk_list(struct walk *walk)
{
	for (int i = 0; i < WALKS; i++) {
		walk->count = walk->bytes = 0;
		dl_iterate_phdr(see, walk);
		if (walk->count <= walk->room && walk->bytes <= walk->names_room)
			return true;
		if (!make_walk_room(walk))
			return false;
	}
	return false;
}

/* SEEN is loaded now; its path becomes a copy. */
static void add(struct binaries *binaries, struct binary *seen)
{
	seen->path = path_of(seen->path);
	if (!seen->path)
		counter_add(COUNTER_lost_messages, 1);
	else if (is_known(binaries, seen) || !make_room(binaries))
		free(seen->path);
	else
		binaries->items[binaries->count++] = *seen;
}

static int is_as_before(struct dl_phdr_info *library, size_t size, void *data)
{
	const struct binaries *binaries = data;

	(void)size;
	/* The first entry says it for all; 2 ends the walk. */
	return library->dlpi_adds == binaries->added && library->dlpi_subs == binaries->gone ? 1
	                                                                                     : 2;
}

void binaries_look(struct binaries *binaries)
{
	struct walk walk = { 0 };

	if (dl_iterate_phdr(is_as_before, binaries) == 1)
		return;
	if (walk_list(&walk)) {
		binaries->added = walk.added;
		binaries->gone = walk.gone;
		for (size_t i = 0; i < binaries->count; i++)
			binaries->items[i].is_loaded = false;
		for (size_t i = 0; i < walk.count; i++)
			add(binaries, &walk.items[i]);
	} else {
		counter_add(COUNTER_lost_messages, 1);
	}
	walk_release(&walk);
}

/* The binary that ADDRESS is in; NULL: in none. */
static const struct binary *find(const struct binaries *binaries, uintptr_t address)
{
	for (size_t i = binaries->count; i-- > 0;) {
		const struct binary *binary = &binaries->items[i];

		if (binary->is_loaded && address >= binary->place.start &&
		    address < binary->place.end)
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
		                    .address = (int64_t)(address - binary->load_address) };
}

bool binaries_place(struct binary_place *place, const struct binaries *binaries, uintptr_t address)
{
	const struct binary *binary = find(binaries, address);

	if (binary)
		*place = binary->place;
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
		sqlite3_bind_text(binaries->insert, 3, *binary->build_id ? binary->build_id : NULL,
		                  -1, SQLITE_STATIC);
		sqlite3_bind_int64(binaries->insert, 4, (int64_t)binary->load_address);
		batch_run(batch, binaries->insert);
	}
}

void binaries_keep(struct binaries *binaries)
{
	binaries->kept = binaries->written;
}
