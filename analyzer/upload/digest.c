/* SPDX-License-Identifier: MIT */
#include "upload/digest.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <unistd.h>

enum { BLOCK = 1 << 20 };

static void finish(char hex[DIGEST_MAX], crypto_hash_sha256_state *state)
{
	unsigned char hash[crypto_hash_sha256_BYTES];

	crypto_hash_sha256_final(state, hash);
	sodium_bin2hex(hex, DIGEST_MAX, hash, sizeof hash);
}

void digest_of_memory(char hex[DIGEST_MAX], const void *data, size_t size)
{
	crypto_hash_sha256_state state;

	crypto_hash_sha256_init(&state);
	crypto_hash_sha256_update(&state, data, size);
	finish(hex, &state);
}

int digest_of_file(char hex[DIGEST_MAX], int fd, int64_t size)
{
	crypto_hash_sha256_state state;
	unsigned char *block = malloc(BLOCK);
	int err = block ? 0 : -ENOMEM;

	crypto_hash_sha256_init(&state);
	for (int64_t at = 0; at < size && !err;) {
		ssize_t got = pread(fd, block, (size_t)(size - at < BLOCK ? size - at : BLOCK), at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			err = got ? -errno : -EIO;
			break;
		}
		crypto_hash_sha256_update(&state, block, (size_t)got);
		at += got;
	}
	finish(hex, &state);
	free(block);
	return err;
}
