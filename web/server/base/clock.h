/* SPDX-License-Identifier: MIT */
/* Times and ids are made here, not by a database: SQLite and PostgreSQL differ in both. Any thread.
 */
#ifndef WARPWISE_SERVER_CLOCK_H
#define WARPWISE_SERVER_CLOCK_H

#include <stdint.h>

#define NS_PER_S  INT64_C(1000000000)
#define NS_PER_MS INT64_C(1000000)

int64_t clock_unix_ns(void);
int64_t clock_monotonic_ns(void);

/*
 * A number above all that this process made before, and with near certainty no other server's: the
 * microsecond since 1970 and 12 random bits.
 */
int64_t id_new(void);

#endif
