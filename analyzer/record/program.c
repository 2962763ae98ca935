/* SPDX-License-Identifier: MIT */
/* Looks at program files. */
#include "record/program.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

bool program_find(const char *name, char path[PATH_MAX])
{
	const char *folders = getenv("PATH");
	struct stat st;

	if (strchr(name, '/')) {
		snprintf(path, PATH_MAX, "%s", name);
		return access(path, X_OK) == 0;
	}
	while (folders) {
		int length = (int)strcspn(folders, ":");

		snprintf(path, PATH_MAX, "%.*s%s%s", length, folders, length ? "/" : "./", name);
		if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0)
			return true;
		folders = folders[length] ? folders + length + 1 : NULL;
	}
	return false;
}

/* Whether the kernel starts the file with more rights than ours: the loader then ignores
 * LD_PRELOAD. */
static bool is_privileged(int fd, const struct stat *st)
{
	if ((st->st_mode & S_ISUID) && st->st_uid != getuid())
		return true;
	if ((st->st_mode & S_ISGID) && (st->st_mode & S_IXGRP) && st->st_gid != getgid())
		return true;
	return getuid() != 0 && fgetxattr(fd, "security.capability", NULL, 0) > 0;
}

/* Why the loader that a 64-bit ELF file names does not load the collector: there is none, or it is
 * that of another C library. NULL: it does, as far as one can see. */
static const char *loader_obstacle(int fd, const Elf64_Ehdr *header)
{
	char loader[PATH_MAX] = "";
	Elf64_Phdr segment;

	if (header->e_phentsize != sizeof segment)
		return NULL;
	for (unsigned int i = 0; i < header->e_phnum; i++) {
		if (pread(fd, &segment, sizeof segment,
		          (off_t)(header->e_phoff + i * sizeof segment)) != (ssize_t)sizeof segment)
			return NULL;
		if (segment.p_type != PT_INTERP)
			continue;
		if (pread(fd, loader, sizeof loader - 1, (off_t)segment.p_offset) < 0)
			return NULL;
		return strstr(loader, "/ld-musl-") ? "is linked with musl, for which there is no "
		                                     "CUDA driver"
		                                   : NULL;
	}
	return "is statically linked";
}

const char *program_preload_obstacle(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	const char *obstacle = NULL;
	Elf64_Ehdr header;
	struct stat st;

	if (fd < 0)
		return NULL; /* executable but not readable: perhaps */
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
		if (is_privileged(fd, &st))
			obstacle = "is set-uid, set-gid or has capabilities";
		else if (pread(fd, &header, sizeof header, 0) == (ssize_t)sizeof header &&
		         memcmp(header.e_ident, ELFMAG, SELFMAG) == 0) {
			if (header.e_ident[EI_CLASS] == ELFCLASS32)
				obstacle = "is a 32-bit program";
			else
				obstacle = loader_obstacle(fd, &header);
		}
	}
	close(fd);
	return obstacle;
}
