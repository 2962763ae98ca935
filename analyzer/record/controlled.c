/* SPDX-License-Identifier: MIT */
/* Finds recorded processes and asks them. */
#include "record/controlled.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"

enum {
	LOOK_MS = 200,     /* how often it is looked whether the process still lives */
	ANSWER_S = 60,     /* an end may wait for CUPTI for tens of seconds */
	PARENTS_MAX = 256, /* generations of processes */
};

/* What /proc/PID/status says. */
struct process {
	uid_t user;
	pid_t parent;
	pid_t inner_pid; /* as it sees itself */
};

/* The last number of LINE: of "NSpid: 4711 12" what the process sees itself. */
static long last_number(const char *line)
{
	const char *blank = strrchr(line, '\t');

	return blank ? strtol(blank, NULL, 10) : 0;
}

static int read_process(pid_t pid, struct process *process)
{
	char path[64], line[512];
	unsigned real, effective;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
	*process = (struct process){ .inner_pid = pid };
	file = fopen(path, "re");
	if (!file)
		return -ESRCH;
	while (fgets(line, sizeof line, file)) {
		if (sscanf(line, "Uid:\t%u\t%u", &real, &effective) == 2)
			process->user = effective;
		else if (strncmp(line, "PPid:", 5) == 0)
			process->parent = (pid_t)last_number(line);
		else if (strncmp(line, "NSpid:", 6) == 0)
			process->inner_pid = (pid_t)last_number(line);
	}
	fclose(file);
	return 0;
}

static bool is_alive(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%ld", (long)pid);
	return access(path, F_OK) == 0;
}

static uint64_t started(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
	return command_page_started(path);
}

/* ---- the page ---- */

/* Whether the FILE can be the page of a process of ours: nobody else's is believed. */
static bool is_page_file(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	       st.st_size >= (off_t)sizeof(struct command_page);
}

/* The page in PATH, open as *FD, or NULL. */
static struct command_page *map_page(const char *path, int *fd)
{
	struct command_page *page = MAP_FAILED;

	*fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
	if (*fd >= 0 && is_page_file(*fd))
		page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
	if (page != MAP_FAILED && memcmp(page->magic, COMMAND_PAGE_MAGIC, sizeof page->magic) == 0)
		return page;
	if (page != MAP_FAILED)
		munmap(page, sizeof *page);
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
	return NULL;
}

void controlled_close(struct controlled *process)
{
	if (process->page) {
		munmap(process->page, sizeof *process->page);
		close(process->fd);
	}
	process->page = NULL;
}

/* Its page: through its own root where that may be another, or with our own eyes. */
static void find_page(struct controlled *process, const struct process *known)
{
	char name[COMMAND_FILE_MAX], roots[2][64] = { "", "" }, path[256];

	snprintf(roots[0], sizeof roots[0], "/proc/%ld/root", (long)process->pid);
	command_page_file(name, known->inner_pid);
	for (size_t root = 0; root < 2; root++)
		for (int i = 0; command_page_folders[i] && !process->page; i++) {
			snprintf(path, sizeof path, "%s%s/%s", roots[root], command_page_folders[i],
			         name);
			process->page = map_page(path, &process->fd);
			/* A number is used again, also for a program that is not recorded. */
			if (process->page && process->page->started_ticks != started(process->pid))
				controlled_close(process);
		}
}

/* Whether the collector is loaded in PID, as far as that can be seen. */
static bool has_collector(pid_t pid)
{
	char path[64], line[PATH_MAX + 128];
	bool is_found = false;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/maps", (long)pid);
	file = fopen(path, "re");
	while (file && !is_found && fgets(line, sizeof line, file))
		is_found = strstr(line, "/libwarpwise.so") != NULL;
	if (file)
		fclose(file);
	return is_found;
}

/* 0, or -errno: of a process that does not exist, is another user's, has no page, or another one.
 */
static int reach(struct controlled *process, pid_t pid, struct process *known)
{
	*process = (struct controlled){ .pid = pid, .fd = -1 };
	if (read_process(pid, known))
		return -ESRCH;
	if (known->user != geteuid())
		return -EPERM;
	find_page(process, known);
	if (!process->page)
		return -ENOENT;
	if (process->page->version == COMMAND_PAGE_VERSION)
		return 0;
	controlled_close(process);
	return -ENOTSUP;
}

int controlled_open(struct controlled *process, pid_t pid, char error[CONTROLLED_ERROR_MAX])
{
	struct process known;
	const int err = reach(process, pid, &known);

	if (err == -ESRCH)
		snprintf(error, CONTROLLED_ERROR_MAX, "does not exist");
	else if (err == -EPERM)
		snprintf(error, CONTROLLED_ERROR_MAX,
		         "is of another user (%u): only that one can control it",
		         (unsigned)known.user);
	else if (err == -ENOTSUP)
		snprintf(error, CONTROLLED_ERROR_MAX, "has another version of warpwise");
	else if (err)
		snprintf(error, CONTROLLED_ERROR_MAX, "%s",
		         has_collector(pid)
		                 ? "has the collector loaded, but cannot be reached: it has not "
		                   "begun to use CUDA, or a line on its stderr says why"
		                 : "is not recorded: it runs without warpwise record");
	return err;
}

/* ---- commands ---- */

