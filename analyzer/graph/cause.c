/* SPDX-License-Identifier: MIT */
/* Names and texts of causes and shares. */
#include "graph/cause.h"

const char *const cause_ids[CAUSES] = {
#define CAUSE(name, id, text) [CAUSE_##name] = id,
	CAUSES_LIST(CAUSE)
#undef CAUSE
};

const char *const cause_texts[CAUSES] = {
#define CAUSE(name, id, text) [CAUSE_##name] = text,
	CAUSES_LIST(CAUSE)
#undef CAUSE
};

const char *const share_ids[SHARES] = {
#define SHARE(name, id, label, text) [SHARE_##name] = id,
	SHARES_LIST(SHARE)
#undef SHARE
};

const char *const share_labels[SHARES] = {
#define SHARE(name, id, label, text) [SHARE_##name] = label,
	SHARES_LIST(SHARE)
#undef SHARE
};

const char *const share_texts[SHARES] = {
#define SHARE(name, id, label, text) [SHARE_##name] = text,
	SHARES_LIST(SHARE)
#undef SHARE
};
