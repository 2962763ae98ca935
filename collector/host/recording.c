/* SPDX-License-Identifier: MIT */
/* The process's recording. Any thread. */
#include "host/recording.h"

struct recording recording;
