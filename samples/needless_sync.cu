// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: the host waits for the device after every launch. The device idles from the end of
 * a kernel until the host has woken up, launched the next one, and the launch has arrived.
 *
 * bad:   cudaDeviceSynchronize() after every launch.
 * fixed: once, after the last one. Stream order already keeps the kernels in sequence.
 *
 * warpwise should find: needless-sync; in fixed nothing.
 */
#include "sample.h"

enum { LAUNCHES = 400, KERNEL_NS = 10000 };

int main(void)
{
	busy<<<1, 1>>>(1000);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++) {
		busy<<<1, 1>>>(KERNEL_NS);
		CHECK(cudaGetLastError());
#ifndef FIXED
		CHECK(cudaDeviceSynchronize());
#endif
	}
	measure_end();
	return 0;
}
