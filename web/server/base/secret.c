/* SPDX-License-Identifier: MIT */
/* Tokens, cookies and passwords. Any thread. */
#include "server/base/secret.h"

#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t password_lock = PTHREAD_MUTEX_INITIALIZER;

int secret_init(void)
{
	return sodium_init() < 0 ? -EIO : 0;
}

void secret_make(const char *prefix, char text[SECRET_MAX])
{
	unsigned char bytes[32];
	const size_t length = strlen(prefix);

	randombytes_buf(bytes, sizeof bytes);
	memcpy(text, prefix, length);
	sodium_bin2base64(text + length, SECRET_MAX - length, bytes, sizeof bytes,
	                  sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	sodium_memzero(bytes, sizeof bytes);
}

void hash_bytes(const void *bytes, size_t size, unsigned char hash[HASH_SIZE])
{
	crypto_hash_sha256(hash, bytes, size);
}

void hash_print(const unsigned char hash[HASH_SIZE], char text[HASH_TEXT])
{
	sodium_bin2hex(text, HASH_TEXT, hash, HASH_SIZE);
}

bool hash_read(const char *text, unsigned char hash[HASH_SIZE])
{
	size_t size = 0;

	if (strlen(text) != HASH_TEXT - 1 || strspn(text, "0123456789abcdef") != HASH_TEXT - 1)
		return false;
	return sodium_hex2bin(hash, HASH_SIZE, text, HASH_TEXT - 1, NULL, &size, NULL) == 0 &&
	       size == HASH_SIZE;
}

int password_hash(const char *password, char hash[PASSWORD_HASH_MAX])
{
	int err;

	pthread_mutex_lock(&password_lock);
	err = crypto_pwhash_str_alg(
	        hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
	        crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13);
	pthread_mutex_unlock(&password_lock);
	return err ? -ENOMEM : 0;
}

bool password_is(const char *password, const char *hash)
{
	/* The hash of a password that nobody knows: that of random bytes, which are gone. */
	static char unknown[PASSWORD_HASH_MAX];
	bool is_right;

	pthread_mutex_lock(&password_lock);
	if (!hash && !*unknown) {
		char text[SECRET_MAX];

		secret_make("", text);
		if (crypto_pwhash_str_alg(
		            unknown, text, strlen(text), crypto_pwhash_OPSLIMIT_INTERACTIVE,
		            crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13))
			*unknown = '\0';
	}
	is_right = crypto_pwhash_str_verify(hash ? hash : unknown, password, strlen(password)) == 0;
	pthread_mutex_unlock(&password_lock);
	return hash && is_right;
}

bool secret_is_same(const char *a, const char *b)
{
	unsigned char left[HASH_SIZE], right[HASH_SIZE];

	hash_bytes(a, strlen(a), left);
	hash_bytes(b, strlen(b), right);
	return sodium_memcmp(left, right, HASH_SIZE) == 0;
}

void hash_quick(const void *bytes, size_t size, unsigned char hash[HASH_SIZE])
{
	crypto_generichash(hash, HASH_SIZE, bytes, size, NULL, 0);
}
