/* SPDX-License-Identifier: MIT */
/* What the ends of a recording (session.h, ending.c) need of its start. For session.c alone. */
#ifndef WARPWISE_ENDING_H
#define WARPWISE_ENDING_H

#include "cupti/compat.h"

/* SUBSCRIBER is ours from here on. */
void ending_subscribed(CUpti_SubscriberHandle subscriber);

/* Takes all back that was asked of CUPTI, if anything was: the recording cannot begin. */
void ending_leave_cupti(void);

#endif
