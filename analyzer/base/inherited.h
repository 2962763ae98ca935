/* SPDX-License-Identifier: MIT */
/* What we have from who started us, and a program that we run on the user's behalf is to have as if
 * it had been started so. Main thread. */
#ifndef WARPWISE_INHERITED_H
#define WARPWISE_INHERITED_H

/*
 * First of all, makes good what would harm us. Where 0, 1 or 2 is closed, a file that is opened
 * later would get that number, and messages would go into it; writing to what stands there now
 * still fails. Where SIGCHLD is ignored the kernel tells nobody how a child ended.
 */
void inherited_mend(void);

/* In a child, before it becomes such a program: as it was. */
void inherited_restore(void);

#endif
