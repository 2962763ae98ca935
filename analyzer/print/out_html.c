/* SPDX-License-Identifier: MIT */
/*
 * The report as one page that needs nothing else and asks for nothing: the bundle of web/ui, which
 * the build made, the report as JSON, and the timelines as columns. Its policy allows this script
 * and this style alone, by their hashes, and no request.
 */
#include <config.h>

#include <errno.h>

#include "print/html_document.h"
#include "print/out_html_parts.h"
#include "web/page.h"

/* JSON has < in strings alone, where \u003c is the same. */
static int print_model(const struct report *report, FILE *stream)
{
	FILE *escaped = html_open_json(stream);
	int err;

	if (!escaped)
		return -ENOMEM;
	err = report_print_model(report, escaped, true);
	return fclose(escaped) && !err ? -ENOMEM : err;
}

int report_print_html(const struct report *report, FILE *stream)
{
	static const struct html_bundle bundle = { page_script_hash, page_style, page_style_hash };
	int err;

	if (!*page_script)
		return -ENOSYS;
	html_print_head(stream, report->processes_count ? report->processes[0].name : PACKAGE,
	                &bundle);
	fputs("<body>\n<div id=\"page\"></div>\n<noscript>This page shows a report of warpwise, "
	      "and needs "
	      "JavaScript for it.</noscript>\n<script type=\"application/json\" id=\"report\">",
	      stream);
	err = print_model(report, stream);
	fputs("</script>\n", stream);
	for (size_t i = 0; i < report->processes_count && !err; i++) {
		fprintf(stream, "<script type=\"application/octet-stream\" id=\"timeline-%zu\">",
		        i);
		err = html_print_timeline(&report->processes[i], stream, HTML_BASE64, NULL, NULL);
		fputs("</script>\n", stream);
	}
	fprintf(stream, "<script>%s</script>\n</body>\n</html>\n", page_script);
	return err;
}
