/* SPDX-License-Identifier: MIT */
/*
 * A load for warpwise-dashboard, and the yardstick beside it:
 *
 *	bench_dashboard load PORT SECONDS READERS TARGETS-FILE WRITERS TOKEN REPORT-FILE
 *		READERS threads ask for the lines of TARGETS-FILE in turn, WRITERS threads upload
 *REPORT-FILE, each time with another pid in it; prints one line of figures for each bench_dashboard
 *fill PORT COUNT WRITERS TOKEN REPORT-FILE uploads COUNT reports bench_dashboard bare PORT SIZE
 *		libmicrohttpd, set up as the dashboard does, answering SIZE bytes from memory
 */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_MAX = 256, SAMPLES_MAX = 1 << 20, TARGETS_MAX = 4096, REPLY_MAX = 1 << 22 };

static struct {
	int port;
	int64_t end_ns;
	const char *token;
	char *targets[TARGETS_MAX];
	size_t target_count;
	char *report;
	size_t report_size, pid_offset; /* where the pid's digits go */
	_Atomic int64_t left;           /* reports to send; fill alone */
	bool is_fill;
} plan;

static _Atomic int64_t next_pid;

struct bench_client {
	bool is_writer;
	int fd;
	int64_t *samples_ns;
	size_t count, failed;
	int64_t bytes;
	pthread_t thread;
};

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int dial(void)
{
	const struct sockaddr_in address = { .sin_family = AF_INET,
		                             .sin_port = htons((uint16_t)plan.port),
		                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof address)) {
		perror("connect");
		exit(1);
	}
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
	return fd;
}

/* Sends what is given and reads one reply; its status, or -1 where the connection ended. */
static int exchange(struct bench_client *client, const char *request, size_t size, char *reply)
{
	size_t used = 0, want = 0;
	ssize_t got;

	while (size) {
		got = send(client->fd, request, size, MSG_NOSIGNAL);
		if (got <= 0)
			return -1;
		request += got;
		size -= (size_t)got;
	}
	while (!want || used < want) {
		got = recv(client->fd, reply + used, REPLY_MAX - 1 - used, 0);
		if (got <= 0)
			return -1;
		used += (size_t)got;
		reply[used] = '\0';
		if (!want) {
			const char *end = strstr(reply, "\r\n\r\n");
			const char *length = strcasestr(reply, "\r\nContent-Length:");

			if (end)
				want = (size_t)(end + 4 - reply) +
				       (length ? strtoull(length + 17, NULL, 10) : 0);
		}
	}
	client->bytes += (int64_t)used;
	return atoi(reply + 9);
}

static size_t make_read(size_t number, char *request, size_t room)
{
	return (size_t)snprintf(request, room,
	                        "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
	                        "%s\r\nAccept-Encoding: zstd\r\n\r\n",
	                        plan.targets[number % plan.target_count], plan.token);
}

/* The report with a pid that no other has: another report. */
static size_t make_write(char *request, size_t room)
{
	const int64_t pid = atomic_fetch_add(&next_pid, 1);
	char digits[24];
	int head;

	snprintf(digits, sizeof digits, "%09lld", (long long)pid);
	head = snprintf(
	        request, room,
	        "POST /api/v1/reports?project=bench&branch=b%lld&commit=%lld "
	        "HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: "
	        "%zu\r\n\r\n",
	        (long long)pid % 20, (long long)pid, plan.token, plan.report_size);
	memcpy(request + head, plan.report, plan.report_size);
	memcpy(request + head + plan.pid_offset, digits, 9);
	return (size_t)head + plan.report_size;
}

static void *run(void *data)
{
	const size_t room = plan.report_size + 4096;
	struct bench_client *client = data;
	char *request = malloc(room), *reply = malloc(REPLY_MAX);
	size_t number = (size_t)(uintptr_t)client >> 6;

	client->fd = dial();
	while (plan.is_fill ? atomic_fetch_sub(&plan.left, 1) > 0 : now_ns() < plan.end_ns) {
		const size_t size = client->is_writer ? make_write(request, room)
		                                      : make_read(number++, request, room);
		const int64_t begin_ns = now_ns();
		const int status = exchange(client, request, size, reply);

		if (client->count < SAMPLES_MAX)
			client->samples_ns[client->count++] = now_ns() - begin_ns;
		if (status != (client->is_writer ? 201 : 200))
			client->failed++;
		if (status < 0) {
			close(client->fd);
			client->fd = dial();
		}
	}
	close(client->fd);
	free(request);
	free(reply);
	return NULL;
}

