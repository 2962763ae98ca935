/* SPDX-License-Identifier: MIT */
/*
 * The registers that an instruction reads and writes. Their places in its bits, and how many of
 * them each operation has, were seen in code for sm_70 to sm_90. Any thread.
 */
#ifndef WARPWISE_CODE_REGISTERS_H
#define WARPWISE_CODE_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "code/instruction.h"

enum { THREAD_REGISTERS = 256, REGISTER_ZERO = 255 /* always 0 */ };

/* Whether it leaves a result in a register of the thread, and the first of those that it writes. */
bool instruction_has_result(const struct instruction *instruction);
uint8_t instruction_result(const struct instruction *instruction);

/* The register of the address, of a load, store or atomic operation; the lower one of two. */
uint8_t instruction_address(const struct instruction *instruction);

/* The first register of what a store stores. */
uint8_t instruction_stored(const struct instruction *instruction);

/* How many registers a load writes for each lane. */
int instruction_loaded_registers(const struct instruction *instruction);

/* Whether an instruction that computes leaves a result of 64 bits, in two registers. */
bool instruction_is_wide(const struct instruction *instruction);

/* Whether it is one of the few that addresses are made with: sums and products of integers, shifts,
 * moves. */
bool instruction_makes_addresses(const struct instruction *instruction);

/* The registers that an instruction which computes reads: how many, at most three. */
int instruction_reads(const struct instruction *instruction, uint8_t reads[3]);

#endif
