/* SPDX-License-Identifier: MIT */
/*
 * The report as one page that needs nothing else and asks for nothing: the bundle of web/ui, which
 * the build made, the report as JSON, and the timelines as columns. Its policy allows this script
 * and this style alone, by their hashes, and no request.
 */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>

#include "base/text.h"
#include "print/out_html_parts.h"
#include "web/page.h"

/* Writes for print_escaped(): what would end a script element becomes JSON's own escape. */
static ssize_t write_escaped(void *cookie, const char *text, size_t size)
{
	FILE *stream = cookie;
	size_t begin = 0;

	for (size_t i = 0; i < size; i++) {
		if (text[i] != '<')
			continue;
		fwrite(text + begin, 1, i - begin, stream);
		fputs("\\u003c", stream);
		begin = i + 1;
	}
	fwrite(text + begin, 1, size - begin, stream);
	return (ssize_t)size; /* a full disk: its owner's */
}

/* JSON has < in strings alone, where \u003c is the same. */
static int print_model(const struct report *report, FILE *stream)
{
	FILE *escaped = fopencookie(stream, "w", (cookie_io_functions_t){ .write = write_escaped });
	int err;

	if (!escaped)
		return -ENOMEM;
	err = report_print_model(report, escaped, true);
	return fclose(escaped) && !err ? -ENOMEM : err;
}

/* TEXT in an element or in an attribute in double quotes. */
static void print_text(FILE *stream, const char *text)
{
	char *clean = text_valid(text);

	for (const char *at = clean ? clean : ""; *at; at++)
		switch (*at) {
		case '<':
			fputs("&lt;", stream);
			break;
		case '&':
			fputs("&amp;", stream);
			break;
		case '"':
			fputs("&quot;", stream);
			break;
		default:
			fputc(*at, stream);
		}
	free(clean);
}

static void print_head(const struct report *report, FILE *stream)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", stream);
	fprintf(stream,
	        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	        "script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; "
	        "form-action 'none'\">\n",
	        page_script_hash, page_style_hash);
	fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"generator\" content=\"" PACKAGE " " PACKAGE_VERSION "\">\n"
	      "<link rel=\"icon\" href=\"data:,\">\n<title>",
	      stream);
	print_text(stream, report->processes_count ? report->processes[0].name : PACKAGE);
	fprintf(stream, " - warpwise</title>\n<style>%s</style>\n</head>\n", page_style);
}

int report_print_html(const struct report *report, FILE *stream)
{
	int err;

	if (!*page_script)
		return -ENOSYS;
	print_head(report, stream);
	fputs("<body>\n<div id=\"page\"></div>\n<noscript>This page shows a report of warpwise, "
	      "and needs "
	      "JavaScript for it.</noscript>\n<script type=\"application/json\" id=\"report\">",
	      stream);
	err = print_model(report, stream);
	fputs("</script>\n", stream);
	for (size_t i = 0; i < report->processes_count && !err; i++) {
		fprintf(stream, "<script type=\"application/octet-stream\" id=\"timeline-%zu\">",
		        i);
		err = html_print_timeline(&report->processes[i], stream);
		fputs("</script>\n", stream);
	}
	fprintf(stream, "<script>%s</script>\n</body>\n</html>\n", page_script);
	return err;
}
