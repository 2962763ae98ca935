/* SPDX-License-Identifier: MIT */
/* How a program takes rights away from itself, as services and sandboxes do. For app.c. */
#ifndef WARPWISE_FAKE_CONFINE_H
#define WARPWISE_FAKE_CONFINE_H

/* Each says on stderr what failed, and returns. */

/* FOLDER is the root from now on; the current folder stays. */
void confine_root(const char *folder);

/*
 * A seccomp filter for all threads of the process. RULE is "calls:how": calls is one of files (that
 * are opened to be written), unlink, truncate, sockets, threads; how is the errno that they give
 * from now on, or "kill".
 */
void confine_calls(const char *rule);

/* LIMIT is "name:number": as, nproc, nofile or stack is no more than that. */
void confine_limit(const char *limit);

#endif
