/* SPDX-License-Identifier: MIT */
/* Every limit of the server, with its unit and its reason. What can be set by options has its
 * default here. */
#ifndef WARPWISE_SERVER_LIMITS_H
#define WARPWISE_SERVER_LIMITS_H

enum {
	/* Reports of long runs are some hundred KB; all of a body is in memory while it is checked.
	 */
	LIMIT_REPORT_BYTES = 32 << 20, /* decompressed */
	LIMIT_UPLOAD_BYTES = 16 << 20, /* as it arrives */
	LIMIT_REPORT_VALUES = 2 << 20, /* of JSON, 16 bytes each */
	LIMIT_PIECE_BYTES = 8 << 20,   /* of a trace */
	LIMIT_FORM_BYTES = 64 << 10,   /* all other bodies */
	LIMIT_DRAIN_BYTES =
	        64 << 20, /* of a refused body read on, so that its sender gets the reply */
	LIMIT_BODY_MEMORY = 256 << 10, /* what is longer goes to a file without name */

	/* Replies that are being read: beyond, large ones are refused. */
	LIMIT_REPLIES_BYTES = 128 << 20,
	LIMIT_SMALL_REPLY_BYTES = 64 << 10,

	LIMIT_ANSWERS = 8192, /* replies that are kept */
	LIMIT_ANSWERS_BYTES = 32 << 20,
	LIMIT_ANSWER_BYTES = 512 << 10, /* a page of 200 runs has 140 KB */
	LIMIT_ANSWER_S = 10, /* beside servers of a version that does not count changes yet */

	LIMIT_HEADER_BYTES = 16 << 10, /* request line and headers: MHD's memory of a connection */
	LIMIT_QUERY_ITEMS = 64,
	LIMIT_FIELD_BYTES = 255, /* branch, commit, host, a tag's value */
	LIMIT_TAG_KEY_BYTES = 64,
	LIMIT_TAGS = 32,
	LIMIT_PROJECT_BYTES = 64,
	LIMIT_BASE_PATH_BYTES = 64,
	LIMIT_TEXT_BYTES = 4096, /* of a text that lists show: longer ones are cut */

	LIMIT_CONNECTIONS = 16384, /* where ulimit -n allows; idle ones make room from 3/4 on */
	LIMIT_CONNECTIONS_OF_ADDRESS = 1024,
	LIMIT_WAITING_JOBS = 1024,  /* beyond: 503 */
	LIMIT_WRITES_TOGETHER = 64, /* uploads that share a commit */

	LIMIT_HEADER_S = 15,  /* from the connection to the end of its first headers */
	LIMIT_IDLE_S = 60,    /* between requests, and for the headers of the next */
	LIMIT_QUICK_MS = 3,   /* of a read on its connection's thread, which others wait for */
	LIMIT_REQUEST_S = 30, /* for the answer; a body may take longer if it is fast enough */
	LIMIT_BODY_RATE =
	        8192,       /* bytes/s: of a body since it began, of a reply in LIMIT_REQUEST_S */
	LIMIT_DRAIN_S = 30, /* at SIGTERM, for what is under way */

	LIMIT_FAILURES = 10,         /* wrong tokens and passwords of an address ... */
	LIMIT_FAILURE_WINDOW_S = 60, /* ... within this */
	LIMIT_SESSION_S = 7 * 86400,
	LIMIT_PRINCIPAL_S =
	        5, /* how long who a token belongs to is believed without asking again */
	LIMIT_PLAIN_REPLY_BYTES = 1024,     /* smaller ones are not compressed ... */
	LIMIT_PACKED_REPLY_BYTES = 8 << 20, /* ... nor larger ones: that takes 0.1 s */
	LIMIT_LIST = 200,
	LIMIT_TREND = 1000,
	LIMIT_LATEST = 300,        /* programs whose latest runs are shown: 1.5 KB each */
	LIMIT_PROGRAM_RUNS = 2000, /* the newest runs, whose programs and branches can be chosen */
	LIMIT_COMPARED = 8,        /* reports of a side */
	LIMIT_COMPARED_BYTES = 4 << 20, /* of each: jansson takes ten times that */
	LIMIT_DRAWING_MB = 16384,       /* memory of the process that makes a timeline: 500 bytes an
	                                   operation */
	LIMIT_DRAWING_S = 600,          /* for which it may work */
	LIMIT_TIMELINES_LISTED = 64,    /* that wait, or failed */
	LIMIT_TIMELINE_RETRY_S = 30,    /* for want of room */
	LIMIT_WINDOW_PIXELS = 8192,     /* of a screen */
	LIMIT_WINDOW_BYTES = 64 << 20,  /* of the reply: some thousand lanes */
	LIMIT_STALE_TRACE_S = 7 * 86400, /* a trace whose upload stopped is dropped */
};

/* Of all timelines' files; the least used go. */
#define LIMIT_TIMELINES_BYTES (INT64_C(16) << 30)

#endif
