/* SPDX-License-Identifier: MIT */
/* Where people look at a repository in a browser, from the address that git has of it. Any thread.
 */
#ifndef WARPWISE_UPLOAD_REPOSITORY_H
#define WARPWISE_UPLOAD_REPOSITORY_H

#include <stddef.h>

/*
 * "https://example.com/team/app" of "git@example.com:team/app.git",
 * "ssh://git@example.com/team/app" or "https://user:password@example.com/team/app.git", into TEXT
 * of SIZE bytes: without names and passwords. "" where that is not known: a folder, an abbreviation
 * of somebody's ssh configuration.
 */
void repository_address(const char *remote, char *text, size_t size);

#endif
