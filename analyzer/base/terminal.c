/* SPDX-License-Identifier: MIT */
/* Width and colours of the terminal. */
#include "base/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
	TEXT_WIDTH_MIN = 40,
	TEXT_WIDTH_MAX = 100,
	TEXT_WIDTH_DEFAULT = 80,
	WIDTH_MAX = 10000, /* of COLUMNS: what is more is a mistake */
};

static const char *const sequences[COLORS] = {
	[COLOR_PLAIN] = "",           [COLOR_HEADING] = "\033[1m", [COLOR_GOOD] = "\033[32m",
	[COLOR_WARNING] = "\033[33m", [COLOR_BAD] = "\033[31m",    [COLOR_NAME] = "\033[36m",
	[COLOR_DIM] = "\033[2m",
};

static enum color_when color_when;

void terminal_init(enum color_when when)
{
	setlocale(LC_CTYPE, "");
	color_when = when;
}

int terminal_width(FILE *stream)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	char *end;
	long width;

	if (columns && *columns) {
		width = strtol(columns, &end, 10);
		if (!*end && width > 0 && width <= WIDTH_MAX)
			return (int)width;
	}
	if (!isatty(fileno(stream)))
		return 0;
	if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return TEXT_WIDTH_DEFAULT;
}

int terminal_text_width(FILE *stream)
{
	int width = terminal_width(stream);

	if (!width)
		return TEXT_WIDTH_DEFAULT;
	return width < TEXT_WIDTH_MIN   ? TEXT_WIDTH_MIN
	       : width > TEXT_WIDTH_MAX ? TEXT_WIDTH_MAX
	                                : width;
}

bool terminal_is_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static bool has_color(FILE *stream)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (color_when != COLOR_AUTO)
		return color_when == COLOR_ALWAYS;
	if ((no_color && *no_color) || !term || !*term || strcmp(term, "dumb") == 0)
		return false;
	return isatty(fileno(stream));
}

const char *color_begin(FILE *stream, enum color color)
{
	return has_color(stream) ? sequences[color] : "";
}

const char *color_end(FILE *stream)
{
	return has_color(stream) ? "\033[0m" : "";
}
