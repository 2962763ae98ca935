/* SPDX-License-Identifier: MIT */
/* The parts of the report for people, in the order in which they are printed. Private to
 * out_text*.c. */
#ifndef WARPWISE_OUT_TEXT_PARTS_H
#define WARPWISE_OUT_TEXT_PARTS_H

#include "print/page.h"

/* Whether one call that starts CUDA may have taken longer since kernels were looked into, which is
 * then in the run's length. */
static inline bool has_slow_start(const struct report_process *process)
{
	return process->is_start_slowed && *process->start_call;
}

/* What the times of PROCESS are of, and shares of it: all of the run, or a part. Where CUDA starts
 * more slowly than in a run of which nobody looks into kernels, shares are of no other run. */
static inline const char *whole_of(const struct report_process *process)
{
	return process->part.name        ? "the range"
	       : has_slow_start(process) ? "the recorded run"
	                                 : "the run";
}

/* Of the run: shares of a main part of more are nearly the same. */
enum { MAIN_MOST_PERCENT = 90 };

enum { SHARE_MAX = 600 }; /* bytes; a label can be a file's name */

/* What a time of PROCESS is of WHOLE, which all of it is: "5.2 % of the run", and of one that
 * mostly starts and ends, or whose start took longer recorded, "5.2 % of the run, 66.7 % of its
 * main part". IS_GAIN: NS and PERCENT are of the run without the recorder. Returns TEXT. */
const char *name_share(char text[SHARE_MAX], const struct report_process *process,
                       const char *whole, double percent, int64_t ns, bool is_gain);

/* The same of a gain: a recorder that costs much makes the run that it is of a shorter one. Returns
 * TEXT, or a text of its own. */
enum { WHOLE_MAX = 64 };
const char *whole_of_gain(char text[WHOLE_MAX], const struct report_process *process);

/* What FINDING is about, in words and with its place where it has one: its headline, or its rule's
 * title where that is long. Returns TEXT. */
enum { CAUSE_MAX = 512 };
const char *name_cause(char text[CAUSE_MAX], const struct report_finding *finding);

/* The same of several findings of the first one's rule: its title, and what they are about. */
const char *name_causes(char text[CAUSE_MAX], const struct report *report,
                        bool (*is_one)(const struct report *, const struct report_finding *));

/* ", if TF32 is exact enough", or nothing. Returns TEXT. */
enum { CONDITION_MAX = 64 };
const char *name_condition(char text[CONDITION_MAX], const struct report_finding *finding);

/* Whether the first line says which findings about P have one cause: the first one is of them. */
bool is_one_cause_first(const struct page *page, const struct report_process *p);

/* What to fix first, or why nothing was found; and what a choice of rules or --min-gain left
 * unsaid. */
void print_most_important(const struct page *page);
void print_unsaid(const struct page *page);

/* Where the run's time went: a bar and its shares. */
void print_process_budget(const struct page *page, const struct report_process *process);

/* What to change. */
enum {
	FINDING_MARGIN = 3,
	FINDING_LABEL = 13, /* where the texts of a finding begin */
};
void print_findings(const struct page *page);

/* What to do about finding NUMBER, from 1 on, and where more stands. */
void print_advice(const struct page *page, size_t number);

/* What ran, how busy the GPUs were, and where the time in kernels, copies and calls went. */
int print_details(const struct page *page, size_t process);

/* What counters and samples say of the hottest kernels, or how to get them. */
void print_profiles(const struct page *page, const struct report_process *process);

/* Counters of a whole GPU over the run. */
void print_gpu_samples(const struct page *page, const struct report_gpu_samples *samples);

/* What the rules could not judge, and why. */
void print_abstentions(const struct page *page, size_t process);

/* What the trace of PROCESS is missing, and notes on what it has. */
void print_missing(const struct page *page, const struct report_process *process);

#endif
