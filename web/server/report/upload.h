/* SPDX-License-Identifier: MIT */
/* A report and what its sender said of it, on its way into the store. */
#ifndef WARPWISE_SERVER_UPLOAD_H
#define WARPWISE_SERVER_UPLOAD_H

#include "server/http/limits.h"
#include "server/report/report.h"
#include "server/store/store.h"

struct upload {
	struct report *report;
	const char *branch, *commit, *host; /* "" where not known; not freed */
	struct buffer tags;                 /* "\nKEY=VALUE\nKEY=VALUE\n", sorted; or empty */
	struct buffer search;               /* made by upload_finish() */
};

/* When report and the rest are there: takes the report's own host where none is given. 0 or
 * -ENOMEM. */
int upload_finish(struct upload *upload);
void upload_release(struct upload *upload);

/* Within a transaction. *ID is 0 where the project has this report already. 0 or an error of
 * store_run(). */
int upload_store(struct store_connection *db, int64_t project, const char *uploader,
                 const struct upload *upload, int64_t *id);

/* The labels that a report has which was sent again. */
struct upload_kept {
	bool is_other; /* the sender named others, which are not taken: tags or host, too */
	char branch[LIMIT_FIELD_BYTES + 1], commit[LIMIT_FIELD_BYTES + 1]; /* "" where not known */
};

/* 0 or an error of store_run(). */
int upload_find_kept(struct store_connection *db, int64_t project, const struct upload *upload,
                     struct upload_kept *kept);

#endif
