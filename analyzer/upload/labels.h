/* SPDX-License-Identifier: MIT */
/*
 * What a report is labelled with, so that it is found again: commit, branch and where their
 * repository is, from the variables of common CI systems or else from git in the current folder,
 * and the host. Main thread only.
 */
#ifndef WARPWISE_UPLOAD_LABELS_H
#define WARPWISE_UPLOAD_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LABEL_BYTES = 256, LABELS_TEXT_MAX = 2 * LABEL_BYTES + 32 };

/* "": left out. */
struct labels {
	char commit[LABEL_BYTES], branch[LABEL_BYTES], host[LABEL_BYTES];
	char repository[LABEL_BYTES - sizeof "repository="]; /* for people, https://...; a tag */
	bool has_git_commit, has_git_branch; /* they come from git in the current folder */
	int64_t commit_unix_s;               /* when that one was made; 0: not known */
};

void labels_find(struct labels *labels);

/* "commit 6c292f9a6e of branch main" for people: either may be "", not both. */
void labels_print(const char *commit, const char *branch, char text[LABELS_TEXT_MAX]);

#endif
