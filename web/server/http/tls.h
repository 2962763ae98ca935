/* SPDX-License-Identifier: MIT */
/* The certificate and its key, which SIGHUP may exchange while connections are open. */
#ifndef WARPWISE_SERVER_TLS_H
#define WARPWISE_SERVER_TLS_H

struct tls;

enum { TLS_ERROR_MAX = 512 };

/* Reads both files (PEM; the certificate may bring its chain). 0, or -EINVAL with ERROR. */
int tls_open(const char *certificate, const char *key, struct tls **tls, char error[TLS_ERROR_MAX]);
void tls_close(struct tls *tls);

/* Reads them again. Where that fails the old ones stay. */
int tls_reload(struct tls *tls, char error[TLS_ERROR_MAX]);

/* What MHD_OPTION_HTTPS_CERT_CALLBACK takes; it gives the newest that tls_reload() read. Any
 * thread. */
void *tls_callback(void);

#endif
