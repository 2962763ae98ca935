/* SPDX-License-Identifier: MIT */
/* What one instruction of a GPU does. Any thread. */
#include "code/instruction.h"

/* The low nine bits are the operation; the three above them say where the operands are. */
enum { OPERATION_MASK = 0x1ff, LDSM = 0x3b, LDGSTS = 0x1ae };

/* ATOM.CAS, of global memory as ATOMG.CAS, and ATOMS.CAS, of shared memory. */
enum { ATOM_CAS = 0x18b, ATOMG_CAS = 0x1a9, ATOMS_CAS = 0x18d };

static const uint8_t kinds[OPERATION_MASK + 1] = {
	[0x180] = INSTRUCTION_GLOBAL_LOAD, /* LD */
	[0x181] = INSTRUCTION_GLOBAL_LOAD, /* LDG */
	[LDGSTS] = INSTRUCTION_GLOBAL_LOAD,
	[0x185] = INSTRUCTION_GLOBAL_STORE,  /* ST */
	[0x186] = INSTRUCTION_GLOBAL_STORE,  /* STG */
	[0x183] = INSTRUCTION_LOCAL_LOAD,    /* LDL */
	[0x187] = INSTRUCTION_LOCAL_STORE,   /* STL */
	[0x18a] = INSTRUCTION_GLOBAL_ATOMIC, /* ATOM: generic address */
	[ATOM_CAS] = INSTRUCTION_GLOBAL_ATOMIC,
	[0x18e] = INSTRUCTION_GLOBAL_ATOMIC, /* RED: no result */
	[0x1a2] = INSTRUCTION_GLOBAL_ATOMIC, /* ATOMG of halves */
	[0x1a3] = INSTRUCTION_GLOBAL_ATOMIC, /* ATOMG of floats */
	[0x1a6] = INSTRUCTION_GLOBAL_ATOMIC, /* RED of floats */
	[0x1a8] = INSTRUCTION_GLOBAL_ATOMIC, /* ATOMG */
	[ATOMG_CAS] = INSTRUCTION_GLOBAL_ATOMIC,
	[0x184] = INSTRUCTION_SHARED, /* LDS */
	[0x188] = INSTRUCTION_SHARED, /* STS */
	[LDSM] = INSTRUCTION_SHARED,
	[0x18c] = INSTRUCTION_SHARED_ATOMIC,     /* ATOMS */
	[ATOMS_CAS] = INSTRUCTION_SHARED_ATOMIC, /* also in the loop that adds floats */
	[0x182] = INSTRUCTION_CONSTANT,          /* LDC */
	[0x108] = INSTRUCTION_SPECIAL_FUNCTION,  /* MUFU */
	[0x104] = INSTRUCTION_CONVERSION,        /* F2F */
	[0x105] = INSTRUCTION_CONVERSION,        /* F2I */
	[0x106] = INSTRUCTION_CONVERSION,        /* I2F */
	[0x107] = INSTRUCTION_CONVERSION,        /* FRND */
	[0x110] = INSTRUCTION_DOUBLE,            /* F2F with doubles */
	[0x111] = INSTRUCTION_DOUBLE,            /* F2I with doubles */
	[0x112] = INSTRUCTION_DOUBLE,            /* I2F with doubles */
	[0x113] = INSTRUCTION_DOUBLE,            /* FRND with doubles */
	[0x100] = INSTRUCTION_BITS,              /* FLO */
	[0x101] = INSTRUCTION_BITS,              /* BREV */
	[0x109] = INSTRUCTION_BITS,              /* POPC */
	[0x189] = INSTRUCTION_SHUFFLE,           /* SHFL */
	[0x005] = INSTRUCTION_REGISTER,          /* CS2R */
	[0x119] = INSTRUCTION_REGISTER,          /* S2R */
	[0x1c3] = INSTRUCTION_REGISTER,          /* S2UR */
	[0x028] = INSTRUCTION_DOUBLE,            /* DMUL */
	[0x029] = INSTRUCTION_DOUBLE,            /* DADD */
	[0x02a] = INSTRUCTION_DOUBLE,            /* DSETP */
	[0x02b] = INSTRUCTION_DOUBLE,            /* DFMA */
	[0x147] = INSTRUCTION_BRANCH,            /* BRA */
	[0x1c4] = INSTRUCTION_SHUFFLE,           /* REDUX: adds up over a warp */
	[0x1a1] = INSTRUCTION_SHUFFLE,           /* MATCH */
};

