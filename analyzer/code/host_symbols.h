/* SPDX-License-Identifier: MIT */
/* Names and lines of native code, by libdwfl, from the binaries on this machine. */
#ifndef WARPWISE_HOST_SYMBOLS_H
#define WARPWISE_HOST_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct host_symbols;

/* The binary at PATH; NULL: it is not here, is another build than BUILD_ID ("": any is refused), or
 * cannot be read. */
struct host_symbols *host_symbols_open(const char *path, const char *build_id);
void host_symbols_close(struct host_symbols *symbols);

struct host_symbol {
	int64_t address;
	const char *function; /* mangled; NULL: unknown */
	const char *file;     /* NULL: unknown */
	int line;
	bool is_in_thrust; /* Thrust's code, which was inlined there, makes the call */
};

/* Whether a call may return to ADDRESS: the instruction before it is one. True where that cannot be
 * told. */
bool host_symbols_may_return_to(struct host_symbols *symbols, int64_t address);

/*
 * Sets the functions of COUNT items, whose addresses ascend. An address behind the end of a
 * function is in none: what is there has lost its name, and is no part of it. Of several names the
 * one with the fewest "_" in front, that is not weak, or the shortest. The texts live until the
 * binary is closed. Returns 0 or -ENOMEM.
 */
int host_symbols_functions(struct host_symbols *symbols, struct host_symbol *items, size_t count);

/* Sets file and line, where they are known: of the program's own source, if that calls there what
 * was inlined from a library's header, or launches a kernel. */
void host_symbols_line(struct host_symbols *symbols, struct host_symbol *item);

#endif
