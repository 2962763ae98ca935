/* SPDX-License-Identifier: MIT */
/* Runs a server until SIGTERM or SIGINT; SIGHUP reads the certificates again. Main thread only. */
#ifndef WARPWISE_SERVER_RUN_SERVER_H
#define WARPWISE_SERVER_RUN_SERVER_H

#include "server/http/server.h"

/* READY is called when connections are taken. Returns a status of the command line. */
int run_server(const struct server_options *options, struct store *store,
               void (*ready)(const struct server *server));

#endif