static const char *const kind_names[INSTRUCTION_KINDS] = {
	[INSTRUCTION_OTHER] = "other",
	[INSTRUCTION_GLOBAL_LOAD] = "global_load",
	[INSTRUCTION_GLOBAL_STORE] = "global_store",
	[INSTRUCTION_LOCAL_LOAD] = "local_load",
	[INSTRUCTION_LOCAL_STORE] = "local_store",
	[INSTRUCTION_GLOBAL_ATOMIC] = "global_atomic",
	[INSTRUCTION_SHARED] = "shared",
	[INSTRUCTION_SHARED_ATOMIC] = "shared_atomic",
	[INSTRUCTION_CONSTANT] = "constant",
	[INSTRUCTION_SPECIAL_FUNCTION] = "special_function",
	[INSTRUCTION_CONVERSION] = "conversion",
	[INSTRUCTION_BITS] = "bits",
	[INSTRUCTION_SHUFFLE] = "shuffle",
	[INSTRUCTION_REGISTER] = "register",
	[INSTRUCTION_DOUBLE] = "double",
	[INSTRUCTION_BRANCH] = "branch",
};

enum instruction_kind instruction_kind(const struct instruction *instruction)
{
	return (enum instruction_kind)kinds[instruction->low & OPERATION_MASK];
}

const char *instruction_kind_name(enum instruction_kind kind)
{
	return kind_names[kind];
}

bool instruction_is_short(enum instruction_kind kind)
{
	return kind == INSTRUCTION_SHARED || kind == INSTRUCTION_SHARED_ATOMIC ||
	       kind == INSTRUCTION_CONSTANT ||
	       (kind >= INSTRUCTION_SPECIAL_FUNCTION && kind <= INSTRUCTION_DOUBLE);
}

int instruction_bytes(const struct instruction *instruction)
{
	/* U8, S8, U16, S16, 32, 64, 128 bits, and those of the last in another order. */
	static const int bytes[] = { 1, 1, 2, 2, 4, 8, 16, 16 };

	return bytes[instruction->high >> 9 & 7];
}

/* The register of the address, and R1, which is the stack pointer in code of nvcc and clang. */
enum { ADDRESS_SHIFT = 24, STACK_POINTER = 1 };

bool instruction_is_indexed(const struct instruction *instruction)
{
	return (instruction->low >> ADDRESS_SHIFT & 0xff) != STACK_POINTER;
}

/* Where operands are, in three bits: forms 3 and 5 have one in constant memory, with its offset in
 * words of four bytes and its bank. */
enum { FORM_SHIFT = 9, FORM_MASK = 7, FORM_CONSTANT_C = 3, FORM_CONSTANT = 5 };
enum { OFFSET_SHIFT = 40, OFFSET_MASK = 0x3fff, BANK_SHIFT = 54, BANK_MASK = 0x1f };

bool instruction_reads_constant(const struct instruction *instruction, unsigned bank,
                                uint64_t offset_bytes)
{
	const unsigned form = instruction->low >> FORM_SHIFT & FORM_MASK;

	return (form == FORM_CONSTANT || form == FORM_CONSTANT_C) &&
	       (instruction->low >> BANK_SHIFT & BANK_MASK) == bank &&
	       (instruction->low >> OFFSET_SHIFT & OFFSET_MASK) * 4 == offset_bytes;
}

/* SR_CLOCKLO, SR_CLOCKHI, SR_GLOBALTIMERLO, SR_GLOBALTIMERHI. */
enum { CLOCK_FIRST = 0x50, CLOCK_LAST = 0x53 };
/* SR_TID.X, Y and Z, and all of them in one (SR_TID). */
enum { THREAD_FIRST = 0x20, THREAD_LAST = 0x23 };

