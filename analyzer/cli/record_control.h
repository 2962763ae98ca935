/* SPDX-License-Identifier: MIT */
/* The options of `warpwise record` that say when something is recorded. */
#ifndef WARPWISE_RECORD_CONTROL_H
#define WARPWISE_RECORD_CONTROL_H

/* VALUES: of the options, by enum setting_id, NULL where not given. Returns 0, or the exit status
 * after saying what is wrong. */
int record_control_check(const char *const *values);

#endif
