/* SPDX-License-Identifier: MIT */
/*
 * Reports that could not be sent, kept until they can: one file each in a folder of the user's.
 * A file is written beside its name, synced, and renamed, so that whatever happens it is there
 * whole or not at all; it goes only after the server has acknowledged it. Whoever sends one holds a
 * lock on it, so that two uploads at once do not send it twice. Main thread only.
 *
 * A file is one line of JSON, what to send it as, and the compressed report behind it.
 */
#ifndef WARPWISE_UPLOAD_SPOOL_H
#define WARPWISE_UPLOAD_SPOOL_H

#include <limits.h>
#include <stddef.h>

enum { SPOOL_ERROR_MAX = PATH_MAX + 256 };

/* Texts are UTF-8. */
struct spooled {
	char *url;     /* of the server */
	char *query;   /* "?project=..." */
	char *name;    /* the file that it came from, for messages */
	char **traces; /* the paths of those that go with it */
	size_t traces_count;
	void *body; /* compressed */
	size_t body_size;
	size_t size; /* uncompressed */
};

void spooled_release(struct spooled *spooled);

/* The folder: GIVEN, or WARPWISE_SPOOL, or ~/.local/state/warpwise/spool (XDG_STATE_HOME). */
int spool_folder(const char *given, char folder[PATH_MAX], char error[SPOOL_ERROR_MAX]);

/*
 * Keeps one, by ID, its identity: a second one of the same replaces the first. Returns 0 or -errno,
 * with a phrase in ERROR.
 */
int spool_keep(const char *folder, const char *id, const struct spooled *spooled,
               char error[SPOOL_ERROR_MAX]);

/* The names of all that are kept, the oldest first; ends with NULL; free with spool_names_free().
 * NULL with ERROR: the folder cannot be read; a folder that is not there is empty. */
char **spool_names(const char *folder, char error[SPOOL_ERROR_MAX]);
void spool_names_free(char **names);

/*
 * Opens NAME and locks it. Returns a descriptor that holds the lock; -EBUSY: another upload sends
 * it; -ENOENT: it has been sent meanwhile; -EBADMSG: it is damaged, ERROR says how; -errno.
 */
int spool_open(const char *folder, const char *name, struct spooled *spooled,
               char error[SPOOL_ERROR_MAX]);
void spool_close(int fd);

/* What has been sent goes; what the server will never take is put aside as NAME.refused. */
int spool_remove(const char *folder, const char *name);
int spool_refuse(const char *folder, const char *name);

#endif