/* How a conversion rounds: to nearest, down, up, to zero. */
enum { ROUNDING_SHIFT = 14, ROUNDING_MASK = 3, ROUNDING_UP = 2 };
enum { OPERATION_I2F = 0x106, OPERATION_I2F_DOUBLE = 0x112 };

bool instruction_begins_division(const struct instruction *instruction)
{
	const unsigned operation = instruction->low & OPERATION_MASK;

	return (operation == OPERATION_I2F || operation == OPERATION_I2F_DOUBLE) &&
	       (instruction->high >> ROUNDING_SHIFT & ROUNDING_MASK) == ROUNDING_UP;
}

bool instruction_reads_clock(const struct instruction *instruction)
{
	const unsigned which = instruction->high >> 8 & 0xff;

	return instruction_kind(instruction) == INSTRUCTION_REGISTER && which >= CLOCK_FIRST &&
	       which <= CLOCK_LAST;
}

/* Behind blockDim, before the kernel's arguments. Code for compute capability 10.0 has them in
 * another place and nothing there. (Seen in what nvcc 13.0 makes for sm_75 to sm_120.) */
enum { ARGUMENTS_BANK = 0, GRID_FIRST = 0xc, GRID_LAST = 0x14, GRID_STEP = 4 };

bool instruction_reads_grid_size(const struct instruction *instruction)
{
	for (unsigned at = GRID_FIRST; at <= GRID_LAST; at += GRID_STEP)
		if (instruction_reads_constant(instruction, ARGUMENTS_BANK, at))
			return true;
	return false;
}

bool instruction_reads_thread_index(const struct instruction *instruction)
{
	const unsigned which = instruction->high >> 8 & 0xff;

	return instruction_kind(instruction) == INSTRUCTION_REGISTER && which >= THREAD_FIRST &&
	       which <= THREAD_LAST;
}

enum { OPERATION_BAR = 0x11d, OPERATION_CALL = 0x144, OPERATION_RET = 0x150 };

bool instruction_is_barrier(const struct instruction *instruction)
{
	return (instruction->low & OPERATION_MASK) == OPERATION_BAR;
}

bool instruction_calls(const struct instruction *instruction)
{
	return (instruction->low & OPERATION_MASK) == OPERATION_CALL;
}

bool instruction_returns(const struct instruction *instruction)
{
	return (instruction->low & OPERATION_MASK) == OPERATION_RET;
}

/* FCHK, and the comparison with the largest operand that takes the short way, as bits: for roots
 * behind 0x0d000000 being taken from it, for reciprocals behind 0x01800000 being added. */
enum { OPERATION_FCHK = 0x102, OPERATION_ISETP = 0x00c, FORM_IMMEDIATE = 4, IMMEDIATE_SHIFT = 32 };
enum { ROOT_LIMIT = 0x727fffff, RECIPROCAL_LIMIT = 0x01ffffff };

enum precise_operation instruction_precise(const struct instruction *instruction)
{
	const uint32_t immediate = (uint32_t)(instruction->low >> IMMEDIATE_SHIFT);

	switch (instruction->low & OPERATION_MASK) {
	case OPERATION_FCHK:
		return PRECISE_DIVISION;
	case OPERATION_ISETP:
		if ((instruction->low >> FORM_SHIFT & FORM_MASK) != FORM_IMMEDIATE)
			return PRECISE_NONE;
		return immediate == ROOT_LIMIT         ? PRECISE_ROOT
		       : immediate == RECIPROCAL_LIMIT ? PRECISE_RECIPROCAL
		                                       : PRECISE_NONE;
	default:
		return PRECISE_NONE;
	}
}

/* F2F with doubles: of what width its result is, and its operand. */
enum { F2F_DOUBLE = 0x110, TO_SHIFT = 11, FROM_SHIFT = 20 };
enum { WIDTH_MASK = 3, WIDTH_32 = 2, WIDTH_64 = 3 };

static bool converts(const struct instruction *instruction, unsigned from, unsigned to)
{
	return (instruction->low & OPERATION_MASK) == F2F_DOUBLE &&
	       (instruction->high >> FROM_SHIFT & WIDTH_MASK) == from &&
	       (instruction->high >> TO_SHIFT & WIDTH_MASK) == to;
}

