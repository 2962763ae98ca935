/* SPDX-License-Identifier: MIT */
/*
 * The published limits of each compute capability and the SM counts of products: the data of
 * occupancy.c, which alone includes this.
 *
 * Sources: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability" (version
 * 13.0 for 7.5 and later, 12.9 for 5.0 to 7.2, 11.8 for 3.x); the shared memory sizes from its
 * sections on each capability and the tuning guides. What no guide says and cuda_occupancy.h
 * decides by (two partitions on 6.0, barriers, virtual resources, 256 registers per thread from 7.0
 * on, where the instruction set ends at 255) is its behaviour.
 */
#ifndef WARPWISE_GRAPH_OCCUPANCY_LIMITS_H
#define WARPWISE_GRAPH_OCCUPANCY_LIMITS_H

#include "kernel/occupancy.h"

#define K 1024

/* What all minors of a major version share. */
struct major_limits {
	int major;
	int registers_per_thread;
	int partitions;
	int shared_unit;       /* bytes */
	int shared_reserved;   /* bytes per block */
	int shared_preference; /* bytes that the L1 preference takes */
	int virtual_resources;
};

static const struct major_limits major_limits[] = {
	/*     regs/ parti-  shared   re-      L1   virtual
	 *    thread  tions    unit served   pref. resources */
	{ 3, 255, 4, 256, 0, 32 * K, 0 },   /* Kepler */
	{ 5, 255, 4, 256, 0, 0, 0 },        /* Maxwell */
	{ 6, 255, 4, 256, 0, 0, 0 },        /* Pascal; 6.0 differs */
	{ 7, 256, 4, 256, 0, 0, 0 },        /* Volta, Turing */
	{ 8, 256, 4, 128, 1 * K, 0, 0 },    /* Ampere, Ada */
	{ 9, 256, 4, 128, 1 * K, 0, 0 },    /* Hopper */
	{ 10, 256, 4, 128, 1 * K, 0, 128 }, /* Blackwell, data centre */
	{ 11, 256, 4, 128, 1 * K, 0, 128 }, /* Blackwell, Thor */
	{ 12, 256, 4, 128, 1 * K, 0, 128 }, /* Blackwell, workstation and client */
};

#define ANY_MINOR (-1) /* stands for the minors of its major that no other row names */

/*
 * What minors differ in; the first row that matches counts. Opt-in 0: no more than 48 KiB. The
 * shared memory of an SM that can be set is the largest of its carve-outs. CUDA 13.0 renamed Thor
 * from 10.1 to 11.0.
 */
struct minor_limits {
	int major;
	int minor;
	int threads_per_sm;
	int blocks_per_sm;
	int barriers_per_sm;
	int registers_per_sm;
	int registers_per_block;
	int shared_per_sm_kib;
	int optin_kib;
	bool inferred;
	int carveouts;
	int carveout_kib[OCCUPANCY_CARVEOUTS];
};

/* clang-format off */
#define CARVE_VOLTA  6, { 0, 8, 16, 32, 64, 96 }
#define CARVE_TURING 2, { 32, 64 }
#define CARVE_100    6, { 0, 8, 16, 32, 64, 100 }
#define CARVE_164    8, { 0, 8, 16, 32, 64, 100, 132, 164 }
#define CARVE_228   10, { 0, 8, 16, 32, 64, 100, 132, 164, 196, 228 }
#define NO_CARVE     0, { 0 }

