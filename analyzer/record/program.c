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

/* Whether a 64-bit ELF file names no loader. */
static bool is_static(int fd, const Elf64_Ehdr *header)
{
	Elf64_Phdr segment;

	if (header->e_phentsize != sizeof segment)
		return false;
	for (unsigned int i = 0; i < header->e_phnum; i++) {
		if (pread(fd, &segment, sizeof segment,
		          (off_t)(header->e_phoff + i * sizeof segment)) != (ssize_t)sizeof segment)
			return false;
		if (segment.p_type == PT_INTERP)
			return false;
	}
	return true;
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
			else if (is_static(fd, &header))
				obstacle = "is statically linked";
		}
	}
	close(fd);
	return obstacle;
}