bool instruction_widens(const struct instruction *instruction)
{
	return converts(instruction, WIDTH_32, WIDTH_64);
}

bool instruction_narrows(const struct instruction *instruction)
{
	return converts(instruction, WIDTH_64, WIDTH_32);
}

/* HADD2, HFMA2, HMUL2 and HFMA2.MMA; their first operand; the register that is always 0. */
enum { HADD2 = 0x30, HFMA2 = 0x31, HMUL2 = 0x32, HFMA2_MMA = 0x35 };
enum { FIRST_SHIFT = 24, ZERO_REGISTER = 255 };

bool instruction_compares_and_swaps(const struct instruction *instruction)
{
	const unsigned operation = instruction->low & OPERATION_MASK;

	return operation == ATOM_CAS || operation == ATOMG_CAS || operation == ATOMS_CAS;
}

/* Of ATOM, ATOMG and ATOMS, as nvcc 13.0 encodes it for 7.5, 8.0, 9.0 and 10.0. */
enum { ATOM = 0x18a, ATOMG = 0x1a8, ATOMS = 0x18c };
enum { ATOMIC_SHIFT = 23, ATOMIC_MASK = 15, ATOMIC_EXCHANGE = 8 };

bool instruction_exchanges(const struct instruction *instruction)
{
	const unsigned operation = instruction->low & OPERATION_MASK;

	return (operation == ATOM || operation == ATOMG || operation == ATOMS) &&
	       (instruction->high >> ATOMIC_SHIFT & ATOMIC_MASK) == ATOMIC_EXCHANGE;
}

bool instruction_computes_halves(const struct instruction *instruction)
{
	const unsigned operation = instruction->low & OPERATION_MASK;

	return ((operation >= HADD2 && operation <= HMUL2) || operation == HFMA2_MMA) &&
	       (instruction->low >> FIRST_SHIFT & 0xff) != ZERO_REGISTER;
}

bool instruction_loads_to_shared(const struct instruction *instruction)
{
	return (instruction->low & OPERATION_MASK) == LDGSTS;
}

bool instruction_loads_matrices(const struct instruction *instruction)
{
	return (instruction->low & OPERATION_MASK) == LDSM;
}

/* Of one warp; of four, from shared memory; of Blackwell, into memory of its own (UTCHMMA ...). As
 * ptxas 13.0 makes them of mma, wgmma and tcgen05.mma for 7.5 to 12.0. */
enum { IMMA = 0x37, HMMA = 0x3c, BMMA = 0x3d, DMMA = 0x3f, QMMA = 0x7a, OMMA = 0x7f };
enum { UTCMMA = 0x1ea, HGMMA = 0x1f0, IGMMA = 0x1f1, BGMMA = 0x1f2, QGMMA = 0x1f3 };

bool instruction_multiplies_matrices(const struct instruction *instruction)
{
	static const bool multiplies[OPERATION_MASK + 1] = {
		[IMMA] = true,  [HMMA] = true,  [BMMA] = true,   [DMMA] = true,
		[QMMA] = true,  [OMMA] = true,  [HGMMA] = true,  [IGMMA] = true,
		[BGMMA] = true, [QGMMA] = true, [UTCMMA] = true,
	};

	return multiplies[instruction->low & OPERATION_MASK];
}

/* ---- scoreboards: a mask of those that are waited for; the two that are set, 7 for none ---- */

enum { SET_RESULT_SHIFT = 46, SET_READ_SHIFT = 49, WAIT_SHIFT = 52, SET_NONE = 6 };

unsigned instruction_waits_for(const struct instruction *instruction)
{
	return instruction->high >> WAIT_SHIFT & 0x3f;
}

static unsigned set_at(const struct instruction *instruction, int shift)
{
	const unsigned which = instruction->high >> shift & 7;

	return which < SET_NONE ? 1u << which : 0;
}

unsigned instruction_sets(const struct instruction *instruction)
{
	return set_at(instruction, SET_RESULT_SHIFT) | set_at(instruction, SET_READ_SHIFT);
}
