/* SPDX-License-Identifier: MIT */
/* Names and lines of native code, by libdwfl, from the binaries on this machine. */
#ifndef WARPWISE_HOST_SYMBOLS_H
#define WARPWISE_HOST_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

struct host_symbols;

/* The binary at PATH; NULL: it is not here, is another build than BUILD_ID ("": any is refused), or
 * cannot be read. */
struct host_symbols *host_symbols_open(const char *path, const char *build_id);
void host_symbols_close(struct host_symbols *symbols);

struct host_symbol {
	const char *function; /* mangled; NULL: unknown */
	const char *file;     /* NULL: unknown */
	int line;
};

/* Whether a call may return to ADDRESS: the instruction before it is one. True where that cannot be
 * told. */
bool host_symbols_may_return_to(struct host_symbols *symbols, int64_t address);

/* What is at ADDRESS of the binary; the texts live until it is closed. */
void host_symbols_find(struct host_symbols *symbols, int64_t address, struct host_symbol *found);

#endif
