/* SPDX-License-Identifier: MIT */
/*
 * The certificate and its key. GnuTLS asks for them at each handshake and uses what it gets a
 * little longer, so those that were exchanged are kept until the end: a few KB for each SIGHUP.
 */
#include "server/http/tls.h"

#include <errno.h>
#include <gnutls/abstract.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHAIN_MAX = 16 };

struct identity {
	gnutls_pcert_st chain[CHAIN_MAX];
	unsigned int count;
	gnutls_privkey_t key;
	struct identity *older;
};

struct tls {
	char *certificate, *key;
	struct identity *identity; /* the newest */
};

/* GnuTLS's callback has no argument of ours: there is one server in a process. */
static struct tls *current;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void identity_free(struct identity *identity)
{
	for (unsigned int i = 0; i < identity->count; i++)
		gnutls_pcert_deinit(&identity->chain[i]);
	if (identity->key)
		gnutls_privkey_deinit(identity->key);
	free(identity);
}

/* TLS_ERROR_MAX is room for a path and a sentence. */
static int cannot(char error[TLS_ERROR_MAX], const char *path, int result)
{
	snprintf(error, TLS_ERROR_MAX, "path=\"%s\": %s", path, gnutls_strerror(result));
	return -EINVAL;
}

/* Whether the key belongs to the certificate: the public parts are the same. */
static int check_pair(struct identity *identity)
{
	unsigned char of_key[64], of_certificate[64];
	size_t key_size = sizeof of_key, certificate_size = sizeof of_certificate;
	gnutls_pubkey_t public = NULL;
	int result = gnutls_pubkey_init(&public);

	if (!result)
		result = gnutls_pubkey_import_privkey(public, identity->key, 0, 0);
	if (!result)
		result = gnutls_pubkey_get_key_id(public, GNUTLS_KEYID_USE_SHA256, of_key,
		                                  &key_size);
	if (!result)
		result =
		        gnutls_pubkey_get_key_id(identity->chain[0].pubkey, GNUTLS_KEYID_USE_SHA256,
		                                 of_certificate, &certificate_size);
	if (!result &&
	    (key_size != certificate_size || memcmp(of_key, of_certificate, key_size) != 0))
		result = GNUTLS_E_CERTIFICATE_KEY_MISMATCH;
	if (public)
		gnutls_pubkey_deinit(public);
	return result;
}

static int load_key(struct identity *identity, const char *path)
{
	gnutls_datum_t data = { NULL, 0 };
	int result = gnutls_load_file(path, &data);

	if (!result)
		result = gnutls_privkey_init(&identity->key);
	if (!result)
		result = gnutls_privkey_import_x509_raw(identity->key, &data, GNUTLS_X509_FMT_PEM,
		                                        NULL, 0);
	gnutls_free(data.data);
	return result;
}

static int load_chain(struct identity *identity, const char *path)
{
	gnutls_datum_t data = { NULL, 0 };
	unsigned int count = CHAIN_MAX;
	int result = gnutls_load_file(path, &data);

	if (!result)
		result = gnutls_pcert_list_import_x509_raw(identity->chain, &count, &data,
		                                           GNUTLS_X509_FMT_PEM, 0);
	if (!result)
		identity->count = count;
	gnutls_free(data.data);
	return result;
}

int tls_reload(struct tls *tls, char error[TLS_ERROR_MAX])
{
	struct identity *identity = calloc(1, sizeof *identity);
	int result;

	if (!identity) {
		snprintf(error, TLS_ERROR_MAX, "out of memory");
		return -ENOMEM;
	}
	result = load_chain(identity, tls->certificate);
	if (result) {
		identity_free(identity);
		return cannot(error, tls->certificate, result);
	}
	result = load_key(identity, tls->key);
	if (!result)
		result = check_pair(identity);
	if (result) {
		identity_free(identity);
		return cannot(error, tls->key, result);
	}
	pthread_rwlock_wrlock(&lock);
	identity->older = tls->identity;
	tls->identity = identity;
	pthread_rwlock_unlock(&lock);
	return 0;
}

int tls_open(const char *certificate, const char *key, struct tls **tls, char error[TLS_ERROR_MAX])
{
	struct tls *made = calloc(1, sizeof *made);
	int err = -ENOMEM;

	*tls = NULL;
	snprintf(error, TLS_ERROR_MAX, "out of memory");
	if (made) {
		made->certificate = strdup(certificate);
		made->key = strdup(key);
		if (made->certificate && made->key)
			err = tls_reload(made, error);
	}
	if (err) {
		tls_close(made);
		return err;
	}
	current = *tls = made;
	return 0;
}

void tls_close(struct tls *tls)
{
	struct identity *older;

	if (!tls)
		return;
	for (struct identity *identity = tls->identity; identity; identity = older) {
		older = identity->older;
		identity_free(identity);
	}
	current = current == tls ? NULL : current;
	free(tls->certificate);
	free(tls->key);
	free(tls);
}

static int retrieve(gnutls_session_t session, const gnutls_datum_t *authorities,
                    int authority_count, const gnutls_pk_algorithm_t *algorithms,
                    int algorithm_count, gnutls_pcert_st **chain, unsigned int *count,
                    gnutls_privkey_t *key)
{
	(void)session;
	(void)authorities;
	(void)authority_count;
	(void)algorithms;
	(void)algorithm_count;
	pthread_rwlock_rdlock(&lock);
	*chain = current->identity->chain;
	*count = current->identity->count;
	*key = current->identity->key;
	pthread_rwlock_unlock(&lock);
	return 0;
}

void *tls_callback(void)
{
	gnutls_certificate_retrieve_function2 *function = retrieve;

	return (void *)(uintptr_t)function;
}
