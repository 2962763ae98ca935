/* SPDX-License-Identifier: MIT */
/*
 * A cubin as an ELF file: its sections, their texts, its symbols. The image is untrusted: nothing
 * is read outside of it. Any thread.
 */
#ifndef WARPWISE_ELF_IMAGE_H
#define WARPWISE_ELF_IMAGE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code/line_table.h"

struct elf_section {
	struct elf_bytes {
		const uint8_t *at;
		size_t size;
	} bytes;             /* empty where there are none, or outside of the image */
	uint64_t size;       /* as the header says */
	uint32_t type, name; /* SHT_, offset in names */
	uint32_t link, info;
	bool is_code;
};

struct elf_image {
	struct elf_bytes bytes;
	struct elf_section *sections; /* [0] is none */
	size_t section_count;
	struct line_texts names; /* of sections */
};

/*
 * Reads the headers of IMAGE, which must stay and needs no alignment. Returns 0, -EINVAL (not a
 * cubin, or cut) or -ENOMEM; release in any case.
 */
int elf_image_init(struct elf_image *image, const void *bytes, size_t size);
void elf_image_release(struct elf_image *image);

/* The section of that INDEX, or NULL. */
const struct elf_section *elf_section_at(const struct elf_image *image, uint64_t index);

/* The first section of that NAME that has bytes, or NULL. */
const struct elf_section *elf_section_named(const struct elf_image *image, const char *name);

/* The name of the function whose code SECTION is, by its name; NULL: it has another name. */
const char *elf_code_name(const struct elf_image *image, const struct elf_section *section);

/* A table of texts, empty unless its last byte is 0; SECTION may be NULL. */
struct line_texts elf_texts(const struct elf_section *section);

/* The text at OFFSET, "" outside. */
const char *elf_text(const struct line_texts *texts, uint64_t offset);

/* The symbol of that INDEX of the section SYMBOLS, which may be NULL; false where there is none. */
bool elf_symbol(const struct elf_section *symbols, uint64_t index, Elf64_Sym *symbol);

#endif
