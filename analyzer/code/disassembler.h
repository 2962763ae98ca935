/* SPDX-License-Identifier: MIT */
/*
 * The machine code of a trace's functions as text, by nvdisasm of the CUDA toolkit, where this
 * machine has it; this project has no disassembler of its own. One thread at a time.
 */
#ifndef WARPWISE_CODE_DISASSEMBLER_H
#define WARPWISE_CODE_DISASSEMBLER_H

#include <stdint.h>

#include "code/sass.h"

enum {
	DISASSEMBLER_SECONDS = 10,         /* for all functions of a trace together */
	DISASSEMBLER_CUBIN_MAX = 64 << 20, /* bytes of a module; larger ones are left out */
};

struct disassembler;

/* For the trace at PATH, which must live as long. NULL: without memory. */
struct disassembler *disassembler_new(const char *path);
void disassembler_free(struct disassembler *disassembler);

/*
 * The instructions of the function MANGLED in the module with that checksum. Returns 0, also where
 * there are none: then disassembler_trouble() says why. Or -ENOMEM. Release SASS in any case.
 */
int disassembler_read(struct disassembler *disassembler, int64_t module_crc, const char *mangled,
                      struct sass *sass);

/* One line for people: why a function had no text; "" where all had. Lives as long as it. */
const char *disassembler_trouble(const struct disassembler *disassembler);

#endif
