/* SPDX-License-Identifier: MIT */
/*
 * Unwinds a sample of native code: from a thread's registers and the top of its stack, as they were
 * then, by the unwind tables of the process's binaries (.eh_frame), which compilers write for all
 * code, with frame pointers or without.
 *
 * libunwind's part for other processes is opened for this library alone and never linked, as
 * call_stacks.c has it. What it reads is a copy: of the stack that of the sample, of binaries the
 * pages that process_vm_readv() gives, since a library can be gone by now. Nothing else is read.
 */
#ifndef WARPWISE_UNWINDER_H
#define WARPWISE_UNWINDER_H

#include <stdbool.h>
#include <stdint.h>

#include "stacks/binaries.h"

/* What perf events give of a thread: those of x86-64 that tables speak of, in the kernel's order.
 */
enum unwind_register {
	UNWIND_RBX,
	UNWIND_RBP,
	UNWIND_RSP,
	UNWIND_RIP,
	UNWIND_R12,
	UNWIND_R13,
	UNWIND_R14,
	UNWIND_R15,
	UNWIND_REGISTERS,
};
/* The bits of their numbers in the kernel's interface; 0: this machine's are not known here. */
#ifdef __x86_64__
#define UNWIND_REGISTERS_MASK 0xf001c2U
#else
#define UNWIND_REGISTERS_MASK 0U
#endif

enum { UNWIND_STACK_BYTES = 3584 }; /* at most; to read a number by scanf() takes 3.1 KiB */

struct unwind_start {
	uint64_t registers[UNWIND_REGISTERS];
	uint32_t stack_bytes; /* from UNWIND_RSP on; 0: nothing is known */
	unsigned char stack[UNWIND_STACK_BYTES];
};

/* In the thread that starts the writer thread, before that: where it runs, a library's constructor
 * may be waiting for the recording with the loader's lock in hand. */
void unwinder_open(void);

/* The rest is for the writer thread. Whether an unwinder was found. */
bool unwinder_is_there(void);

/*
 * ADDRESSES, of MAX at least, gets one behind the instruction, then return addresses, the innermost
 * first. Returns how many; 0: there is no unwinder, or nothing is known of the stack. Fewer than
 * all where the known part of the stack, or the tables, end.
 */
uint32_t unwinder_walk(uintptr_t *addresses, uint32_t max, const struct unwind_start *start,
                       const struct binaries *binaries);

#endif
