/* SPDX-License-Identifier: MIT */
/*
 * For loaded_test: a library with a thread-local block, whose relocation takes TURNS of a loop, as
 * that of a large one read from a cold disk takes long. The loader calls resolve() when everything
 * else is relocated.
 */

__thread int slow_library_block;

static int answer(void)
{
	return slow_library_block;
}

static int (*resolve(void))(void)
{
	for (volatile int i = 0; i < TURNS; i++)
		;
	return answer;
}

int slow_library_answer(void) __attribute__((ifunc("resolve")));
int (*slow_library_pointer)(void) = slow_library_answer; /* to be relocated */
