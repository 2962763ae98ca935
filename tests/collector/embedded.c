/* SPDX-License-Identifier: MIT */
/*
 * A program that embeds Python, as C++ applications do: it loads the interpreter's library for
 * itself, runs a script in it, ends it, and does so again. A check program for host.test.
 *
 * usage: embedded LIBPYTHON SCRIPT ROUNDS [thread]
 *
 * thread: the interpreter lives in another thread than the program's first.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
	void (*initialize)(int with_signals);
	int (*run)(const char *code);
	int (*finalize)(void);
} python;

static char code[4096];
static int rounds;

static void find(void *library, const char *name, void *function)
{
	void *symbol = dlsym(library, name);

	if (!symbol) {
		fprintf(stderr, "embedded: no %s\n", name);
		exit(2);
	}
	memcpy(function, &symbol, sizeof symbol);
}

static void *run_all(void *failed)
{
	for (int i = 0; i < rounds; i++) {
		python.initialize(0);
		*(int *)failed |= python.run(code) != 0;
		*(int *)failed |= python.finalize() != 0;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	/* Python's extension modules take its functions from the process: RTLD_GLOBAL. */
	void *library = argc > 3 ? dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) : NULL;
	pthread_t thread;
	int failed = 0;

	if (!library) {
		fprintf(stderr, "embedded: %s\n", argc > 3 ? dlerror() : "arguments are missing");
		return 2;
	}
	find(library, "Py_InitializeEx", &python.initialize);
	find(library, "PyRun_SimpleString", &python.run);
	find(library, "Py_FinalizeEx", &python.finalize);
	snprintf(code, sizeof code, "import sys; sys.path.insert(0, '.'); exec(open('%s').read())",
	         argv[2]);
	rounds = atoi(argv[3]);
	if (argc == 4)
		run_all(&failed);
	else if (pthread_create(&thread, NULL, run_all, &failed) == 0)
		pthread_join(thread, NULL);
	printf("ended %d\n", failed);
	return failed;
}