/* Waits until the process has obeyed command NUMBER. */
static int await(const struct controlled *process, uint32_t number,
                 char error[CONTROLLED_ERROR_MAX])
{
	struct command_page *page = process->page;

	for (int i = 0; i < ANSWER_S * 1000 / LOOK_MS; i++) {
		const uint32_t obeyed = atomic_load(&page->obeyed);

		if (obeyed == number)
			return 0;
		if (!is_alive(process->pid) || page->started_ticks != started(process->pid)) {
			snprintf(error, CONTROLLED_ERROR_MAX, "has ended");
			return -ESRCH;
		}
		command_page_wait(&page->obeyed, obeyed, LOOK_MS);
	}
	snprintf(error, CONTROLLED_ERROR_MAX,
	         "does not answer: it is stopped, or has become another program");
	return -ETIMEDOUT;
}

int controlled_ask(struct controlled *process, enum command command, int64_t duration_ns,
                   char error[CONTROLLED_ERROR_MAX])
{
	struct command_page *page = process->page;
	uint32_t number;
	int err;

	while (flock(process->fd, LOCK_EX) && errno == EINTR)
		;
	number = atomic_load(&page->asked);
	err = await(process, number,
	            error); /* one who asked may have been killed before the answer */
	if (!err) {
		page->command = (int32_t)command;
		page->duration_ns = duration_ns;
		atomic_store(&page->asked, ++number);
		command_page_wake(&page->asked);
		err = await(process, number, error);
	}
	if (!err && page->error) {
		err = page->error;
		snprintf(error, CONTROLLED_ERROR_MAX, "%.*s", COMMAND_MESSAGE_MAX - 1,
		         page->message);
	}
	flock(process->fd, LOCK_UN);
	return err;
}

void controlled_trace(const struct controlled *process, char path[PATH_MAX])
{
	char root[64], own[256] = "", others[256] = "?";
	const char *trace = process->page->trace;

	snprintf(root, sizeof root, "/proc/%ld/ns/mnt", (long)process->pid);
	(void)!readlink("/proc/self/ns/mnt", own, sizeof own - 1);
	if (*trace != '/' || readlink(root, others, sizeof others - 1) < 0 ||
	    strcmp(own, others) == 0) {
		snprintf(path, PATH_MAX, "%.*s", PATH_MAX - 1, trace);
		return;
	}
	if (snprintf(path, PATH_MAX, "/proc/%ld/root%s", (long)process->pid, trace) >= PATH_MAX)
		path[0] = '\0';
}

void controlled_name(pid_t pid, char *name, size_t size)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/comm", (long)pid);
	snprintf(name, size, "?");
	file = fopen(path, "re");
	if (file && fgets(name, (int)size, file))
		name[strcspn(name, "\n")] = '\0';
	if (file)
		fclose(file);
}

/* ---- all of them ---- */

static bool is_below(pid_t pid, pid_t above)
{
	struct process process;

	for (int i = 0; i < PARENTS_MAX && pid > 0; i++) {
		if (pid == above)
			return true;
		if (read_process(pid, &process))
			return false;
		pid = process.parent;
	}
	return false;
}

static int is_number(const struct dirent *entry)
{
	return entry->d_name[0] >= '1' && entry->d_name[0] <= '9';
}

static int compare_pids(const void *a, const void *b)
{
	const pid_t left = *(const pid_t *)a, right = *(const pid_t *)b;

	return (left > right) - (left < right);
}

/* Removes PATH if it is the page of a process of our own view that is no more. */
static void remove_left(const char *path)
{
	struct stat space;
	int fd;
	struct command_page *page = map_page(path, &fd);

	if (!page)
		return;
	if (stat("/proc/self/ns/pid", &space) == 0 && page->pid_space == (uint64_t)space.st_ino &&
	    page->pid > 0 && page->started_ticks != started(page->pid))
		unlink(path);
	munmap(page, sizeof *page);
	close(fd);
}

static int is_page(const struct dirent *entry)
{
	return strncmp(entry->d_name, "warpwise-ctl-", 13) == 0;
}

static void remove_all_left(const char *folder)
{
	struct dirent **entries = NULL;
	const int count = scandir(folder, &entries, is_page, NULL);
	char path[PATH_MAX];

	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
		remove_left(path);
		free(entries[i]);
	}
	free(entries);
}

int controlled_find(struct pid_list *list, pid_t above)
{
	struct dirent **entries = NULL;
	const int count = scandir("/proc", &entries, is_number, NULL);
	int err = 0;

	for (int i = 0; command_page_folders[i]; i++)
		remove_all_left(command_page_folders[i]);
	for (int i = 0; i < count; i++) {
		const pid_t pid = (pid_t)strtol(entries[i]->d_name, NULL, 10);
		struct controlled process;
		struct process known;
		pid_t *place;

		free(entries[i]);
		if (err || (above && !is_below(pid, above)) || reach(&process, pid, &known))
			continue;
		controlled_close(&process);
		place = ARRAY_ADD(&list->items, &list->count);
		err = place ? 0 : -ENOMEM;
		if (place)
			*place = pid;
	}
	free(entries);
	if (list->count)
		qsort(list->items, list->count, sizeof *list->items, compare_pids);
	return err;
}

void pid_list_release(struct pid_list *list)
{
	free(list->items);
	*list = (struct pid_list){ 0 };
}
