/* SPDX-License-Identifier: MIT */
/* A program with a dlsym() of its own, as some that intercept graphics or memory have. It ends by
 * the function that its argument names. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *dlsym(void *handle, const char *name)
{
	/* Of x86-64, aarch64 and, everywhere, from glibc 2.34 on. */
	static const char *const versions[] = { "GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.34" };
	static void *(*real)(void *, const char *);

	for (size_t i = 0; i < sizeof versions / sizeof *versions && !real; i++) {
		void *symbol = dlvsym(RTLD_NEXT, "dlsym", versions[i]);

		memcpy(&real, &symbol, sizeof real);
	}
	return real(handle, name);
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";
	char shell[] = "sh", option[] = "-c", command[] = "exit 3";

	if (strcmp(way, "quick_exit") == 0)
		quick_exit(3);
	if (strcmp(way, "execl") == 0)
		execl("/bin/sh", "sh", "-c", "exit 3", (char *)NULL);
	if (strcmp(way, "execvp") == 0)
		execvp("sh", (char *[]){ shell, option, command, NULL });
	return 1;
}