static int compare_samples(const void *a, const void *b)
{
	const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

static double to_ms(int64_t ns)
{
	return (double)ns / 1e6;
}

/* reads/writes: requests per second, p50 and p99 in ms, failed, mean reply in bytes */
static void print_figures(const char *name, const struct bench_client *clients, int count,
                          double seconds)
{
	int64_t *all = malloc(sizeof *all * SAMPLES_MAX * 4), bytes = 0;
	size_t used = 0, failed = 0;

	for (int i = 0; i < count; i++) {
		for (size_t s = 0; s < clients[i].count && used < (size_t)SAMPLES_MAX * 4; s++)
			all[used++] = clients[i].samples_ns[s];
		failed += clients[i].failed;
		bytes += clients[i].bytes;
	}
	qsort(all, used, sizeof *all, compare_samples);
	if (used)
		printf("%s %.0f %.3f %.3f %zu %lld %zu\n", name, (double)used / seconds,
		       to_ms(all[used / 2]), to_ms(all[used - 1 - used / 100]), failed,
		       (long long)(bytes / (int64_t)used), used);
	free(all);
}

static void run_clients(int readers, int writers)
{
	static struct bench_client clients[THREADS_MAX];
	const int64_t begin_ns = now_ns();
	double seconds;

	for (int i = 0; i < readers + writers; i++) {
		clients[i].is_writer = i >= readers;
		clients[i].samples_ns = malloc(sizeof *clients->samples_ns * SAMPLES_MAX);
		pthread_create(&clients[i].thread, NULL, run, &clients[i]);
	}
	for (int i = 0; i < readers + writers; i++)
		pthread_join(clients[i].thread, NULL);
	seconds = (double)(now_ns() - begin_ns) / 1e9;
	print_figures("reads", clients, readers, seconds);
	print_figures("writes", clients + readers, writers, seconds);
}

static void read_targets(const char *path)
{
	char line[512];
	FILE *file = fopen(path, "re");

	while (file && fgets(line, sizeof line, file) && plan.target_count < TARGETS_MAX) {
		line[strcspn(line, "\n")] = '\0';
		plan.targets[plan.target_count++] = strdup(line);
	}
	if (!plan.target_count) {
		fprintf(stderr, "no targets: %s\n", path);
		exit(1);
	}
	fclose(file);
}

/* The file has nine zeros where the pid goes. */
static void read_report(const char *path)
{
	FILE *file = fopen(path, "re");
	const char *zeros;

	plan.report = calloc(1, REPLY_MAX);
	if (file)
		plan.report_size = fread(plan.report, 1, REPLY_MAX - 1, file);
	zeros = strstr(plan.report, "900000000");
	if (!zeros) {
		fprintf(stderr, "no report: %s\n", path);
		exit(1);
	}
	plan.pid_offset = (size_t)(zeros - plan.report);
	fclose(file);
	atomic_store(&next_pid, 100000000 + now_ns() / 1000 % 800000000);
}

/* ---- the yardstick ---- */

static enum MHD_Result answer(void *data, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **context)
{
	(void)url;
	(void)method;
	(void)version;
	(void)upload;
	(void)upload_size;
	if (!*context) {
		*context = connection;
		return MHD_YES;
	}
	return MHD_queue_response(connection, 200, data);
}

static int run_bare(int port, size_t size)
{
	struct MHD_Response *response =
	        MHD_create_response_from_buffer(size, calloc(1, size + 1), MHD_RESPMEM_MUST_FREE);
	const unsigned int threads = (unsigned int)sysconf(_SC_NPROCESSORS_ONLN);
	struct MHD_Daemon *daemon = MHD_start_daemon(
	        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, (uint16_t)port, NULL, NULL, answer,
	        response, MHD_OPTION_THREAD_POOL_SIZE, threads > 1 ? threads : 2, MHD_OPTION_END);

	if (!daemon)
		return 1;
	pause();
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 4 && strcmp(argv[1], "bare") == 0)
		return run_bare(atoi(argv[2]), strtoull(argv[3], NULL, 10));
	if (argc == 7 && strcmp(argv[1], "fill") == 0) {
		plan.port = atoi(argv[2]);
		plan.is_fill = true;
		atomic_store(&plan.left, atoll(argv[3]));
		plan.token = argv[5];
		read_report(argv[6]);
		run_clients(0, atoi(argv[4]));
		return 0;
	}
	if (argc == 9 && strcmp(argv[1], "load") == 0) {
		plan.port = atoi(argv[2]);
		plan.end_ns = now_ns() + (int64_t)(atof(argv[3]) * 1e9);
		plan.token = argv[7];
		read_targets(argv[5]);
		read_report(argv[8]);
		run_clients(atoi(argv[4]), atoi(argv[6]));
		return 0;
	}
	fputs("usage: bench_dashboard load|fill|bare ...\n", stderr);
	return 2;
}
