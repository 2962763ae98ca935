/* SPDX-License-Identifier: MIT */
/*
 * Runs a server. Signals are blocked in all threads and taken by this one with sigwait(), so
 * nothing is ever interrupted by them.
 */
#include "server/cli/run_server.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "server/api/assets.h"
#include "server/base/log.h"

/* Tells systemd (Type=notify) where we are, as sd_notify(3) describes it. */
static void notify(const char *state)
{
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t length;
	int fd;

	if (!path || (*path != '/' && *path != '@') || strlen(path) >= sizeof address.sun_path)
		return;
	length = strlen(path);
	memcpy(address.sun_path, path, length);
	if (*path == '@')
		address.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	(void)sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&address,
	             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
	close(fd);
}

int run_server(const struct server_options *options, struct store *store,
               void (*ready)(const struct server *server))
{
	static struct server server;
	sigset_t signals;
	int number = 0;

	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);
	signal(SIGPIPE, SIG_IGN);
	if (assets_init(options->base_path)) {
		cmd_error("out of memory");
		return STATUS_FAILED;
	}
	if (server_start(&server, options, store))
		return STATUS_FAILED;
	ready(&server);
	notify("READY=1");
	for (;;) {
		if (sigwait(&signals, &number))
			continue;
		if (number != SIGHUP)
			break;
		server_reload(&server);
	}
	notify("STOPPING=1");
	server_stop(&server);
	return STATUS_OK;
}
