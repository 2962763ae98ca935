/* SPDX-License-Identifier: MIT */
/*
 * The findings as SARIF 2.1.0, for code review and CI: rules with their help, results with level,
 * message and the place in the source, as well as the trace knows it.
 */
#include <config.h>

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "print/source_uri.h"
#include "report/report_gain.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "base/text.h"

/* TEXT without control characters and what is no UTF-8. */
static json_t *text_of(const char *text)
{
	char *clean;
	json_t *value = json_string(text);

	if (value)
		return value;
	clean = text_clean(text, 0);
	value = json_string(clean ? clean : "");
	free(clean);
	return value ? value : json_string("?");
}

/* {"text": ...}: SARIF's messages. */
static json_t *message_of(const char *text)
{
	return json_pack("{so}", "text", text_of(text));
}

/* A section of the rule's text as a message; without memory its title. */
static json_t *section_of(const struct rule *rule, enum rule_section section)
{
	char *text = rule_section(rule, section);
	json_t *message = message_of(text ? text : rule_title(rule));

	free(text);
	return message;
}

/* Fixed text of a rule, as SARIF wants it: plain and Markdown. */
static json_t *help_of(const struct rule *rule)
{
	char *meaning = rule_section(rule, RULE_MEANING), *fix = rule_section(rule, RULE_FIX);
	char *text = NULL;
	json_t *help;

	if (!meaning || !fix ||
	    asprintf(&text, "%s\n\nHow to fix it: %s\n\nMore: warpwise rules %s", meaning, fix,
	             rule->id) < 0)
		text = NULL;
	help = message_of(text ? text : rule_title(rule));
	free(meaning);
	free(fix);
	free(text);
	return help;
}

/* "false-dependency" is "FalseDependency": what SARIF calls a name. */
static json_t *name_of(const char *id)
{
	char name[128], *end = name;
	bool is_first = true;

	for (; *id && end < name + sizeof name - 1; id++) {
		if (*id == '-') {
			is_first = true;
			continue;
		}
		*end++ = (char)(is_first && *id >= 'a' && *id <= 'z' ? *id - 'a' + 'A' : *id);
		is_first = false;
	}
	*end = '\0';
	return json_string(name);
}

static json_t *rule_of(const struct rule *rule)
{
	return json_pack("{ss so so so so s{ss}}", "id", rule->id, "name", name_of(rule->id),
	                 "shortDescription", message_of(rule_title(rule)), "fullDescription",
	                 section_of(rule, RULE_MEANING), "help", help_of(rule),
	                 "defaultConfiguration", "level", finding_severities[rule->severity]);
}

static json_t *rules_of(void)
{
	json_t *array = json_array();

	for (size_t i = 0; rules[i]; i++)
		json_array_append_new(array, rule_of(rules[i]));
	return array;
}

static size_t index_of(const struct rule *rule)
{
	size_t i = 0;

	while (rules[i] && rules[i] != rule)
		i++;
	return i;
}

/* What every result is made from. */
struct sarif {
	const struct report *report;
	const char *source_root;
};

static json_t *uri_of(const struct sarif *sarif, const struct report_process *process,
                      const char *path)
{
	char *uri = source_uri(path, sarif->source_root, process->working_folder);
	json_t *value = uri ? json_string(uri) : NULL;

	free(uri);
	return value;
}

/*
 * The file that stands for a program of whose finding no line is known: its main source file, if a
 * checkout may have it, else the program's own name. Code scanning takes no result without a file.
 */
static json_t *program_uri_of(const struct sarif *sarif, const struct report_process *process)
{
	json_t *uri = process->main_file ? uri_of(sarif, process, process->main_file) : NULL;
	char *name;

	if (uri && source_uri_is_relative(json_string_value(uri)))
		return uri;
	json_decref(uri);
	name = source_uri(process->name, "", "");
	uri = json_string(name && source_uri_is_relative(name) ? name : "program");
	free(name);
	return uri;
}

/* Where in files: the finding's own line, else that of the host's code, else the program. */
static json_t *physical_of(const struct sarif *sarif, const struct report_finding *f)
{
	const struct report_process *process = &sarif->report->processes[f->process];
	const char *file = f->file ? f->file : f->host_file;
	const int line = f->file ? f->line : f->host_line;
	json_t *physical =
	        json_pack("{s{so}}", "artifactLocation", "uri",
	                  file ? uri_of(sarif, process, file) : program_uri_of(sarif, process));

	if (file && line > 0)
		json_object_set_new(physical, "region", json_pack("{si}", "startLine", line));
	return physical;
}

/* Where: in the source, and what the finding is about. */
static json_t *location_of(const struct sarif *sarif, const struct report_finding *f)
{
	const char *subject = *f->subject ? f->subject : sarif->report->processes[f->process].name;

	return json_pack("{so s[{so}]}", "physicalLocation", physical_of(sarif, f),
	                 "logicalLocations", "fullyQualifiedName", text_of(subject));
}

