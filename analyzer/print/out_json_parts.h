/* SPDX-License-Identifier: MIT */
/*
 * The parts of the report as JSON, as schema/report.schema.json describes it: out_json.c puts them
 * together. All return new values, which are the caller's; NULL without memory, which jansson
 * passes on to whatever it is put into.
 */
#ifndef WARPWISE_OUT_JSON_PARTS_H
#define WARPWISE_OUT_JSON_PARTS_H

#include <jansson.h>

#include "report/report.h"

/* ---- values ---- */

/* TEXT, whose bytes may be anything; what is no UTF-8 becomes U+FFFD. */
json_t *model_text(const char *text);
json_t *model_text_or_null(const char *text); /* null: NULL or "" */
json_t *model_real(double value);             /* 0 where it is none */
json_t *model_measured(double value);         /* null where nothing was measured */
json_t *model_percent(double percent);        /* 6 decimals: what is rounded again stays */
json_t *model_budget(const struct budget *budget);
/* As members of OBJECT. */
void model_set_statistics(json_t *object, const struct statistics *statistics);

/* ---- members ---- */

json_t *model_process(const struct report_process *process);
json_t *model_kernels(const struct report_process *process);
json_t *model_profiles(const struct report_process *process);
json_t *model_code(const struct report_code *code); /* null of NULL */
json_t *model_memory(const struct report_process *process);
json_t *model_host_time(const struct report_host_time *host_time);

#endif
