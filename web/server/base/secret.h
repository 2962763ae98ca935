/* SPDX-License-Identifier: MIT */
/*
 * Tokens, cookies and passwords, by libsodium: call secret_init() before all else. A token is 256
 * random bits, so its SHA-256 is all that has to be kept of it; a password is kept as argon2id
 * makes it.
 */
#ifndef WARPWISE_SERVER_SECRET_H
#define WARPWISE_SERVER_SECRET_H

#include <stdbool.h>
#include <stddef.h>

enum {
	HASH_SIZE = 32, /* SHA-256 */
	HASH_TEXT = 2 * HASH_SIZE + 1,
	SECRET_MAX = 64, /* prefix and base64url of 32 bytes, with the NUL */
	PASSWORD_HASH_MAX = 128,
	PASSWORD_MIN = 8, /* characters, NIST SP 800-63B */
	PASSWORD_MAX = 1024,
};

/* 0 or -EIO. */
int secret_init(void);

/* PREFIX and 43 random characters. */
void secret_make(const char *prefix, char text[SECRET_MAX]);

void hash_bytes(const void *bytes, size_t size, unsigned char hash[HASH_SIZE]);

/* BLAKE2b: quicker, for what only this server compares. */
void hash_quick(const void *bytes, size_t size, unsigned char hash[HASH_SIZE]);

void hash_print(const unsigned char hash[HASH_SIZE], char text[HASH_TEXT]);

/* 64 hexadecimal digits of lower case: false for all else. */
bool hash_read(const char *text, unsigned char hash[HASH_SIZE]);

/* 64 MiB and some 60 ms each: one at a time in the whole process. 0 or -ENOMEM. */
int password_hash(const char *password, char hash[PASSWORD_HASH_MAX]);

/* HASH NULL: there is no such user; takes as long. */
bool password_is(const char *password, const char *hash);

/* In a time that does not depend on where they differ. */
bool secret_is_same(const char *a, const char *b);

#endif
