/* SPDX-License-Identifier: MIT */
/*
 * How the records of the loaded libcupti are laid out. CUPTI appends to a record (but for NVLink's,
 * which are not read where it did not), so one struct, the newest, reads all versions: what this
 * libcupti does not write lies behind the record's end, in the next one, and must not be read. The
 * table in layouts.c says how long each record is, by version. Chosen once in the thread that
 * initialises CUDA; the writer thread reads.
 */
#ifndef WARPWISE_LAYOUTS_H
#define WARPWISE_LAYOUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cupti/compat.h"

/* Of what cuptiGetVersion() returned. Before the first record. */
void layouts_choose(uint32_t api_version);

/* Bytes of a record of KIND that are certainly there; 0: the collector does not read the kind. */
size_t layouts_bytes(CUpti_ActivityKind kind);

/* Whether records of KIND have the first BYTES of their newest layout. */
bool layouts_reach(CUpti_ActivityKind kind, size_t bytes);

/* Whether MEMBER of TYPE, a name of compat.h, is in the records of KIND. */
#define LAYOUTS_HAVE(kind, type, member) \
	layouts_reach(kind, offsetof(type, member) + sizeof((type *)0)->member)

#endif
