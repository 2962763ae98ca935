/* SPDX-License-Identifier: MIT */
/* Tests of unwinding by tables: of this program's own stack, of less of it, and of rubbish. */
#include "stacks/unwinder.h"

#include <check.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

#include "host/losses.h"
#include "stacks/perf_permit.h"
#include "suite.h"

enum { FRAMES = 64, RUBBISH = 20000 };

static bool is_forbidden; /* to read memory */

/* These stand in for the collector's. */
void counter_add(enum counter counter, int64_t n)
{
	(void)counter, (void)n;
}

bool batch_run(struct batch *batch, sqlite3_stmt *statement)
{
	(void)batch, (void)statement;
	return true;
}

bool perf_permit(void)
{
	return !is_forbidden;
}

#ifdef __x86_64__

static struct binaries binaries;

/* What perf events would say of this thread here. */
__attribute__((noinline)) static void take_start(struct unwind_start *start)
{
	static const int places[UNWIND_REGISTERS] = {
		[UNWIND_RBX] = REG_RBX, [UNWIND_RBP] = REG_RBP, [UNWIND_RSP] = REG_RSP,
		[UNWIND_RIP] = REG_RIP, [UNWIND_R12] = REG_R12, [UNWIND_R13] = REG_R13,
		[UNWIND_R14] = REG_R14, [UNWIND_R15] = REG_R15,
	};
	static ucontext_t context; /* it has no room in what is known of the stack */
	struct iovec to = { start->stack, UNWIND_STACK_BYTES }, from = { NULL, UNWIND_STACK_BYTES };

	ck_assert_int_eq(getcontext(&context), 0);
	for (int i = 0; i < UNWIND_REGISTERS; i++)
		start->registers[i] = (uint64_t)context.uc_mcontext.gregs[places[i]];
	/* As the kernel copies it, which no sanitizer looks at. */
	memcpy(&from.iov_base, &start->registers[UNWIND_RSP], sizeof from.iov_base);
	start->stack_bytes = (uint32_t)process_vm_readv(getpid(), &to, 1, &from, 1, 0);
}

/* Without frame pointers; the number keeps compilers from leaving out the frame. */
__attribute__((noinline, optimize("omit-frame-pointer"))) static int called(
        struct unwind_start *start)
{
	take_start(start);
	return (int)start->stack_bytes;
}

static uintptr_t return_address;

__attribute__((noinline, optimize("omit-frame-pointer"))) static int calling(
        struct unwind_start *start)
{
	return_address = (uintptr_t)__builtin_return_address(0);
	return called(start) + 1;
}

static void begin(void)
{
	is_forbidden = false;
	if (!unwinder_is_there())
		unwinder_open();
	binaries = (struct binaries){ 0 };
	binaries_look(&binaries);
}

/* Whether who called calling() is among them. */
static bool has_caller(const uintptr_t *addresses, uint32_t depth)
{
	for (uint32_t i = 0; i < depth; i++)
		if (addresses[i] == return_address)
			return true;
	return false;
}

START_TEST(callers_are_found)
{
	uintptr_t addresses[FRAMES];
	struct unwind_start start;
	uint32_t depth;

	begin();
	ck_assert_int_gt(calling(&start), 1);
	depth = unwinder_walk(addresses, FRAMES, &start, &binaries);
	ck_assert_uint_gt(depth, 2);
	ck_assert_uint_eq(addresses[0], start.registers[UNWIND_RIP] + 1);
	ck_assert(has_caller(addresses, depth));
	ck_assert_uint_eq(unwinder_walk(addresses, 2, &start, &binaries), 2);
	binaries_release(&binaries);
}
END_TEST

START_TEST(as_far_as_the_stack_is_known)
{
	uintptr_t addresses[FRAMES];
	struct unwind_start start;

	begin();
	calling(&start);
	start.stack_bytes = 8;
	ck_assert(!has_caller(addresses, unwinder_walk(addresses, FRAMES, &start, &binaries)));
	start.stack_bytes = 0;
	ck_assert_uint_eq(unwinder_walk(addresses, FRAMES, &start, &binaries), 0);
	binaries_release(&binaries);
}
END_TEST

/* What was read before is not asked for again: so libraries change first. */
START_TEST(where_memory_is_not_to_be_read)
{
	uintptr_t addresses[FRAMES];
	struct unwind_start start;

	begin();
	binaries.looked_at.gone++;
	is_forbidden = true;
	calling(&start);
	ck_assert(!has_caller(addresses, unwinder_walk(addresses, FRAMES, &start, &binaries)));
	is_forbidden = false;
	ck_assert(has_caller(addresses, unwinder_walk(addresses, FRAMES, &start, &binaries)));
	binaries_release(&binaries);
}
END_TEST

START_TEST(no_binary_no_caller)
{
	const struct binaries none = { .looked_at = { .gone = 1000 } };
	uintptr_t addresses[FRAMES];
	struct unwind_start start;

	begin();
	calling(&start);
	ck_assert(!has_caller(addresses, unwinder_walk(addresses, FRAMES, &start, &none)));
	binaries_release(&binaries);
}
END_TEST

static uint64_t next(uint64_t *state)
{
	*state = *state * 6364136223846793005 + 1442695040888963407;
	return *state >> 16;
}

/* Registers and words that lead into the program, into its stack, or nowhere. */
START_TEST(rubbish_ends)
{
	uintptr_t addresses[FRAMES];
	struct unwind_start start, damaged;
	uint64_t state = 1;

	begin();
	calling(&start);
	for (int i = 0; i < RUBBISH; i++) {
		uint64_t words[UNWIND_STACK_BYTES / 8];

		damaged = start;
		memcpy(words, damaged.stack, sizeof words);
		for (size_t k = 0; k < sizeof words / 8; k++)
			if (next(&state) % 4 == 0)
				words[k] = next(&state) % 2
				                   ? (uintptr_t)calling + next(&state) % 8192 - 4096
				                   : start.registers[UNWIND_RSP] +
				                             next(&state) % UNWIND_STACK_BYTES;
		memcpy(damaged.stack, words, sizeof words);
		for (int k = 0; k < UNWIND_REGISTERS; k++)
			if (next(&state) % 8 == 0)
				damaged.registers[k] =
				        next(&state) % 2
				                ? next(&state)
				                : (uintptr_t)calling + next(&state) % 65536;
		ck_assert_uint_le(unwinder_walk(addresses, FRAMES, &damaged, &binaries), FRAMES);
	}
	binaries_release(&binaries);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("unwinder");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, callers_are_found);
	tcase_add_test(cases, as_far_as_the_stack_is_known);
	tcase_add_test(cases, where_memory_is_not_to_be_read);
	tcase_add_test(cases, no_binary_no_caller);
	tcase_add_test(cases, rubbish_ends);
	tcase_set_timeout(cases, 300);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

#else /* nothing is unwound by tables there */

int main(void)
{
	puts("1..0 # SKIP no unwinder for this machine");
	return 0;
}

#endif
