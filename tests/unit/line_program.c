/* SPDX-License-Identifier: MIT */
#include "line_program.h"

#include <string.h>

const char one_file[ONE_FILE_BYTES] = "/d\0\0a.cu\0\1\0\0"; /* and the 0 that ends the list */
const char end_at_16[END_AT_16_BYTES] = "\x02\x10\x00\x01\x01";

void put_number(struct program *program, uint64_t number, unsigned bytes)
{
	for (; bytes; bytes--, number >>= 8)
		program->bytes[program->size++] = (uint8_t)number;
}

void put_bytes(struct program *program, const void *bytes, size_t size)
{
	memcpy(program->bytes + program->size, bytes, size);
	program->size += size;
}

static void patch(struct program *program, size_t at, uint64_t number, unsigned bytes)
{
	for (; bytes; bytes--, number >>= 8)
		program->bytes[at++] = (uint8_t)number;
}

void begin_unit(struct program *program, int version, const void *lists, size_t size)
{
	const unsigned word = program->is_64 ? 8 : 4;

	if (program->is_64)
		put_number(program, 0xffffffff, 4);
	program->length_at = program->size;
	put_number(program, 0, word);
	put_number(program, (uint64_t)version, 2);
	if (version >= 5)
		put_number(program, 0x0008, 2);
	program->header_at = program->size;
	put_number(program, 0, word);
	put_number(program, 1, 1);
	if (version >= 4)
		put_number(program, 1, 1);
	put_bytes(program, "\x01\xfb\x0e\x0a\x00\x01\x01\x01\x01\x00\x00\x00\x01", 13);
	put_bytes(program, lists, size);
	patch(program, program->header_at, program->size - program->header_at - word, word);
}

void end_unit(struct program *program)
{
	const unsigned word = program->is_64 ? 8 : 4;

	patch(program, program->length_at, program->size - program->length_at - word, word);
}

void set_address(struct program *program, uint32_t section, uint64_t address)
{
	put_bytes(program, "\x00\x09\x02", 3);
	program->relocations[program->relocation_count++] =
	        (struct line_relocation){ program->size, section, 0x1000 };
	put_number(program, address, 8);
}
