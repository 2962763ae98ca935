/* SPDX-License-Identifier: MIT */
/*
 * Tests of patience, by a clock that moves only where a test says so: when who waits gives up, who
 * of two gives up first, and that a moment at which nobody could look is not held against anybody.
 */
#include "host/patience.h"

#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/recording.h"
#include "host/thread.h"
#include "suite.h"

enum { LOOK_MS = 10, UNMOVED_MS = 2000, LIMIT_MS = 10000, AGES_MS = 600000 };

static int64_t now_ms;

/* Stands in for libc's. */
int clock_gettime(clockid_t clock, struct timespec *time)
{
	(void)clock;
	*time = (struct timespec){ now_ms / 1000, now_ms % 1000 * 1000000 };
	return 0;
}

static void begin(void)
{
	now_ms = 1000;
	recording.settings.number[SETTING_ID_end_ms] = LIMIT_MS;
}

/* How long until PATIENCE is over, where nothing moves. */
static int64_t ms_until_over(struct patience *patience)
{
	const int64_t since_ms = now_ms;

	while (!patience_is_over(patience)) {
		now_ms += LOOK_MS;
		ck_assert_int_lt(now_ms - since_ms, AGES_MS);
	}
	return now_ms - since_ms;
}

START_TEST(nothing_moves)
{
	struct patience patience;

	begin();
	patience_init(&patience, PATIENT_FIRST);
	ck_assert_int_eq(patience_limit_ms(&patience), UNMOVED_MS);
	ck_assert_int_eq(ms_until_over(&patience), UNMOVED_MS + LOOK_MS);
	begin();
	recording.settings.number[SETTING_ID_end_ms] = 100;
	patience_init(&patience, PATIENT_FIRST);
	ck_assert_int_eq(ms_until_over(&patience), 100 + LOOK_MS);
}
END_TEST

START_TEST(what_has_moved_gets_longer_each_time)
{
	struct patience patience;

	begin();
	patience_init(&patience, PATIENT_FIRST);
	for (int i = 0; i < 3; i++) {
		progress_made();
		ck_assert(!patience_is_over(&patience));
		ck_assert_int_eq(patience_limit_ms(&patience), LIMIT_MS);
		now_ms += LOOK_MS;
	}
	now_ms -= LOOK_MS;
	ck_assert_int_eq(ms_until_over(&patience), LIMIT_MS + LOOK_MS);
}
END_TEST

START_TEST(a_process_that_is_stopped)
{
	struct patience patience;

	begin();
	patience_init(&patience, PATIENT_FIRST);
	now_ms += AGES_MS;
	ck_assert(!patience_is_over(&patience));
	ck_assert_int_eq(ms_until_over(&patience), UNMOVED_MS - CLOCK_LOOK_MS + LOOK_MS);
}
END_TEST

/* It may have less time than the second. */
START_TEST(the_first_gives_up_first)
{
	struct patience first, second;
	int64_t given_up_ms;

	begin();
	patience_init(&second, PATIENT_SECOND);
	now_ms += 50;
	patience_init(&first, PATIENT_FIRST);
	do {
		ck_assert(!patience_is_over(&second));
		now_ms += 1000;
		ck_assert(!patience_is_over(&second));
	} while (!patience_is_over(&first));
	given_up_ms = now_ms;
	ck_assert_int_eq(ms_until_over(&second), UNMOVED_MS + LOOK_MS);
	ck_assert_int_gt(now_ms, given_up_ms);
}
END_TEST

/* ---- who does the work ---- */

static atomic_bool is_at_work, is_idle;
static atomic_int worker;

/* Computes as long as it shall, then sleeps. */
static void *work(void *unused)
{
	patience_work_here();
	atomic_store(&worker, (int)syscall(SYS_gettid));
	while (atomic_load(&is_at_work))
		;
	while (!atomic_load(&is_idle))
		usleep(1000000);
	return unused;
}

/* Until the kernel says that the worker's state is WANTED. */
static void await_state(char wanted)
{
	while (!atomic_load(&worker) || thread_state(atomic_load(&worker)) != wanted)
		usleep(1000);
}

START_TEST(work_that_gets_no_core)
{
	struct patience second;
	pthread_t thread;

	begin();
	atomic_store(&is_at_work, true);
	ck_assert_int_eq(pthread_create(&thread, NULL, work, NULL), 0);
	await_state('R');
	patience_init(&second, PATIENT_SECOND);
	ck_assert_int_eq(ms_until_over(&second), 6 * LIMIT_MS + LOOK_MS);
	atomic_store(&is_at_work, false);
	await_state('S');
	patience_init(&second, PATIENT_SECOND);
	ck_assert_int_eq(ms_until_over(&second), UNMOVED_MS + LOOK_MS);
	atomic_store(&is_idle, true);
	pthread_join(thread, NULL);
}
END_TEST

static int sleep_until_idle(void *unused)
{
	(void)unused;
	while (!atomic_load(&is_idle))
		usleep(1000);
	return 0;
}

/* Waits in the kernel as for a disk: a thread that started a process as vfork() does, with memory
 * in common. */
static void *wait_in_kernel(void *unused)
{
	static char stack[65536] __attribute__((aligned(16)));
	int child;

	patience_work_here();
	atomic_store(&worker, (int)syscall(SYS_gettid));
	child = clone(sleep_until_idle, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD,
	              NULL);
	waitpid(child, NULL, 0);
	return unused;
}

START_TEST(work_that_waits_for_a_disk)
{
	struct patience first, second;
	pthread_t thread;

	begin();
	atomic_store(&worker, 0);
	atomic_store(&is_idle, false);
	ck_assert_int_eq(pthread_create(&thread, NULL, wait_in_kernel, NULL), 0);
	await_state('D');
	patience_init(&second, PATIENT_SECOND);
	ck_assert_int_eq(ms_until_over(&second), LIMIT_MS + LOOK_MS);
	patience_init(&first, PATIENT_FIRST); /* CUPTI's work, not the writer's */
	ck_assert_int_eq(ms_until_over(&first), UNMOVED_MS + LOOK_MS);
	atomic_store(&is_idle, true);
	pthread_join(thread, NULL);
}
END_TEST

START_TEST(a_second_alone)
{
	struct patience second;

	begin();
	patience_init(&second, PATIENT_SECOND);
	ck_assert_int_eq(ms_until_over(&second), UNMOVED_MS + LOOK_MS);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("patience");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, nothing_moves);
	tcase_add_test(cases, what_has_moved_gets_longer_each_time);
	tcase_add_test(cases, a_process_that_is_stopped);
	tcase_add_test(cases, the_first_gives_up_first);
	tcase_add_test(cases, a_second_alone);
	tcase_add_test(cases, work_that_gets_no_core);
	tcase_add_test(cases, work_that_waits_for_a_disk);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
