/* SPDX-License-Identifier: MIT */
/*
 * What a report is labelled with, so that it is found again: commit and branch, from the variables
 * of common CI systems or else from git in the current folder, and the host. Main thread only.
 */
#ifndef WARPWISE_UPLOAD_LABELS_H
#define WARPWISE_UPLOAD_LABELS_H

#include <stddef.h>

enum { LABEL_BYTES = 256 };

/* "": left out. */
struct labels {
	char commit[LABEL_BYTES], branch[LABEL_BYTES], host[LABEL_BYTES];
};

void labels_find(struct labels *labels);

#endif
