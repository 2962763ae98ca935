/* SPDX-License-Identifier: MIT */
/* A library whose constructor uses CUDA on a thread of its own, while the loader is locked. Runs in
 * app's step `load`. */

void app_constructor(void); /* of steps/launches.c */

__attribute__((constructor)) static void construct(void)
{
	app_constructor();
}
