/* SPDX-License-Identifier: MIT */
/* A comparison as one page that needs nothing else: the bundle of web/ui/compare, and the JSON. */
#include <config.h>

#include <errno.h>

#include "compare/comparison.h"
#include "print/html_document.h"
#include "web/compare.h"

int comparison_print_html(const struct comparison *c, FILE *stream, const char *gate)
{
	static const struct html_bundle bundle = { compare_script_hash, compare_style,
		                                   compare_style_hash };
	FILE *json;
	int err;

	if (!*compare_script)
		return -ENOSYS;
	html_print_head(stream, "Comparison", &bundle);
	fputs("<body>\n<div id=\"page\"></div>\n<noscript>This page shows a comparison of "
	      "warpwise, and "
	      "needs JavaScript for it.</noscript>\n<script type=\"application/json\" "
	      "id=\"comparison\">",
	      stream);
	json = html_open_json(stream);
	if (!json)
		return -ENOMEM;
	err = comparison_print_json(c, json, gate);
	if (fclose(json) && !err)
		err = -ENOMEM;
	fprintf(stream, "</script>\n<script>%s</script>\n</body>\n</html>\n", compare_script);
	return err;
}
