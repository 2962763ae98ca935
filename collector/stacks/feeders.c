/* SPDX-License-Identifier: MIT */
/*
 * The threads that call CUDA. A thread's place outlives it; another thread with the same
 * pthread_self(), which is an address, takes it over.
 */
#include "stacks/feeders.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/losses.h"

static struct {
	_Atomic uintptr_t self; /* 0: free */
	_Atomic uint32_t system_thread_id;
} feeders[FEEDERS_MAX];

uint32_t feeders_add_self(void)
{
	const uintptr_t self = (uintptr_t)pthread_self();
	const uint32_t id = (uint32_t)syscall(SYS_gettid);

	for (int i = 0; i < FEEDERS_MAX; i++) {
		uintptr_t free_place = 0;

		if (atomic_load(&feeders[i].self) == self ||
		    atomic_compare_exchange_strong(&feeders[i].self, &free_place, self)) {
			atomic_store(&feeders[i].system_thread_id, id);
			return id;
		}
	}
	counter_add(COUNTER_further_feeders, 1);
	return id;
}

bool feeders_get(int place, uint32_t *system_thread_id)
{
	if (place >= FEEDERS_MAX || !atomic_load(&feeders[place].self))
		return false;
	*system_thread_id = atomic_load(&feeders[place].system_thread_id);
	return true;
}

bool feeders_find(uintptr_t self, uint32_t *system_thread_id)
{
	for (int i = 0; i < FEEDERS_MAX; i++) {
		const uintptr_t other = atomic_load(&feeders[i].self);

		if (!other)
			return false;
		if (other != self)
			continue;
		*system_thread_id = atomic_load(&feeders[i].system_thread_id);
		return *system_thread_id &&
		       syscall(SYS_tgkill, getpid(), *system_thread_id, 0) == 0;
	}
	return false;
}
