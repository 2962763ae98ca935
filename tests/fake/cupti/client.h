/* SPDX-License-Identifier: MIT */
/* What the client (the collector) has asked of the fake libcupti: kinds, calls, callbacks. Any
 * thread. */
#ifndef WARPWISE_FAKE_CLIENT_H
#define WARPWISE_FAKE_CLIENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <cupti.h>

enum { CLIENT_CALLS = 2048, CLIENT_CALLBACKS = 64 };

struct client {
	atomic_bool are_migrations_configured;
	atomic_bool has_hw_trace;
	_Atomic(CUpti_CallbackFunc) callback; /* NULL: nobody has subscribed */
	void *callback_data;                  /* set before callback */
	atomic_bool has_kind[CUPTI_ACTIVITY_KIND_COUNT + 1];
	atomic_bool has_runtime_call[CLIENT_CALLS];
	atomic_bool has_driver_call[CLIENT_CALLS];
	atomic_bool has_resource[CLIENT_CALLBACKS];
	atomic_bool has_driver_callback[CLIENT_CALLS];
	atomic_bool
	        wants_system_threads; /* thread ids are gettid(), not what pthread_self() shows */
};

extern struct client client;

/* Around each call of a function of the client's, which WHAT names: it must leave errno, the
 * program's, as it was. client_has_ended() gets what client_begins() returned. */
int client_begins(void);
void client_has_ended(int before, const char *what);

/* Whether RECORD is of a kind, or of a call, that was enabled. */
bool client_wants(const CUpti_Activity *record);

/* The calling thread's id, in the form the client asked for. */
uint32_t client_thread_id(void);

void client_initialised(void);
void client_context_created(CUcontext context);
void client_context_destroyed(CUcontext context);
void client_module_unloaded(CUcontext context);

/* CUBIN is readable during the callback only: it is overwritten afterwards and may not be kept. */
void client_stream_replaced(CUstream stream);
void client_module_loaded(uint32_t module_id, char *cubin, size_t size);
void client_module_profiled(uint32_t module_id, char *cubin, size_t size);

/* A driver call that the client may be called back for. */
struct client_call {
	CUpti_CallbackId cbid;
	const void *parameters; /* the struct of generated_cuda_meta.h; NULL: it has none */
	const char *symbol;     /* of a launch */
	uint32_t context, correlation_id;
	CUresult result;
	bool is_entered; /* the client was called back when it began */
	uint64_t data;   /* the client's, between the two */
};

/* It begins, and ends with CALL->result. */
void client_call_entered(struct client_call *call);
void client_call_left(struct client_call *call);

#endif
