/* SPDX-License-Identifier: MIT */
/*
 * A program whose first thread ends by pthread_exit() goes on until its last thread ends: libc then
 * calls exit(0). Our threads never do, and block all signals, so that it would stay for ever, and
 * for SIGTERM, too. So from then on a thread looks whether there are others than ours.
 */
#ifndef WARPWISE_LAST_THREAD_H
#define WARPWISE_LAST_THREAD_H

/* On the process's first thread, before main(): its end will be seen. */
void last_thread_watch_first(void);

/* In a forked child, whose first thread is the one that forked, whichever it was of its parent's.
 */
void last_thread_begin_child(void);

/* There are threads of ours from here on. Any thread. */
void last_thread_begin(void);

#endif
