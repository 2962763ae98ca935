/* SPDX-License-Identifier: MIT */
/* warpwise-dashboard serve: the server. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "server/base/log.h"
#include "server/cli/place.h"
#include "server/cli/run_server.h"
#include "server/http/limits.h"

static const char *listen_at = "127.0.0.1:8080", *certificate, *key, *proxy, *base_path = "";
static bool allow_plain;
static int64_t threads, report_limit_mb = LIMIT_REPORT_BYTES >> 20;
static int log_level = LOG_INFO;

static const struct cmd_option options[] = {
	PLACE_OPTIONS,
	{ .name = "listen",
	  .argument = "ADDRESS:PORT",
	  .text = &listen_at,
	  .initial = "127.0.0.1:8080",
	  .help = "Take connections here; port 0: any free one, which is printed" },
	{ .name = "certificate",
	  .argument = "FILE",
	  .kind = KIND_FILE,
	  .text = &certificate,
	  .help = "TLS: the certificate and its chain (PEM). SIGHUP reads both files again" },
	{ .name = "key",
	  .argument = "FILE",
	  .kind = KIND_FILE,
	  .text = &key,
	  .help = "TLS: the certificate's key (PEM)" },
	{ .name = "allow_plain_http",
	  .flag = &allow_plain,
	  .help = "Plain HTTP on other addresses than this machine's own: behind a proxy that has "
	          "TLS, in a network that you trust" },
	{ .name = "trusted_proxy",
	  .argument = "ADDRESS",
	  .text = &proxy,
	  .help = "Believe X-Forwarded-For and X-Forwarded-Proto of this address" },
	{ .name = "base_path",
	  .argument = "PATH",
	  .text = &base_path,
	  .help = "Below which path a proxy has the dashboard: /warpwise, for "
	          "https://host/warpwise/" },
	{ .name = "threads",
	  .argument = "N",
	  .number = &threads,
	  .minimum = 1,
	  .maximum = 256,
	  .initial = "one a core",
	  .help = "Threads for connections, and as many again for what takes longer" },
	{ .name = "report_limit",
	  .argument = "MB",
	  .number = &report_limit_mb,
	  .minimum = 1,
	  .maximum = 256,
	  .initial = "32",
	  .help = "The largest report that is taken, in MiB, decompressed" },
	{ .name = "log_level",
	  .argument = "LEVEL",
	  .choices = log_level_names,
	  .choice = &log_level,
	  .initial = "info",
	  .help = "What is logged; debug: every request" },
	{ 0 },
};

static void print_ready(const struct server *server)
{
	printf("warpwise-dashboard serves at %s\n", server->address);
	fflush(stdout);
}

/* It goes into pages and cookies as it is. */
static bool is_base_path(const char *path)
{
	static const char allowed[] = "/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                              "0123456789._-";
	const size_t length = strlen(path);

	return !length || (*path == '/' && path[length - 1] != '/' && !strstr(path, "//") &&
	                   length <= LIMIT_BASE_PATH_BYTES && strspn(path, allowed) == length);
}

static int run(int argc, char **argv)
{
	struct server_options server = {
		.listen = listen_at,
		.certificate = certificate,
		.key = key,
		.trusted_proxy = proxy,
		.base_path = base_path,
		.allow_plain = allow_plain,
		.threads = (int)threads,
		.report_limit_bytes = (size_t)report_limit_mb << 20,
	};
	struct store *store;
	int status;

	(void)argc;
	(void)argv;
	if (!certificate != !key)
		return cmd_usage_error("--certificate and --key belong together");
	log_set_level((enum log_level)log_level);
	if (!is_base_path(base_path))
		return cmd_usage_error("--base-path begins with / and does not end with it; it has "
		                       "letters, digits, '.', '_' and '-', and is at most 64 long");
	status = place_open(&store, false);
	if (status)
		return status;
	server.directory = place_data ? place_data : "/tmp";
	status = run_server(&server, store, print_ready);
	store_close(store);
	return status;
}

const struct cmd cmd_serve = {
	.name = "serve",
	.summary = "serve reports and take uploads",
	.arguments = "",
	.description =
	        "Serves the dashboard until SIGTERM or SIGINT, which finish what is under way. "
	        "Reports are kept in DIR/dashboard.db, or in PostgreSQL, where several servers may "
	        "work on one database. Tables are brought up to this version at the start.\n"
	        "\n"
	        "`warpwise-dashboard token create` makes the tokens that uploads need, "
	        "`warpwise-dashboard user create` the people who may sign in. /healthz says "
	        "whether "
	        "the server works, /metrics is for Prometheus, /api/v1/openapi.json describes the "
	        "API. The log goes to stderr.",
	.examples = "warpwise-dashboard serve --data /srv/warpwise\n"
	            "warpwise-dashboard serve --data /srv/warpwise --listen :8443 --certificate "
	            "cert.pem --key key.pem\n"
	            "warpwise-dashboard serve --data /srv/warpwise --database "
	            "postgresql://warpwise@db/warpwise",
	.exit_status = "0: stopped by a signal. 1: the server could not start. 2: wrong usage. "
	               "3: the data cannot be used: no right, damaged, or a newer version's.",
	.options = options,
	.run = run,
};
