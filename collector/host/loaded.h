/* SPDX-License-Identifier: MIT */
/*
 * The program and the libraries that the process has mapped. Any thread; the loader's lock is held
 * for a moment at most.
 *
 * They are not read from the loader's list: dl_iterate_phdr() looks up each library's thread-local
 * block. While another thread is inside dlopen(), that library is in the list already, yet the
 * table of these blocks grows only when all relocations are done (tried with glibc 2.36). Where it
 * is full, behind the 62nd library with such a block after the program's start, the walk follows a
 * null pointer, and the process dies.
 */
#ifndef WARPWISE_LOADED_H
#define WARPWISE_LOADED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* How many came and went since the program began: as long as both stay, so do the files. */
struct loaded_count {
	unsigned long long added, gone;
};

struct loaded_count loaded_count(void);

/* A file with code. */
struct loaded_file {
	const char *path;     /* of the kernel's own code (the vDSO): LOADED_KERNEL */
	bool is_deleted;      /* or replaced: another file may be there */
	ino_t inode;          /* 0: there is none */
	uintptr_t start, end; /* its first byte, and behind its last mapping */
};

#define LOADED_KERNEL "linux-vdso.so.1"

/* The path without folders. */
const char *loaded_name(const struct loaded_file *file);

/* Calls SEE for each until it returns something else than 0, and returns that; -errno: the kernel
 * does not say what is mapped. */
int loaded_each(int (*see)(const struct loaded_file *file, void *data), void *data);

#endif
