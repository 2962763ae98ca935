/* SPDX-License-Identifier: MIT */
/* All record kinds, as kinds.am lists them. */
#include "timeline/kind.h"

#include <stddef.h>

#define KIND(name) extern const struct kind kind_##name;
#include "kinds.inc"
#undef KIND

const struct kind *const kinds[] = {
#define KIND(name) &kind_##name,
#include "kinds.inc"
#undef KIND
	NULL,
};
