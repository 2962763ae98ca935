/* SPDX-License-Identifier: MIT */
/* Instead of all the others where libcurl or libsodium is missing: uploads say so. */
#include "upload/upload.h"

const char *upload_check_project(const char *project)
{
	(void)project;
	return NULL;
}

const char *upload_check_tag(const char *tag)
{
	(void)tag;
	return NULL;
}

static void say_missing(const struct upload_options *options)
{
	options->say("this warpwise cannot upload: it was built without libcurl or libsodium");
}

struct upload *upload_open(const struct upload_options *options, bool *is_usage)
{
	*is_usage = false;
	say_missing(options);
	return NULL;
}

void upload_close(struct upload *upload)
{
	(void)upload;
}

enum upload_result upload_send(struct upload *upload, const char *name, const char *json,
                               size_t size, const char *const *traces, size_t count)
{
	(void)upload;
	(void)name;
	(void)json;
	(void)size;
	(void)traces;
	(void)count;
	return UPLOAD_FAILED;
}

enum upload_result upload_send_spool(const struct upload_options *options)
{
	say_missing(options);
	return UPLOAD_FAILED;
}
