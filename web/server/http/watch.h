/* SPDX-License-Identifier: MIT */
/* The thread that looks every second for what took too long, and every minute for what expired. */
#ifndef WARPWISE_SERVER_WATCH_H
#define WARPWISE_SERVER_WATCH_H

#include "server/http/server.h"

struct watch;

int watch_start(struct server *server, struct watch **watch);
void watch_stop(struct watch *watch);

#endif