/* The headline, what it would win, and what to do. */
static json_t *result_message(const struct report_process *p, const struct report_finding *f)
{
	char *text = NULL;
	json_t *message;
	int length;

	if (f->is_predicted)
		length = asprintf(&text, "%s. Predicted gain: %s%s (%s of the run). %s",
		                  f->headline, report_gain_is_doubtful(f) ? "at most " : "",
		                  format_duration(FORMAT, report_gain_said_ns(p, f)),
		                  format_percent(FORMAT, report_gain_percent(p, f)), f->advice);
	else
		length = asprintf(&text, "%s. %s", f->headline, f->advice);
	message = message_of(length < 0 ? f->headline : text);
	if (length >= 0)
		free(text);
	return message;
}

static json_t *properties_of(const struct report *report, const struct report_finding *f)
{
	json_t *properties = json_object(), *evidence = json_array();

	for (size_t i = 0; i < f->facts_count; i++)
		json_array_append_new(evidence,
		                      json_pack("{so so}", "label", text_of(f->facts[i].name),
		                                "text", text_of(f->facts[i].text)));
	json_object_set_new(properties, "subject", text_of(f->subject));
	json_object_set_new(properties, "trace", text_of(report->processes[f->process].path));
	json_object_set_new(properties, "costNs", json_integer(f->cost_ns));
	json_object_set_new(properties, "occurrences", json_integer(f->occurrences));
	if (f->is_predicted) {
		json_object_set_new(properties, "gainNs", json_integer(f->gain_ns));
		json_object_set_new(properties, "gainErrorNs", json_integer(f->gain_error_ns));
		json_object_set_new(properties, "gainPercent",
		                    json_real(round(f->gain_percent * 1000) / 1000));
	} else {
		json_object_set_new(properties, "notPredicted", text_of(f->not_predicted));
	}
	json_object_set_new(properties, "evidence", evidence);
	return properties;
}

/* What stays equal from run to run: the rule and what it is about (FNV-1a). */
static json_t *fingerprint_of(const struct report_finding *f)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (const char *at = f->rule->id; *at; at++)
		hash = (hash ^ (unsigned char)*at) * 0x100000001b3;
	hash *= 0x100000001b3; /* a zero between the two */
	for (const char *at = f->subject; *at; at++)
		hash = (hash ^ (unsigned char)*at) * 0x100000001b3;
	return json_sprintf("%016llx", (unsigned long long)hash);
}

static json_t *result_of(const struct sarif *sarif, const struct report_finding *f)
{
	return json_pack("{ss sI ss so s[o] s{so} so}", "ruleId", f->rule->id, "ruleIndex",
	                 (json_int_t)index_of(f->rule), "level", finding_severities[f->severity],
	                 "message", result_message(&sarif->report->processes[f->process], f),
	                 "locations", location_of(sarif, f), "partialFingerprints",
	                 "ruleAndSubject/v1", fingerprint_of(f), "properties",
	                 properties_of(sarif->report, f));
}

/* Rules that could not judge, as notifications of the run. */
static json_t *notifications_of(const struct report *report)
{
	json_t *array = json_array();

	for (size_t i = 0; i < report->abstentions_count; i++) {
		const struct report_abstention *a = &report->abstentions[i];

		json_array_append_new(array, json_pack("{ss so s{ss sI}}", "level", "note",
		                                       "message", message_of(a->reason),
		                                       "associatedRule", "id", a->rule->id, "index",
		                                       (json_int_t)index_of(a->rule)));
	}
	return array;
}

static json_t *run_of(const struct sarif *sarif)
{
	const struct report *report = sarif->report;
	json_t *results = json_array(), *invocation, *driver;

	for (size_t i = 0; i < report->findings_count; i++)
		json_array_append_new(results, result_of(sarif, &report->findings[i]));
	driver = json_pack("{ss ss so}", "name", PACKAGE, "version", PACKAGE_VERSION, "rules",
	                   rules_of());
	invocation = json_pack("{sb so}", "executionSuccessful", 1, "toolExecutionNotifications",
	                       notifications_of(report));
	return json_pack("{s{so} s[o] ss so}", "tool", "driver", driver, "invocations", invocation,
	                 "columnKind", "unicodeCodePoints", "results", results);
}

int report_print_sarif(const struct report *report, FILE *stream, const char *source_root)
{
	const struct sarif sarif = { .report = report, .source_root = source_root };
	json_t *log = json_pack("{ss ss s[o]}", "$schema",
	                        "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0",
	                        "runs", run_of(&sarif));

	if (!log)
		return -ENOMEM;
	json_dumpf(log, stream, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
	fputc('\n', stream);
	json_decref(log);
	return 0;
}
