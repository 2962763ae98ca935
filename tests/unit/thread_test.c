/* SPDX-License-Identifier: MIT */
/* Tests of what a thread of the collector's own has, whatever the program's threads have. */
#include "host/thread.h"

#include <check.h>
#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>

#include "suite.h"

static struct {
	char codeset[32];
	bool takes_signals;
} seen;
static pthread_barrier_t done;

static void *look(void *unused)
{
	sigset_t blocked;

	pthread_sigmask(SIG_SETMASK, NULL, &blocked);
	seen.takes_signals = !sigismember(&blocked, SIGTERM);
	strncpy(seen.codeset, nl_langinfo(CODESET), sizeof seen.codeset - 1);
	pthread_barrier_wait(&done);
	return unused;
}

START_TEST(has_neither_signals_nor_language_of_the_program)
{
	sigset_t blocked;

	ck_assert_ptr_nonnull(setlocale(LC_ALL, "C.UTF-8"));
	ck_assert_str_eq(nl_langinfo(CODESET), "UTF-8");
	pthread_barrier_init(&done, NULL, 2);
	ck_assert_int_eq(thread_start("look", look), 0);
	pthread_barrier_wait(&done);
	ck_assert_str_eq(seen.codeset, "ANSI_X3.4-1968"); /* that of "C" */
	ck_assert(!seen.takes_signals);
	ck_assert_str_eq(nl_langinfo(CODESET), "UTF-8"); /* the program's own is as it was */
	pthread_sigmask(SIG_SETMASK, NULL, &blocked);
	ck_assert(!sigismember(&blocked, SIGTERM));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("thread");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, has_neither_signals_nor_language_of_the_program);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
