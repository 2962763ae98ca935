/* SPDX-License-Identifier: MIT */
/*
 * One request on its way: made by the thread of its connection when its target is known, handed to
 * a worker or to the writer while its connection is suspended, and never touched by two threads at
 * once.
 *
 *	target -> headers: route, limits, who asks -> body -> route->handle / prepare, write
 *	       -> reply
 */
#ifndef WARPWISE_SERVER_REQUEST_H
#define WARPWISE_SERVER_REQUEST_H

#include <microhttpd.h>

#include "server/base/codec.h"
#include "server/base/json_writer.h"
#include "server/http/access.h"
#include "server/http/body.h"
#include "server/http/query.h"
#include "server/http/server.h"

enum { PARAMETERS_MAX = 2, REPLY_HEADERS_MAX = 8, ADDRESS_TEXT_MAX = 64, DETAIL_MAX = 512 };

struct cached;
struct request;

/* A handler fills in the reply and returns 0, or returns an error of store_run(), which is then the
 * reply. */
typedef int handler_fn(struct request *request, struct store_connection *db);

/* Whose data a route is about. */
enum route_project {
	PROJECT_NONE,
	PROJECT_QUERY,  /* ?project=, or the only one that who asks has a right to */
	PROJECT_PATH,   /* the first parameter */
	PROJECT_REPORT, /* ?project=, or whichever has the report of the first parameter */
};

enum route_flag {
	ROUTE_PUBLIC = 1,      /* needs no right */
	ROUTE_ANY = 2,         /* needs a token or a session, whatever its rights */
	ROUTE_ALL = 4,         /* needs the role for all projects */
	ROUTE_SLOW = 8,        /* goes to a worker even where the store is at hand */
	ROUTE_CREATES = 16,    /* makes the project where there is none */
	ROUTE_COMPRESSED = 32, /* the body may be: handlers decode it */
	ROUTE_STATIC = 64,     /* public, and answers without the database: its handler gets none */
	/* Replies that are kept (answers.h): they depend on the address and ... */
	ROUTE_KEPT = 128,      /* the project's data */
	ROUTE_IMMUTABLE = 256, /* nothing else, while it is there; may be in zstd */
	ROUTE_REMOVES = 512,   /* takes something away that an immutable reply may have had */
};

struct route {
	const char *method, *path; /* {} stands for a parameter: "/api/v1/reports/{}" */
	enum role role;
	enum route_project project;
	unsigned int flags;
	size_t body_limit;   /* bytes as they arrive; 0: no body */
	handler_fn *handle;  /* reads; NULL: it writes */
	handler_fn *prepare; /* checks before a write, on a worker; may reply, and then nothing is
	                        written */
	handler_fn *write;   /* on the writer, within a transaction that others share */
	const char *action;  /* for the audit log: "report.upload"; NULL: nothing to tell */
};

struct reply {
	int status;          /* 0: none yet */
	char tag[HASH_TEXT]; /* of the ETag; "": none */
	struct buffer body;
	const char *type;
	struct {
		const char *name;
		char value[256];
	} headers[REPLY_HEADERS_MAX];
	size_t header_count;
	int fd; /* a file that is the body, where is_file; the response closes it */
	bool is_file;
	struct MHD_Response *response; /* made of all this; NULL: not yet, or an answer is sent */
	size_t held_bytes;             /* that count towards LIMIT_REPLIES_BYTES */
	const void *constant;          /* a body that outlives the request; then body is unused */
	size_t constant_size;
};

enum request_stage {
	STAGE_NEW,
	STAGE_ASKING, /* a worker finds out who it is */
	STAGE_BODY,
	STAGE_WORKING,
	STAGE_ANSWERED,
};

struct request {
	struct server *server;
	struct MHD_Connection *connection;
	struct query query;
	const char *method;
	const struct route *route;
	char *parameters[PARAMETERS_MAX]; /* freed with it */
	char address[ADDRESS_TEXT_MAX];
	bool is_secure; /* TLS, also that of a trusted proxy */

	struct principal principal;
	char project[LIMIT_PROJECT_BYTES + 1];
	int64_t project_id;                           /* 0: there is none */
	int64_t change_count, removal_count;          /* of the project */
	char subject[HASH_TEXT + PRINCIPAL_NAME_MAX]; /* for the audit log */

	bool is_kept; /* the reply, under kept_key */
	unsigned char kept_key[HASH_SIZE];
	struct cached *answer; /* that is kept, and to be sent; NULL: none */

	struct body body;
	enum codec codec;

	enum request_stage stage;
	bool is_admitted;
	struct reply reply;
	int64_t started_ns, deadline_ns; /* monotonic */
	void *prepared;                  /* from prepare to write */
	void (*prepared_free)(void *prepared);
	bool keeps_write;     /* what write() did stays although it replied with a problem */
	bool is_written;      /* write() succeeded; the transaction may yet fail */
	struct request *next; /* in a queue */
};

struct request *request_new(struct server *server, const char *target);
void request_free(struct request *request);

/* A header of the request; NULL: none. */
const char *request_header(const struct request *request, const char *name);

/* The last one of that name, where several may have come. */
const char *request_last_header(const struct request *request, const char *name);

/* The best coding for a reply that the client takes: zstd, gzip or identity. */
enum codec request_coding(const struct request *request);

/* The cookie NAME into VALUE; false: none. */
bool request_cookie(const struct request *request, const char *name, char *value, size_t size);

/* ---- replies ---- */

void reply_header(struct request *request, const char *name, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

/* application/problem+json: CODE is for programs, DETAIL a sentence for people without full stop.
 */
void reply_problem(struct request *request, int status, const char *code, const char *format, ...)
        __attribute__((format(printf, 4, 5)));

/* The same, with more members: JSON, "\"offset\":17"; NULL: none. */
void reply_problem_more(struct request *request, int status, const char *code, const char *more,
                        const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Begins a JSON document in the reply's body; then reply_json(). */
struct json_writer reply_writer(struct request *request);
void reply_json(struct request *request, int status);

void reply_too_large(struct request *request, size_t limit_bytes);
void reply_empty(struct request *request, int status);
void reply_error(struct request *request, int err, const char *what); /* of store_run() */

/* Sends "304 Not Modified" instead where the client has TAG already: true. Sets ETag. */
bool reply_is_known(struct request *request, const char *tag);

/*
 * Makes the response, and keeps it where its route says so: called where a reply is made, so that
 * those who wait for the same find it; otherwise reply_queue() does.
 */
void reply_make(struct request *request);

/* Queues the reply. On the connection's thread. */
enum MHD_Result reply_queue(struct request *request);
void reply_release(struct reply *reply); /* it has gone, or the connection has */

#endif
