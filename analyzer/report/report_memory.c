/* SPDX-License-Identifier: MIT */
/* What a report owns, and the texts that its parts share. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "code/demangle.h"
#include "report/report_parts.h"

bool report_has_failed(const struct report *report)
{
	return !report->memory || report->memory->error;
}

void *report_keep(struct report *report, void *memory)
{
	struct report_memory *m = report->memory;
	void **kept = memory ? ARRAY_ADD(&m->items, &m->count) : NULL;

	if (!kept) {
		m->error = -ENOMEM;
		free(memory);
		return NULL;
	}
	*kept = memory;
	return memory;
}

void *report_array(struct report *report, size_t count, size_t size)
{
	return report_keep(report, calloc(count ? count : 1, size));
}

const char *report_keep_text(struct report *report, char *text)
{
	text = report_keep(report, text);
	return text ? text : "";
}

const char *report_text(struct report *report, const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	return report_keep_text(report, text);
}

const char *report_operation_name(struct report *report, const struct trace *trace, uint32_t i)
{
	const struct trace_operations *o = &trace->operations;

	switch ((enum operation_type)o->type[i]) {
	case OPERATION_KERNEL:
		return report_keep_text(
		        report, demangle(trace->functions[operation_function(trace, i)].name));
	case OPERATION_COPY:
		return report_text(report, "copy, %s",
		                   trace_code_name(trace, "copy_kind",
		                                   operation_transfer(trace, i)->copy_kind));
	case OPERATION_FILL:
	case OPERATION_TYPES:
		break;
	}
	return "memory set";
}
