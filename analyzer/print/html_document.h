/* SPDX-License-Identifier: MIT */
/* What the pages that warpwise writes have in common. Any thread. */
#ifndef WARPWISE_HTML_DOCUMENT_H
#define WARPWISE_HTML_DOCUMENT_H

#include <stdio.h>

/* Of a bundle that web/bundle.mjs made; the script itself stands at the end of the body. */
struct html_bundle {
	const char *script_hash, *style, *style_hash;
};

/* Everything up to the body. */
void html_print_head(FILE *stream, const char *title, const struct html_bundle *bundle);

/*
 * A stream to write JSON into that becomes the content of a script element on STREAM: JSON has '<'
 * in strings alone, where it is written as an escape. To be closed before STREAM; NULL: no memory.
 */
FILE *html_open_json(FILE *stream);

#endif
