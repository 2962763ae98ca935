/* SPDX-License-Identifier: MIT */
/* What the checks of doctor.h share: how they report, and what they look things up with. */
#ifndef WARPWISE_DOCTOR_CHECKS_H
#define WARPWISE_DOCTOR_CHECKS_H

#include <stdbool.h>
#include <stddef.h>

#include "record/doctor.h"

/* Adds a finding; out of memory, count stays and doctor_examine() sees it. The caller may fill in
 * the fix. */
struct doctor_finding *doctor_report(struct doctor *doctor, const char *check,
                                     enum doctor_verdict verdict, const char *format, ...)
        __attribute__((format(printf, 4, 5)));
void doctor_fix(struct doctor_finding *finding, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

/* The function NAME of LIBRARY into *FUNCTION, a pointer to a function. */
bool doctor_function(void *library, const char *name, void *function);

/* Whether FILE has a line that begins with KEY; what follows goes into VALUE. */
bool doctor_value(const char *file, const char *key, char *value, size_t size);

/* The checks that have a file of their own. */
void doctor_check_cupti(struct doctor *doctor, const char *name);
void doctor_check_platform(struct doctor *doctor, const char *name);
void doctor_check_samples(struct doctor *doctor, const char *name);

#endif
