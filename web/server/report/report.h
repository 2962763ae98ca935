/* SPDX-License-Identifier: MIT */
/*
 * A report as it was uploaded: decoded, checked against the schema, and what lists and trends need
 * of it taken out. Any thread.
 */
#ifndef WARPWISE_SERVER_REPORT_H
#define WARPWISE_SERVER_REPORT_H

#include "server/base/buffer.h"
#include "server/base/codec.h"
#include "server/base/json.h"
#include "server/base/secret.h"
#include "server/report/schema.h"

enum { REPORT_MEASURES_MAX = 64, REPORT_KERNELS_MAX = 24, REPORT_FINDINGS_MAX = 200 };

struct report_finding {
	char *rule, *subject, *title, *severity, *headline;
	int64_t cost_ns, gain_ns; /* gain_ns -1: not predicted */
};

struct report_measure {
	char *name;
	double value;
};

/* Texts are UTF-8 without NUL, cut to LIMIT_TEXT_BYTES; "" where the report has none. */
struct report {
	unsigned char hash[HASH_SIZE];
	struct buffer text;   /* decompressed; the parser has unescaped strings in it */
	struct buffer packed; /* as it was sent, in zstd */
	size_t size_bytes;
	char *name, *command_line, *host, *gpu, *tool_version, *rule, *headline;
	int64_t gpu_count, process_count, recorded_ns, duration_ns, gain_ns;
	double gpu_busy_percent, gain_percent; /* -1: unknown */
	int64_t notes, warnings, errors;
	struct report_finding findings[REPORT_FINDINGS_MAX];
	size_t finding_count;
	struct report_measure measures[REPORT_MEASURES_MAX];
	size_t measure_count;
};

/* As it came. */
struct report_body {
	enum codec codec;
	const void *bytes;
	size_t size;
	size_t limit_bytes; /* decompressed */
};

enum report_fault {
	REPORT_FINE,
	REPORT_NO_MEMORY,
	REPORT_BAD_ENCODING,
	REPORT_TOO_LARGE,
	REPORT_BAD_JSON,
	REPORT_WRONG_VERSION,
	REPORT_INVALID,
};

struct report_error {
	char text[SCHEMA_POINTER_MAX + SCHEMA_ERROR_MAX];
	char pointer[SCHEMA_POINTER_MAX]; /* REPORT_INVALID */
	char version[32];                 /* REPORT_WRONG_VERSION */
};

/* The schema that this build has. */
int report_schema(struct schema **schema, struct schema_error *error);

/*
 * *REPORT is for report_free(), NULL unless REPORT_FINE; else *ERROR says why.
 */
enum report_fault report_read(const struct schema *schema, const struct report_body *body,
                              struct report **report, struct report_error *error);
void report_free(struct report *report);

#endif
