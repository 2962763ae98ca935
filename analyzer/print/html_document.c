/* SPDX-License-Identifier: MIT */
/*
 * What the pages that warpwise writes have in common: a document that needs nothing else and asks
 * for nothing. Its policy allows its own script and style alone, by their hashes, and no request.
 */
#include <config.h>

#include <stdlib.h>
#include <sys/types.h>

#include "base/text.h"
#include "print/html_document.h"

/* Writes for html_open_json(): what would end a script element becomes JSON's own escape. */
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

FILE *html_open_json(FILE *stream)
{
	return fopencookie(stream, "w", (cookie_io_functions_t){ .write = write_escaped });
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

void html_print_head(FILE *stream, const char *title, const struct html_bundle *bundle)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", stream);
	fprintf(stream,
	        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	        "script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; "
	        "form-action 'none'\">\n",
	        bundle->script_hash, bundle->style_hash);
	fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"generator\" content=\"" PACKAGE " " PACKAGE_VERSION "\">\n"
	      "<link rel=\"icon\" href=\"data:,\">\n<title>",
	      stream);
	print_text(stream, title);
	fprintf(stream, " - warpwise</title>\n<style>%s</style>\n</head>\n", bundle->style);
}
