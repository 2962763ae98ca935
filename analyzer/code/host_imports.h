/* SPDX-License-Identifier: MIT */
/*
 * Imports of Python modules among samples of the host: a library that brings in another one when a
 * function of it is first called, for seconds; what frameworks compile, once for each shape; and
 * how they start. Any thread, one at a time.
 */
#ifndef WARPWISE_HOST_IMPORTS_H
#define WARPWISE_HOST_IMPORTS_H

#include "code/host_time.h"

struct host_import {
	const char *compiler; /* "XLA"; NULL: it is an import, or a start */
	const char *starts;   /* "JAX"; NULL: it is no start of a framework */
	double ns;
	double share;     /* of all that is known, from 0 to 1 */
	uint32_t module;  /* frame of the module that was asked for; NONE: not seen */
	uint32_t asked;   /* frame of the library's function that the program called; NONE: the
	                     program  imports itself */
	uint32_t own;     /* the program's own frame that did so; NONE: there is none, or several
	                     have compiled */
	const char *kept; /* how further runs do without the compiler; NULL: no way is known */
	bool is_part;     /* that frame has most of what was compiled, others have the rest */
};

struct host_imports {
	struct host_import most;      /* import, compiler or start, whatever it imports in turn */
	struct host_import compiling; /* the compiler that took most */
	struct host_import start;     /* of a framework, unless that is most */
};

/* Finds those that took most of TIME, and takes all imports, compilations and starts out of it.
 * `ns` is 0 where there are none. Returns 0 or -ENOMEM. */
int host_imports_take(struct host_imports *imports, struct host_time *time);

/* Leaves in SAMPLED_NS, by stack, what COMPILING compiled, if that is a compiler's. */
void host_imports_keep(double *sampled_ns, const struct host_code *code,
                       const struct host_import *compiling);

/* "importing torch._dynamo, called from AdamW.__init__() adamw.py:74 in main() train.py:88", or
 * "compiling (XLA), called from main() train.py:88" or "mostly called from", or "JAX's start, with
 * its first array, called from main() train.py:88", in TEXT; returns it.
 */
enum { HOST_IMPORT_TEXT = 4 * HOST_PLACE_TEXT };
const char *host_import_text(char text[HOST_IMPORT_TEXT], const struct host_code *code,
                             const struct host_import *import);

#endif
