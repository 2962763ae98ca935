/* SPDX-License-Identifier: MIT */
/*
 * Reads ELF with the structs of elf.h, copied entry by entry, since nothing in an image need be
 * aligned. Not with libelf: it takes over 200 bytes of memory for each section that the header
 * claims before anyone can look, and searches a table of texts without an end anew for each name;
 * and what is needed of an ELF file here is one table.
 */
#include "code/elf_image.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CODE_PREFIX ".text."

struct line_texts elf_texts(const struct elf_section *section)
{
	struct line_texts texts = { NULL, 0 };

	if (section && section->bytes.size && !section->bytes.at[section->bytes.size - 1])
		texts = (struct line_texts){ (const char *)section->bytes.at, section->bytes.size };
	return texts;
}

const char *elf_text(const struct line_texts *texts, uint64_t offset)
{
	return offset < texts->size ? texts->bytes + offset : "";
}

const struct elf_section *elf_section_at(const struct elf_image *image, uint64_t index)
{
	return index && index < image->section_count ? &image->sections[index] : NULL;
}

const struct elf_section *elf_section_named(const struct elf_image *image, const char *name)
{
	for (size_t i = 1; i < image->section_count; i++) {
		const struct elf_section *section = &image->sections[i];

		if (section->bytes.size && !strcmp(elf_text(&image->names, section->name), name))
			return section;
	}
	return NULL;
}

const char *elf_code_name(const struct elf_image *image, const struct elf_section *section)
{
	const char *name = elf_text(&image->names, section->name);
	const size_t prefix = strlen(CODE_PREFIX);

	return section->is_code && !strncmp(name, CODE_PREFIX, prefix) ? name + prefix : NULL;
}

bool elf_symbol(const struct elf_section *symbols, uint64_t index, Elf64_Sym *symbol)
{
	if (!symbols || index >= symbols->bytes.size / sizeof *symbol)
		return false;
	memcpy(symbol, symbols->bytes.at + index * sizeof *symbol, sizeof *symbol);
	return true;
}

static bool read_section_header(const struct elf_image *image, const Elf64_Ehdr *header,
                                uint64_t index, Elf64_Shdr *section)
{
	const uint64_t size = image->bytes.size;

	if (header->e_shoff > size || index >= (size - header->e_shoff) / sizeof *section)
		return false;
	memcpy(section, image->bytes.at + header->e_shoff + index * sizeof *section,
	       sizeof *section);
	return true;
}

static struct elf_section section_of(const struct elf_image *image, const Elf64_Shdr *header)
{
	struct elf_section section = {
		.size = header->sh_size,
		.type = header->sh_type,
		.name = header->sh_name,
		.link = header->sh_link,
		.info = header->sh_info,
		.is_code = header->sh_type == SHT_PROGBITS && header->sh_flags & SHF_EXECINSTR &&
		           header->sh_size < LINE_NONE,
	};

	if (header->sh_type != SHT_NOBITS && !(header->sh_flags & SHF_COMPRESSED) &&
	    header->sh_offset <= image->bytes.size &&
	    header->sh_size <= image->bytes.size - header->sh_offset)
		section.bytes =
		        (struct elf_bytes){ image->bytes.at + header->sh_offset, header->sh_size };
	return section;
}

static int read_sections(struct elf_image *image, const Elf64_Ehdr *header)
{
	uint64_t count = header->e_shnum, names = header->e_shstrndx;
	Elf64_Shdr section;

	if (!read_section_header(image, header, 0, &section))
		return -EINVAL;
	if (!count) /* too many for the field */
		count = section.sh_size;
	if (names == SHN_XINDEX)
		names = section.sh_link;
	if (!count || !read_section_header(image, header, count - 1, &section))
		return -EINVAL;
	image->sections = calloc(count, sizeof *image->sections);
	if (!image->sections)
		return -ENOMEM;
	image->section_count = count;
	for (uint64_t i = 1; i < count; i++) {
		read_section_header(image, header, i, &section);
		image->sections[i] = section_of(image, &section);
	}
	image->names = elf_texts(elf_section_at(image, names));
	return 0;
}

int elf_image_init(struct elf_image *image, const void *bytes, size_t size)
{
	Elf64_Ehdr header;

	*image = (struct elf_image){ .bytes = { bytes, size } };
	if (size < sizeof header)
		return -EINVAL;
	memcpy(&header, bytes, sizeof header);
	if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
	    header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
	    header.e_machine != EM_CUDA || header.e_shentsize != sizeof(Elf64_Shdr))
		return -EINVAL;
	return read_sections(image, &header);
}

void elf_image_release(struct elf_image *image)
{
	free(image->sections);
}
