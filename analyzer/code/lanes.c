/* SPDX-License-Identifier: MIT */
/* Follows what differs between the lanes of a warp through registers. Any thread. */
#include "code/lanes.h"

/* Which special register S2R reads: SR_LANEID, SR_TID.X. */
enum { SPECIAL_SHIFT = 8, SPECIAL_MASK = 0xff, OPERATION_MASK = 0x1ff };
enum { OPERATION_S2R = 0x119, LANE = 0x00, THREAD_X = 0x21 };

static bool differs(const struct lanes *lanes, uint8_t number)
{
	return number != REGISTER_ZERO && lanes->differ[number];
}

static bool operands_differ(const struct lanes *lanes, const struct instruction *instruction)
{
	uint8_t reads[3];
	const int count = instruction_reads(instruction, reads);

	for (int i = 0; i < count; i++)
		if (differs(lanes, reads[i]))
			return true;
	return false;
}

static bool reads_lane(const struct instruction *instruction)
{
	const unsigned which = instruction->high >> SPECIAL_SHIFT & SPECIAL_MASK;

	return (instruction->low & OPERATION_MASK) == OPERATION_S2R &&
	       (which == LANE || which == THREAD_X);
}

bool lanes_index_constants(const struct lanes *lanes, const struct instruction *instruction)
{
	return instruction_kind(instruction) == INSTRUCTION_CONSTANT &&
	       differs(lanes, instruction_address(instruction));
}

void lanes_take(struct lanes *lanes, const struct instruction *instruction)
{
	const uint8_t result = instruction_result(instruction);
	int count = 1;
	bool differ;

	if (!instruction_has_result(instruction))
		return;
	switch (instruction_kind(instruction)) {
	case INSTRUCTION_GLOBAL_LOAD:
	case INSTRUCTION_LOCAL_LOAD:
	case INSTRUCTION_LOCAL_STORE:
	case INSTRUCTION_SHARED:
	case INSTRUCTION_CONSTANT:
		count = instruction_loaded_registers(instruction);
		differ = differs(lanes, instruction_address(instruction));
		break;
	case INSTRUCTION_REGISTER:
		differ = reads_lane(instruction);
		break;
	case INSTRUCTION_GLOBAL_ATOMIC:
	case INSTRUCTION_SHARED_ATOMIC:
	case INSTRUCTION_SHUFFLE:
		differ = false;
		break;
	default:
		differ = operands_differ(lanes, instruction);
		break;
	}
	for (int i = 0; i < count && result + i < REGISTER_ZERO; i++)
		lanes->differ[result + i] = differ;
}
