/* SPDX-License-Identifier: MIT */
/*
 * What `warpwise ctl` says to this process: a thread obeys what comes by the page that
 * command_page.h describes, and sleeps otherwise. What cannot be had (a folder for the page, a
 * thread) is said, and the recording goes on without.
 */
#ifndef WARPWISE_COMMANDS_H
#define WARPWISE_COMMANDS_H

/* Once, when the settings are read. In the thread that initialises CUDA. */
void commands_open(void);

/* The process ends. Async-signal-safe, any number of times. */
void commands_close(void);

#endif
