/* SPDX-License-Identifier: MIT */
/* What stands behind the functions that this library puts in the place of others. Any thread. */
#ifndef WARPWISE_NEXT_H
#define WARPWISE_NEXT_H

/*
 * The function NAME that comes next in the loader's order, else libc's own; NULL: there is none.
 * Never one of ours, which the loader gives where the program has a dlsym() of its own that calls
 * the real one: next is then what follows the program.
 */
void *next_function(const char *name);

/* Puts it into *FUNCTION, a pointer to functions of its type. */
void next_function_into(void *function, const char *name);

#endif