static const struct minor_limits minor_limits[] = {
	/*         threads  blocks  barri-  registers    shared  opt-  in-    carve-
	 *   cc        /SM     /SM  ers/SM   /SM  /block    /SM    in  ferred outs */
	{  3, 0,         2048, 16,   0,  64 * K, 64 * K,  48,   0, false, NO_CARVE },
	{  3, 2,         2048, 16,   0,  32 * K, 32 * K,  48,   0, false, NO_CARVE },
	{  3, 5,         2048, 16,   0,  64 * K, 64 * K,  48,   0, false, NO_CARVE },
	{  3, 7,         2048, 16,   0, 128 * K, 64 * K, 112,   0, false, NO_CARVE },
	{  3, ANY_MINOR, 2048, 16,   0,  64 * K, 64 * K,  48,   0, true,  NO_CARVE },
	{  5, 0,         2048, 32,   0,  64 * K, 64 * K,  64,   0, false, NO_CARVE },
	{  5, 2,         2048, 32,   0,  64 * K, 64 * K,  96,   0, false, NO_CARVE },
	{  5, 3,         2048, 32,   0,  64 * K, 32 * K,  64,   0, false, NO_CARVE },
	{  5, ANY_MINOR, 2048, 32,   0,  64 * K, 64 * K,  64,   0, true,  NO_CARVE },
	{  6, 0,         2048, 32,   0,  64 * K, 64 * K,  64,   0, false, NO_CARVE },
	{  6, 1,         2048, 32,   0,  64 * K, 64 * K,  96,   0, false, NO_CARVE },
	{  6, 2,         2048, 32,   0,  64 * K, 32 * K,  64,   0, false, NO_CARVE },
	{  6, ANY_MINOR, 2048, 32,   0,  64 * K, 64 * K,  64,   0, true,  NO_CARVE },
	{  7, 0,         2048, 32,   0,  64 * K, 64 * K,  96,  96, false, CARVE_VOLTA },
	{  7, 2,         2048, 32,   0,  64 * K, 64 * K,  96,  96, false, CARVE_VOLTA },
	{  7, 5,         1024, 16,   0,  64 * K, 64 * K,  64,  64, false, CARVE_TURING },
	{  7, ANY_MINOR, 2048, 32,   0,  64 * K, 64 * K,  96,  96, true,  CARVE_VOLTA },
	{  8, 0,         2048, 32,   0,  64 * K, 64 * K, 164, 163, false, CARVE_164 },
	{  8, 6,         1536, 16,   0,  64 * K, 64 * K, 100,  99, false, CARVE_100 },
	{  8, 7,         1536, 16,   0,  64 * K, 64 * K, 164, 163, false, CARVE_164 },
	{  8, 9,         1536, 24,   0,  64 * K, 64 * K, 100,  99, false, CARVE_100 },
	{  8, ANY_MINOR, 1536, 16,   0,  64 * K, 64 * K, 100,  99, true,  CARVE_100 },
	{  9, 0,         2048, 32,  64,  64 * K, 64 * K, 228, 227, false, CARVE_228 },
	{  9, ANY_MINOR, 2048, 32,  64,  64 * K, 64 * K, 228, 227, true,  CARVE_228 },
	{ 10, 0,         2048, 32,  64,  64 * K, 64 * K, 228, 227, false, CARVE_228 },
	{ 10, 1,         1536, 24,  24,  64 * K, 64 * K, 228, 227, false, CARVE_228 }, /* Thor */
	{ 10, 3,         2048, 32,  64,  64 * K, 64 * K, 228, 227, false, CARVE_228 },
	{ 11, 0,         1536, 24,  24,  64 * K, 64 * K, 228, 227, false, CARVE_228 }, /* Thor */
	{ 11, 1,         1536, 32,  64,  64 * K, 64 * K, 228, 227, true,  CARVE_228 },
	{ 11, 3,         1536, 32,  64,  64 * K, 64 * K, 228, 227, true,  CARVE_228 },
	{ 12, 0,         1536, 24,  24,  64 * K, 64 * K, 100,  99, false, CARVE_100 },
	{ 12, 1,         1536, 24,  24,  64 * K, 64 * K, 100,  99, false, CARVE_100 },
};
/* clang-format on */

/* SM counts from the products' data sheets: CUDA cores / cores per SM of the capability. */
static const struct occupancy_product products[] = {
	{ "K40", 3, 5, 15 },
	{ "K80", 3, 7, 13 }, /* each of its two GPUs */
	{ "M40", 5, 2, 24 },
	{ "P100", 6, 0, 56 },
	{ "P40", 6, 1, 30 },
	{ "P4", 6, 1, 20 },
	{ "GTX 1080", 6, 1, 20 },
	{ "GTX 1080 Ti", 6, 1, 28 },
	{ "V100", 7, 0, 80 },
	{ "TITAN V", 7, 0, 80 },
	{ "T4", 7, 5, 40 },
	{ "RTX 2080", 7, 5, 46 },
	{ "RTX 2080 Ti", 7, 5, 68 },
	{ "A100", 8, 0, 108 },
	{ "A30", 8, 0, 56 },
	{ "A10", 8, 6, 72 },
	{ "A40", 8, 6, 84 },
	{ "RTX A6000", 8, 6, 84 },
	{ "RTX 3070", 8, 6, 46 },
	{ "RTX 3080", 8, 6, 68 },
	{ "RTX 3090", 8, 6, 82 },
	{ "RTX 3090 Ti", 8, 6, 84 },
	{ "AGX Orin", 8, 7, 16 },
	{ "L4", 8, 9, 58 },
	{ "L40", 8, 9, 142 },
	{ "L40S", 8, 9, 142 },
	{ "RTX 6000 Ada", 8, 9, 142 },
	{ "RTX 4070", 8, 9, 46 },
	{ "RTX 4080", 8, 9, 76 },
	{ "RTX 4090", 8, 9, 128 },
	{ "H100", 9, 0, 132 }, /* SXM5 */
	{ "H100 SXM", 9, 0, 132 },
	{ "H100 PCIe", 9, 0, 114 },
	{ "H100 NVL", 9, 0, 132 },
	{ "H200", 9, 0, 132 },
	{ "H200 NVL", 9, 0, 132 },
	{ "GH200", 9, 0, 132 },
	{ "B200", 10, 0, 148 },
	{ "RTX 5070", 12, 0, 48 },
	{ "RTX 5080", 12, 0, 84 },
	{ "RTX 5090", 12, 0, 170 },
	{ "GB10", 12, 1, 48 },
};

#undef K

#endif
