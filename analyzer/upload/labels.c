/* SPDX-License-Identifier: MIT */
#include "upload/labels.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "upload/repository.h"

enum { HASH_LEAST = 40, HASH_SHOWN = 10 };

/*
 * The variables that are documented by each CI system; the branch of a merge or pull request comes
 * first, since the other one names the merge.
 */
static const struct {
	const char *mark; /* set by the system */
	const char *commit;
	const char *branches[3];
	const char *repository[2]; /* its address, or the server's and its path there */
} systems[] = {
	{ "GITHUB_ACTIONS",
	  "GITHUB_SHA",
	  { "GITHUB_HEAD_REF", "GITHUB_REF_NAME" },
	  { "GITHUB_SERVER_URL", "GITHUB_REPOSITORY" } },
	{ "GITLAB_CI",
	  "CI_COMMIT_SHA",
	  { "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_REF_NAME" },
	  { "CI_PROJECT_URL" } },
	{ "JENKINS_URL",
	  "GIT_COMMIT",
	  { "CHANGE_BRANCH", "BRANCH_NAME", "GIT_BRANCH" },
	  { "GIT_URL" } },
	{ "BUILDKITE", "BUILDKITE_COMMIT", { "BUILDKITE_BRANCH" }, { "BUILDKITE_REPO" } },
	{ "CIRCLECI", "CIRCLE_SHA1", { "CIRCLE_BRANCH" }, { "CIRCLE_REPOSITORY_URL" } },
	{ "TF_BUILD",
	  "BUILD_SOURCEVERSION",
	  { "SYSTEM_PULLREQUEST_SOURCEBRANCH", "BUILD_SOURCEBRANCHNAME" },
	  { "BUILD_REPOSITORY_URI" } },
	{ "TRAVIS", "TRAVIS_COMMIT", { "TRAVIS_PULL_REQUEST_BRANCH", "TRAVIS_BRANCH" }, { NULL } },
	{ "BITBUCKET_BUILD_NUMBER",
	  "BITBUCKET_COMMIT",
	  { "BITBUCKET_BRANCH" },
	  { "BITBUCKET_GIT_HTTP_ORIGIN" } },
	{ "DRONE",
	  "DRONE_COMMIT_SHA",
	  { "DRONE_SOURCE_BRANCH", "DRONE_BRANCH" },
	  { "DRONE_REPO_LINK" } },
};

/* The value of VARIABLE into TEXT, which keeps what it has where there is none. */
static bool take_label(const char *variable, char text[LABEL_BYTES])
{
	const char *value = variable ? getenv(variable) : NULL;

	if (!value || !*value)
		return false;
	snprintf(text, LABEL_BYTES, "%s", value);
	return true;
}

/* What is not known stays "". */
static void take_repository(const char *const variables[2], struct labels *labels)
{
	char server[LABEL_BYTES] = "", path[LABEL_BYTES] = "", remote[2 * LABEL_BYTES];

	if (!take_label(variables[0], server) ||
	    (variables[1] && !take_label(variables[1], path)) ||
	    strlen(server) == sizeof server - 1)
		return;
	snprintf(remote, sizeof remote, "%s%s%s", server, *path ? "/" : "", path);
	repository_address(remote, labels->repository, sizeof labels->repository);
}

static void find_in_ci(struct labels *labels)
{
	for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
		const char *mark = getenv(systems[i].mark);

		if (!mark || !*mark)
			continue;
		take_label(systems[i].commit, labels->commit);
		for (size_t k = 0; k < sizeof systems[i].branches / sizeof *systems[i].branches;
		     k++)
			if (take_label(systems[i].branches[k], labels->branch))
				break;
		take_repository(systems[i].repository, labels);
		return;
	}
}

/* The first line that git prints for ARGUMENTS; "" when there is no git, or no repository. */
static void ask_git(const char *const arguments[], char text[LABEL_BYTES])
{
	posix_spawn_file_actions_t actions;
	int out[2], status = -1;
	ssize_t got = 0;
	pid_t pid;

	if (pipe2(out, O_CLOEXEC))
		return;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, out[1], 1);
	posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&pid, "git", &actions, NULL, (char *const *)arguments, environ))
		pid = -1;
	posix_spawn_file_actions_destroy(&actions);
	close(out[1]);
	if (pid > 0) {
		char line[LABEL_BYTES] = "";

		while ((got = read(out[0], line, sizeof line - 1)) < 0 && errno == EINTR)
			;
		close(out[0]);
		out[0] = -1;
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		line[strcspn(line, "\n")] = '\0';
		if (got > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
			snprintf(text, LABEL_BYTES, "%s", line);
	}
	if (out[0] >= 0)
		close(out[0]);
}

/* "": there is no git, or no repository. */
static void find_in_git(struct labels *labels)
{
	static const char *const commit[] = { "git", "rev-parse", "HEAD", NULL };
	static const char *const made[] = { "git",          "log",  "-1", "--no-show-signature",
		                            "--format=%ct", "HEAD", NULL };
	static const char *const branch[] = { "git",     "symbolic-ref", "--quiet",
		                              "--short", "HEAD",         NULL };
	static const char *const remote[] = { "git", "remote", "get-url", "origin", NULL };
	char seconds[LABEL_BYTES] = "", address[LABEL_BYTES] = "";

	if (!*labels->commit) {
		ask_git(commit, labels->commit);
		labels->has_git_commit = *labels->commit;
	}
	if (labels->has_git_commit) {
		ask_git(made, seconds);
		labels->commit_unix_s = strtoll(seconds, NULL, 10);
	}
	if (!*labels->branch) {
		ask_git(branch, labels->branch);
		labels->has_git_branch = *labels->branch;
	}
	if (labels->has_git_commit) {
		ask_git(remote, address);
		if (strlen(address) < sizeof address - 1) /* that may be half of one */
			repository_address(address, labels->repository, sizeof labels->repository);
	}
}

void labels_find(struct labels *labels)
{
	*labels = (struct labels){ 0 };
	find_in_ci(labels);
	find_in_git(labels);
	if (gethostname(labels->host, sizeof labels->host - 1))
		labels->host[0] = '\0';
}

void labels_print(const char *commit, const char *branch, char text[LABELS_TEXT_MAX])
{
	/* Of a hash the beginning is enough. */
	const bool is_hash = strlen(commit) >= HASH_LEAST &&
	                     strspn(commit, "0123456789abcdef") == strlen(commit);

	snprintf(text, LABELS_TEXT_MAX, "%s%.*s%s%s%.*s", *commit ? "commit " : "",
	         is_hash ? HASH_SHOWN : LABEL_BYTES, commit, *commit && *branch ? " of " : "",
	         *branch ? "branch " : "", LABEL_BYTES, branch);
}
