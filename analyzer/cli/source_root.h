/* SPDX-License-Identifier: MIT */
/* The folder that a checkout's source files are named from. Main thread only. */
#ifndef WARPWISE_SOURCE_ROOT_H
#define WARPWISE_SOURCE_ROOT_H

/*
 * FOLDER if it is given, else the folder of the git checkout that this process is in, else the one
 * that it is in: an absolute path in new memory, without links. NULL: it cannot be told.
 */
char *source_root_find(const char *folder);

/* --source-dir: 0 where it is a folder or NULL, else STATUS_USAGE after that was said. */
int source_root_check(const char *folder);

#endif
