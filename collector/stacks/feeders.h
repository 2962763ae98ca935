/* SPDX-License-Identifier: MIT */
/*
 * Which threads call CUDA: what they do between two calls is what the GPU waits for. Each notes
 * itself; who samples asks whether a thread is one of them. Lock-free, any thread.
 */
#ifndef WARPWISE_FEEDERS_H
#define WARPWISE_FEEDERS_H

#include <stdbool.h>
#include <stdint.h>

enum { FEEDERS_MAX = 256 };

/* The calling thread is one. Returns its gettid(). */
uint32_t feeders_add_self(void);

/* Thread number PLACE, from 0 on: its gettid(), 0 while it is being added; it may have ended.
 * False: there are no more. */
bool feeders_get(int place, uint32_t *system_thread_id);

/* Whether the thread that pthread_self() calls SELF is one, alive; then *SYSTEM_THREAD_ID is its
 * gettid(). */
bool feeders_find(uintptr_t self, uint32_t *system_thread_id);

#endif
