/* SPDX-License-Identifier: MIT */
/* Who asks, whether they may, and about which project. Any thread. */
#ifndef WARPWISE_SERVER_ADMIT_H
#define WARPWISE_SERVER_ADMIT_H

#include "server/http/request.h"

/* Sets the principal and the project, or the reply. Asks the database. */
void admit(struct request *request, struct store_connection *db);

enum admission {
	ADMISSION_DONE,    /* all is known, or the reply is set */
	ADMISSION_PROJECT, /* only the project is missing: admit_to_project() */
	ADMISSION_UNKNOWN, /* admit() */
};

/* The same as far as it goes without the database. */
enum admission admit_by_memory(struct request *request);

/*
 * Sets the project, or the reply, of all requests of a chain, which are for one project: with one
 * question to the database, that comes behind the arrival of each.
 */
void admit_to_project(struct request *first, struct store_connection *db);

#endif
