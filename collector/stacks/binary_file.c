/* SPDX-License-Identifier: MIT */
/* Reads ELF headers, of the process's own word size (elf(5)). */
#include "stacks/binary_file.h"

#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "descriptor.h"

enum {
	SEGMENTS_MAX = 64,
	NOTES_BYTES_MAX = 4096, /* of one segment; the build id is among the first */
};

/* ---- the build id ---- */

static size_t rounded_up(size_t bytes, size_t unit)
{
	return (bytes + unit - 1) / unit * unit;
}

static void print_id(struct binary_file *read, const unsigned char *id, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		snprintf(read->build_id + 2 * i, 3, "%02x", id[i]);
}

/* Finds it among the BYTES of NOTES. */
static void find_id(struct binary_file *read, const unsigned char *notes, size_t bytes, size_t unit)
{
	size_t at = 0;
	ElfW(Nhdr) note;

	while (at <= bytes && bytes - at >= sizeof note) {
		const size_t name = at + sizeof note;
		size_t data;

		memcpy(&note, notes + at, sizeof note);
		data = at + rounded_up(sizeof note + note.n_namesz, unit);
		if (note.n_namesz > bytes || note.n_descsz > bytes || data > bytes ||
		    note.n_descsz > bytes - data)
			return;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof "GNU" &&
		    memcmp(notes + name, "GNU", sizeof "GNU") == 0 &&
		    note.n_descsz <= BUILD_ID_BYTES_MAX) {
			print_id(read, notes + data, note.n_descsz);
			return;
		}
		at = data + rounded_up(note.n_descsz, unit);
	}
}

/* ---- segments ---- */

struct segments {
	ElfW(Phdr) items[SEGMENTS_MAX];
	size_t count; /* 0: this is no file of the process's kind */
};

static bool is_ours(const ElfW(Ehdr) * head)
{
	return memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 &&
	       head->e_ident[EI_CLASS] == (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) &&
	       head->e_phentsize == sizeof(ElfW(Phdr)) && head->e_phnum <= SEGMENTS_MAX;
}

static bool read_at(void *to, size_t bytes, int fd, uint64_t offset)
{
	return pread(fd, to, bytes, (off_t)offset) == (ssize_t)bytes;
}

static void read_file(struct segments *segments, int fd)
{
	ElfW(Ehdr) head;

	if (read_at(&head, sizeof head, fd, 0) && is_ours(&head) &&
	    read_at(segments->items, head.e_phnum * sizeof *segments->items, fd, head.e_phoff))
		segments->count = head.e_phnum;
}

static const void *pointer(uintptr_t address)
{
	const void *made;

	memcpy(&made, &address, sizeof made);
	return made;
}

/* The program's own are where the kernel has put them; its own begin with a header. False: FILE is
 * none of both. */
static bool read_memory(struct segments *segments, const struct loaded_file *file)
{
	const uintptr_t program = getauxval(AT_PHDR), kernel = getauxval(AT_SYSINFO_EHDR);
	const ElfW(Ehdr) *head = pointer(file->start);
	const void *from = pointer(program);
	size_t count = getauxval(AT_PHNUM);

	if (kernel == file->start && is_ours(head)) {
		from = (const char *)head + head->e_phoff;
		count = head->e_phnum;
	} else if (program < file->start || program >= file->end || count > SEGMENTS_MAX) {
		return false;
	}
	memcpy(segments->items, from, count * sizeof *segments->items);
	segments->count = count;
	return true;
}

/* By how much its addresses are shifted: the first byte of the file is mapped at START. */
static uintptr_t shift_of(const struct segments *segments, uintptr_t start)
{
	for (size_t i = 0; i < segments->count; i++) {
		const ElfW(Phdr) *segment = &segments->items[i];

		if (segment->p_type == PT_LOAD && segment->p_offset < segment->p_align)
			return start - (segment->p_vaddr - segment->p_offset);
	}
	return start;
}

/* Whether SEGMENT is within one that is mapped: tools that change files leave some that are not. */
static bool is_mapped(const struct segments *segments, const ElfW(Phdr) * segment)
{
	for (size_t i = 0; i < segments->count; i++) {
		const ElfW(Phdr) *loaded = &segments->items[i];

		if (loaded->p_type == PT_LOAD && segment->p_vaddr >= loaded->p_vaddr &&
		    segment->p_vaddr - loaded->p_vaddr <= loaded->p_memsz &&
		    segment->p_memsz <= loaded->p_memsz - (segment->p_vaddr - loaded->p_vaddr))
			return true;
	}
	return false;
}

/* From FD; -1: from memory. */
static void read_notes(struct binary_file *read, const struct segments *segments,
                       const ElfW(Phdr) * segment, int fd)
{
	const size_t unit = segment->p_align == 8 ? 8 : 4;
	unsigned char notes[NOTES_BYTES_MAX];
	const size_t bytes =
	        segment->p_filesz < NOTES_BYTES_MAX ? segment->p_filesz : NOTES_BYTES_MAX;

	if (fd < 0 && is_mapped(segments, segment))
		find_id(read, pointer(read->load_address + segment->p_vaddr), segment->p_memsz,
		        unit);
	else if (fd >= 0 && read_at(notes, bytes, fd, segment->p_offset))
		find_id(read, notes, bytes, unit);
}

static void take(struct binary_file *read, const struct segments *segments, int fd)
{
	for (size_t i = 0; i < segments->count; i++) {
		const ElfW(Phdr) *segment = &segments->items[i];
		const uintptr_t at = read->load_address + segment->p_vaddr;

		if (segment->p_type == PT_NOTE && !*read->build_id)
			read_notes(read, segments, segment, fd);
		if (segment->p_type == PT_GNU_EH_FRAME && is_mapped(segments, segment)) {
			read->place.index = at;
			read->place.index_end = at + segment->p_memsz;
		}
		if (segment->p_type != PT_LOAD)
			continue;
		if (at < read->place.start)
			read->place.start = at;
		if (at + segment->p_memsz > read->place.end)
			read->place.end = at + segment->p_memsz;
	}
}

void binary_file_read(struct binary_file *read, const struct loaded_file *file)
{
	struct segments segments = { .count = 0 };
	int fd = -1;

	*read = (struct binary_file){
		.load_address = file->start,
		.place = { .start = file->start, .end = file->end },
	};
	if (!read_memory(&segments, file) && !file->is_deleted) {
		fd = descriptor_open(file->path, O_RDONLY | O_NOCTTY);
		if (fd >= 0)
			read_file(&segments, fd);
	}
	read->load_address = shift_of(&segments, file->start);
	take(read, &segments, fd);
	if (fd >= 0)
		close(fd);
}
