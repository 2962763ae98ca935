/* SPDX-License-Identifier: MIT */
/* Follows what is loaded to where it is stored. Any thread. */
#include "code/moved.h"

/* Make an address of an index: IADD3, LEA, IMAD.WIDE. */
enum { OPERATION_MASK = 0x1ff, IADD3 = 0x010, LEA = 0x011, IMAD_WIDE = 0x025 };
/* The second operand is a uniform register: a pointer that all threads have. */
enum { FORM_SHIFT = 9, FORM_MASK = 7, FORM_UNIFORM = 6 };
enum { INDEX_SHIFT = 24, DATA_SHIFT = 32, OFFSET_SHIFT = 40 };

static struct moved_register *register_of(struct moved *moved, unsigned number)
{
	return &moved->registers[number & (THREAD_REGISTERS - 1)];
}

static bool makes_address(const struct instruction *instruction)
{
	const unsigned operation = instruction->low & OPERATION_MASK;
	const unsigned form = instruction->low >> FORM_SHIFT & FORM_MASK;

	return operation == IMAD_WIDE || operation == LEA ||
	       (operation == IADD3 && form == FORM_UNIFORM);
}

/* Where ACCESS loads or stores. */
static struct moved_place place_of(struct moved *moved, const struct instruction *access)
{
	const struct moved_register *address = register_of(moved, instruction_address(access));
	struct moved_place place = address->place;

	if (address->is_loaded)
		place.version = 0;
	place.offset = (uint32_t)(access->low >> OFFSET_SHIFT);
	return place;
}

static bool is_same(const struct moved_place *a, const struct moved_place *b)
{
	return a->version && a->version == b->version && a->offset == b->offset &&
	       a->operation == b->operation && a->index == b->index;
}

static void take_place(struct moved *moved, const struct moved_place *place)
{
	if (!moved->loads && !moved->stores)
		moved->first = *place;
	if (!is_same(place, &moved->first))
		moved->elsewhere = true;
}

static void take_load(struct moved *moved, const struct instruction *instruction)
{
	const struct moved_place place = place_of(moved, instruction);
	const unsigned first = instruction_result(instruction);
	const int count = instruction_loaded_registers(instruction);

	take_place(moved, &place);
	moved->loads = true;
	for (int i = 0; i < count; i++) {
		struct moved_register *it = register_of(moved, first + (unsigned)i);

		*it = (struct moved_register){ it->version + 1, true, place };
	}
}

static void take_store(struct moved *moved, const struct instruction *instruction)
{
	const struct moved_place to = place_of(moved, instruction);
	const struct moved_register *data =
	        register_of(moved, (unsigned)(instruction->low >> DATA_SHIFT & 0xff));

	take_place(moved, &to);
	moved->stores = true;
	if (data->is_loaded && is_same(&to, &data->place))
		moved->moves = true;
	else
		moved->does_more = true;
}

static void take_other(struct moved *moved, const struct instruction *instruction)
{
	struct moved_register *index =
	        register_of(moved, (unsigned)(instruction->low >> INDEX_SHIFT & 0xff));
	struct moved_register made = { 0 };
	uint8_t reads[3];
	const int count = instruction_reads(instruction, reads);

	for (int i = 0; i < count; i++)
		if (reads[i] != REGISTER_ZERO && register_of(moved, reads[i])->is_loaded)
			moved->does_more = true;
	if (!instruction_has_result(instruction))
		return;
	if (makes_address(instruction))
		made.place = (struct moved_place){
			.version = index->version + 1,
			.operation = instruction->low & OPERATION_MASK,
			.index = (uint8_t)(instruction->low >> INDEX_SHIFT & 0xff),
		};
	made.version = register_of(moved, instruction_result(instruction))->version + 1;
	*register_of(moved, instruction_result(instruction)) = made;
}

void moved_take(struct moved *moved, const struct instruction *instruction)
{
	switch (instruction_kind(instruction)) {
	case INSTRUCTION_GLOBAL_LOAD:
		take_load(moved, instruction);
		break;
	case INSTRUCTION_GLOBAL_STORE:
		take_store(moved, instruction);
		break;
	case INSTRUCTION_GLOBAL_ATOMIC:
	case INSTRUCTION_SHARED:
	case INSTRUCTION_SHARED_ATOMIC:
	case INSTRUCTION_LOCAL_LOAD:
	case INSTRUCTION_LOCAL_STORE:
		moved->does_more = moved->elsewhere = true;
		break;
	case INSTRUCTION_SHUFFLE:
		moved->elsewhere = true;
		take_other(moved, instruction);
		break;
	default:
		take_other(moved, instruction);
		break;
	}
}
