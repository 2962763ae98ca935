/* SPDX-License-Identifier: MIT */
/*
 * How `warpwise ctl` reaches a recorded process: a page of memory that both have mapped, a file of
 * the process in /dev/shm that its user alone may open. One thread of the collector sleeps in the
 * kernel until the page is written to, which costs the program nothing: no descriptor stays open,
 * no signal is sent, nothing wakes up by the clock.
 *
 * Used by the collector (any thread) and by the analyzer.
 */
#ifndef WARPWISE_COMMAND_PAGE_H
#define WARPWISE_COMMAND_PAGE_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
	COMMAND_PAGE_VERSION = 1,
	COMMAND_MESSAGE_MAX = 512,
	COMMAND_FILE_MAX = 64, /* the file's name, without folder */
};

#define COMMAND_PAGE_MAGIC "warpctl"

enum command { COMMAND_STATUS, COMMAND_START, COMMAND_STOP, COMMAND_FLUSH, COMMANDS };

/* What a recorded process does, for its user. */
enum command_state {
	COMMANDED_DORMANT, /* CUPTI was not touched yet */
	COMMANDED_RECORDING,
	COMMANDED_WAITING, /* for what --start-after, --range or --capture wait for */
	COMMANDED_STOPPED, /* by `warpwise ctl stop` */
	COMMANDED_ENDED,   /* for good; the program goes on */
	COMMANDED_STATES
};

struct command_page {
	/* Written before the file has its name. */
	char magic[8];
	uint32_t version;
	int32_t pid;            /* as the process itself sees it */
	uint64_t pid_space;     /* the inode of its namespace of process ids */
	uint64_t started_ticks; /* of the process, as /proc has it: a pid is used again */

	/* Numbers of the newest command, and of the newest that was obeyed: futexes. */
	_Atomic uint32_t asked, obeyed;

	/* The command: written by who asks, before ASKED. */
	int32_t command;
	int64_t duration_ns; /* of a start: stops by itself after that; 0: does not */

	/* The answer: written by the process, before OBEYED. */
	int32_t state;
	int32_t error;       /* -errno: it was not obeyed, and MESSAGE says why */
	int64_t recorded_ns; /* how long it has recorded so far, in all */
	char message[COMMAND_MESSAGE_MAX];
	char trace[PATH_MAX]; /* as the process sees it; "": there is none yet */
};

/* The folders that the file may be in, the first that can be written: ends with NULL. */
extern const char *const command_page_folders[];

/* The file's name in them, which sees itself as PID. */
void command_page_file(char name[COMMAND_FILE_MAX], pid_t pid);

/* When the process began, in ticks, by the text of its /proc/.../stat; 0: unknown. */
uint64_t command_page_started(const char *stat_path);

/*
 * Sleeps while WORD is SEEN, MS at most (below 0: without end). May return early. Wakes who sleeps
 * so, in all processes that have mapped it.
 */
void command_page_wait(_Atomic uint32_t *word, uint32_t seen, int64_t ms);
void command_page_wake(_Atomic uint32_t *word);

#endif
