/* SPDX-License-Identifier: MIT */
/*
 * Reads Python's stacks into pages, through its public interfaces. All of it with the interpreter's
 * lock, in Python's main thread or in the sampler's.
 */
#ifndef WARPWISE_PYTHON_STACKS_H
#define WARPWISE_PYTHON_STACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "stacks/python_api.h"
#include "stacks/python_places.h"
#include "stacks/stack_page.h"

/* Finds what is called for each sample in the modules SYS and GC. False: not all of it is there.
 * Release in any case. */
bool python_stacks_init(python_object *sys, python_object *gc);
void python_stacks_release(void);

/*
 * Adds a stack for each thread that calls CUDA; SAMPLE says when and how, but not whose it is. That
 * of the calling thread is the one that it had at OWN. Returns how many threads there are that do
 * not wait for another one.
 */
int python_stacks_add_all(struct stack_sample *sample, const struct python_places *own);

/* Adds the stack that the calling thread had at PLACES. */
void python_stacks_add_own(const struct stack_sample *sample, const struct python_places *places);

#endif
