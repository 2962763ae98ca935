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

/* The first register of what a store stores, or a compare-and-swap compares with; and of what the
 * latter puts in its place. */
uint8_t instruction_stored(const struct instruction *instruction);
uint8_t instruction_swapped(const struct instruction *instruction);

/* How many registers a load writes for each lane. */
int instruction_loaded_registers(const struct instruction *instruction);

/* Whether an instruction that computes leaves a result of 64 bits, in two registers. */
bool instruction_is_wide(const struct instruction *instruction);

/* Whether it is one of the few that addresses are made with: sums and products of integers, shifts,
 * moves. */
bool instruction_makes_addresses(const struct instruction *instruction);

/* ---- predicates ---- */

enum { THREAD_PREDICATES = 8, PREDICATE_TRUE = 7 /* always */ };

/* Whether it compares, or combines the results of comparisons; and the predicates that it sets then
 * and those that it reads: PREDICATE_TRUE is none. */
bool instruction_compares(const struct instruction *instruction);
void instruction_compared(const struct instruction *instruction, uint8_t sets[2], uint8_t reads[3]);

/* The predicate without which it does nothing, and whether that has to be false. */
uint8_t instruction_guard(const struct instruction *instruction);
bool instruction_guard_is_negated(const struct instruction *instruction);

/* Whether its result is the one or the other of two operands, and the predicate that tells. */
bool instruction_selects(const struct instruction *instruction, uint8_t *predicate);

/* Whether it moves a register, or adds to it no other; the register it is. */
bool instruction_steps(const struct instruction *instruction, uint8_t *from);

/* The registers that an instruction which computes reads: how many, at most three. */
int instruction_reads(const struct instruction *instruction, uint8_t reads[3]);

#endif
