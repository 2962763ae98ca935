/* SPDX-License-Identifier: MIT */
/*
 * Reads instructions of 128 bits. Which bits say what was found by assembling each kind of load for
 * compute capability 7.5, 8.0 to 8.9, 9.0, 10.0, 10.3 and 12.0 with CUDA 13.0.
 */
#include "counters/wait_code.h"

#include <string.h>

enum {
	INSTRUCTION_BYTES = 16,
	OPERATION_MASK = 0x1ff,
	ORDER_SHIFT = 13, /* of the high word: how a load is ordered */
	ORDER_MASK = 0xf,
};

/* Loads; what else sees what others wrote. */
static const uint16_t loads[] = { 0x180 /* LD */, 0x181 /* LDG */ };
static const uint16_t others[] = {
	0x18a, /* ATOM: generic address */
	0x18b, /* ATOM.CAS */
	0x1a2, /* ATOMG of halves */
	0x1a3, /* ATOMG of floats */
	0x1a8, /* ATOMG */
	0x1a9, /* ATOMG.CAS */
	0x192, /* MEMBAR: the compiler loads again behind it */
	0x18f, /* CCTL: so does the cache */
	0x15d, /* NANOSLEEP */
};

/* Compute capabilities whose code is known, and a bit for each order of loads that is weak. */
static const struct {
	unsigned first, last;
	unsigned weak;
} orders[] = {
	{ 75, 75, 1u << 7 | 1u << 3 },  /* plain, and of what nobody writes */
	{ 80, 121, 1u << 0 | 1u << 4 }, /* the same */
};

static bool is_one_of(unsigned operation, const uint16_t *operations, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (operations[i] == operation)
			return true;
	return false;
}

static unsigned weak_orders(unsigned sm)
{
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
		if (sm >= orders[i].first && sm <= orders[i].last)
			return orders[i].weak;
	return 0;
}

bool wait_code_is_possible(const uint8_t *code, size_t bytes, unsigned sm)
{
	const unsigned weak = weak_orders(sm);

	if (!weak || bytes % INSTRUCTION_BYTES)
		return true;
	for (size_t at = 0; at < bytes; at += INSTRUCTION_BYTES) {
		uint64_t words[2];
		unsigned operation;

		memcpy(words, code + at, sizeof words);
		operation = words[0] & OPERATION_MASK;
		if (is_one_of(operation, others, sizeof others / sizeof *others))
			return true;
		if (is_one_of(operation, loads, sizeof loads / sizeof *loads) &&
		    !(weak & 1u << (words[1] >> ORDER_SHIFT & ORDER_MASK)))
			return true;
	}
	return false;
}
