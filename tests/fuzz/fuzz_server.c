/* SPDX-License-Identifier: MIT */
/*
 * Throws bytes at what the dashboard reads from strangers. The first byte says at which part: a
 * request's target, a report (plain, gzip, zstd), or JSON that is written again.
 *
 * With libFuzzer:  clang -fsanitize=fuzzer,address,undefined -DWITH_LIBFUZZER ...
 * Without, main() replays the files named on the command line as each part, cut and changed at many
 * places.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/json.h"
#include "server/base/json_writer.h"
#include "server/base/utf8.h"
#include "server/http/query.h"
#include "server/report/upload.h"

enum { LIMIT_BYTES = 1 << 20, FILE_MAX = 1 << 20, CUTS = 200 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const struct schema *get_schema(void)
{
	static struct schema *schema;
	struct schema_error error;

	if (!schema && report_schema(&schema, &error))
		abort();
	return schema;
}

static void require(bool condition)
{
	if (!condition)
		abort();
}

static void fuzz_target(const uint8_t *bytes, size_t size)
{
	char *text = strndup((const char *)bytes, size);
	struct query query;
	int64_t number;

	require(text != NULL);
	if (query_parse(&query, text) == 0)
		for (size_t i = 0; i < query.count; i++) {
			require(utf8_is_plain(query.items[i].value, strlen(query.items[i].value)));
			query_number(&query, query.items[i].name, 0, 100, 1, &number);
		}
	query_release(&query);
	free(text);
}

/* What was taken out is text that both databases take. */
static void check_report(struct report *report)
{
	struct upload upload = { .report = report, .branch = "b", .commit = "c", .host = "" };

	require(report->finding_count <= REPORT_FINDINGS_MAX &&
	        report->measure_count <= REPORT_MEASURES_MAX);
	for (size_t i = 0; i < report->measure_count; i++) {
		const char *name = report->measures[i].name;

		for (size_t at = 0, length; name[at]; at += length) {
			length = utf8_length(name + at, strlen(name + at));
			require(length > 0);
		}
	}
	require(upload_finish(&upload) == 0);
	upload_release(&upload);
}

static void fuzz_report(enum codec codec, const uint8_t *bytes, size_t size)
{
	const struct report_body body = { codec, bytes, size, LIMIT_BYTES };
	struct report_error error;
	struct report *report;
	const enum report_fault fault = report_read(get_schema(), &body, &report, &error);

	require((fault == REPORT_FINE) == (report != NULL));
	if (report)
		check_report(report);
	else
		require(*error.text);
}

/* Spans must lead from node to node to the end, and nothing beyond. */
static void fuzz_json(const uint8_t *bytes, size_t size)
{
	char *copy = malloc(size + 1);
	struct buffer out = { 0 };
	struct json_writer writer = { .out = &out };
	struct json json;

	require(copy != NULL);
	memcpy(copy, bytes, size);
	if (json_parse(&json, copy, size, 1 << 16) == 0) {
		require(json.count && json.nodes->span == json.count);
		for (size_t i = 0; i < json.count; i++) {
			require(json.nodes[i].span >= 1 && i + json.nodes[i].span <= json.count);
			if (json.nodes[i].type == JSON_STRING)
				put_bytes(&writer, NULL, json.text + json.nodes[i].offset,
				          json.nodes[i].size);
		}
	} else {
		require(*json.error);
	}
	json_release(&json);
	buffer_release(&out);
	free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	if (!size)
		return 0;
	if (bytes[0] % 5 < CODECS)
		fuzz_report((enum codec)(bytes[0] % 5), bytes + 1, size - 1);
	else if (bytes[0] % 5 == CODECS)
		fuzz_target(bytes + 1, size - 1);
	else
		fuzz_json(bytes + 1, size - 1);
	return 0;
}

#ifndef WITH_LIBFUZZER
/* As itself and packed, cut and with a byte changed: the same places in every run. */
static void replay(uint8_t *bytes, size_t size)
{
	uint8_t *copy = malloc(size + 1);

	require(copy != NULL);
	for (size_t i = 0; i <= CUTS; i++) {
		const size_t cut = size * i / CUTS, changed = size * i / (CUTS + 1);

		for (uint8_t part = 0; part < 5; part++) {
			copy[0] = part;
			memcpy(copy + 1, bytes, size);
			LLVMFuzzerTestOneInput(copy, cut + 1);
			copy[1 + changed] ^= (uint8_t)(1 << i % 8);
			LLVMFuzzerTestOneInput(copy, size + 1);
		}
	}
	free(copy);
}

int main(int argc, char **argv)
{
	static uint8_t bytes[FILE_MAX];

	for (int i = 1; i < argc; i++) {
		FILE *file = fopen(argv[i], "re");
		struct buffer packed = { 0 };
		size_t size;

		if (!file) {
			perror(argv[i]);
			return 1;
		}
		size = fread(bytes, 1, sizeof bytes, file);
		fclose(file);
		replay(bytes, size);
		for (int codec = CODEC_ZSTD; codec < CODECS; codec++) {
			require(codec_encode((enum codec)codec, bytes, size, &packed) == 0);
			replay((uint8_t *)packed.bytes, packed.size);
			buffer_release(&packed);
		}
	}
	return 0;
}
#endif
