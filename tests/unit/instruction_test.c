/* SPDX-License-Identifier: MIT */
/* Tests of single instructions: against code that nvcc 13.0 made for sm_90 from one function of the
 * CUDA library each. */
#include "code/instruction.h"
#include "code/lanes.h"
#include "code/loaded.h"
#include "suite.h"

#include <check.h>
#include <stdlib.h>

static const struct {
	const char *what;
	struct instruction instruction;
	enum instruction_kind kind;
	int bytes; /* 0: moves none */
	unsigned waits_for, sets;
} instructions[] = {
	{ "REDUX", { 0x00000000000673c4, 0x004e24000000c000 }, INSTRUCTION_SHUFFLE, 0, 4, 1 },
	{ "LDG.128",
	  { 0x0000000404047981, 0x000ea2000c1e1d00 },
	  INSTRUCTION_GLOBAL_LOAD,
	  16,
	  0,
	  4 },
	{ "STG.128",
	  { 0x0000000402007986, 0x004fe2000c101d04 },
	  INSTRUCTION_GLOBAL_STORE,
	  16,
	  4,
	  0 },
	{ "LDG.64", { 0x0000000404047981, 0x000ea2000c1e1b00 }, INSTRUCTION_GLOBAL_LOAD, 8, 0, 4 },
	{ "LDG.U8", { 0x0000000402037981, 0x000ea2000c1e1100 }, INSTRUCTION_GLOBAL_LOAD, 1, 0, 4 },
	{ "STG.U8", { 0x0000000304007986, 0x004fe2000c101104 }, INSTRUCTION_GLOBAL_STORE, 1, 4, 0 },
	{ "DFMA", { 0x000000060404722b, 0x004fe20000000008 }, INSTRUCTION_DOUBLE, 0, 4, 0 },
	{ "LDS", { 0x0000000004077984, 0x000e280000000800 }, INSTRUCTION_SHARED, 4, 0, 1 },
	{ "STS, which waits for a load",
	  { 0x0000000005007388, 0x004fe20000000800 },
	  INSTRUCTION_SHARED,
	  4,
	  4,
	  0 },
	{ "SHFL", { 0x08201f0000057f89, 0x004e2800000e0000 }, INSTRUCTION_SHUFFLE, 0, 4, 1 },
	{ "POPC", { 0x0000000000057309, 0x004e240000000000 }, INSTRUCTION_BITS, 0, 4, 1 },
	{ "F2F of doubles",
	  { 0x0000000200077310, 0x004e280000301000 },
	  INSTRUCTION_DOUBLE,
	  0,
	  4,
	  1 },
	{ "F2I", { 0x0000000200077305, 0x004e28000020f100 }, INSTRUCTION_CONVERSION, 0, 4, 1 },
	{ "MUFU",
	  { 0x0000000000057308, 0x000e240000000400 },
	  INSTRUCTION_SPECIAL_FUNCTION,
	  0,
	  0,
	  1 },
	{ "LDG", { 0x0000000402007981, 0x000ea4000c1e1900 }, INSTRUCTION_GLOBAL_LOAD, 4, 0, 4 },
};

START_TEST(tells_what_it_does)
{
	const struct instruction *instruction = &instructions[_i].instruction;

	ck_assert_msg(instruction_kind(instruction) == instructions[_i].kind, "%s: %s",
	              instructions[_i].what, instruction_kind_name(instruction_kind(instruction)));
	if (instructions[_i].bytes)
		ck_assert_int_eq(instruction_bytes(instruction), instructions[_i].bytes);
	ck_assert_uint_eq(instruction_waits_for(instruction), instructions[_i].waits_for);
	ck_assert_uint_eq(instruction_sets(instruction), instructions[_i].sets);
}
END_TEST

/* LDG R27, [R6.64]; IMAD.WIDE R26, R27, 0x4, R2; LDG R26, [R26.64]: a gather, as ptxas 11.8 makes
 * it for sm_90; R2UR UR27, R1; IMAD.WIDE R26, R29, 0x4, R2: of what was not loaded; BRA to the
 * second of four. */
#define COLUMN                                         \
	{                                              \
		0x80000004061b7981, 0x000ea2000c1e9900 \
	}
#define PLACE                                          \
	{                                              \
		0x000000041b1a7825, 0x004fc800078e0202 \
	}
#define GATHER                                         \
	{                                              \
		0x000000041a1a7981, 0x0000a4000c1e9900 \
	}
#define UNIFORM                                        \
	{                                              \
		0x00000000011b72ca, 0x000fe200000e0000 \
	}
#define OTHER                                          \
	{                                              \
		0x000000041d1a7825, 0x001fc600078e0202 \
	}
#define BACK                                           \
	{                                              \
		0xffffffd000007947, 0x000fea000383ffff \
	}

static const struct {
	const char *what;
	struct instruction code[4];
	int by_data; /* which one's place the data decide; -1: none's */
} gathers[] = {
	{ "without a loop", { COLUMN, PLACE, GATHER }, 2 },
	{ "in each round", { COLUMN, PLACE, GATHER, ALL }, 2 },
	/* What follows a column that was loaded before lies side by side. */
	{ "the column before the loop", { COLUMN, PLACE, GATHER, BACK }, -1 },
	{ "another register", { COLUMN, OTHER, GATHER }, -1 },
	/* They have numbers of their own. */
	{ "a uniform register of that number", { COLUMN, UNIFORM, PLACE, GATHER }, 3 },
};

START_TEST(follows_what_was_loaded)
{
	bool is_by_data[4] = { false };
	size_t count = 4;

	while (!gathers[_i].code[count - 1].low)
		count--;
	ck_assert_int_eq(loaded_find(is_by_data,
	                             &(struct elf_bytes){ (const uint8_t *)gathers[_i].code,
	                                                  count * sizeof *gathers[_i].code },
	                             false),
	                 0);
	for (int i = 0; i < 4; i++)
		ck_assert_msg(is_by_data[i] == (i == gathers[_i].by_data), "%s: instruction %d",
		              gathers[_i].what, i);
}
END_TEST

/* A table that is looked up by what was loaded, as nvcc 13.0 makes it for sm_90. */
START_TEST(follows_what_differs_between_lanes)
{
	/* S2R R11, SR_TID.X; S2R R11, SR_CTAID.X; IMAD.WIDE R2, R11, 0x4, R4; LDG R2, [R2.64] */
	const struct instruction thread = { 0x7919 | 11 << 16, 0x21 << 8 };
	const struct instruction block = { 0x7919 | 11 << 16, 0x25 << 8 };
	const struct instruction place = { 0x000000040b027825, 0x0000000000000204 };
	const struct instruction load = { 0x0000000402027981, 0x000ea8000c1e1900 };
	/* F2I R6, R2: the first register's place is not used, and names R0; LDC R6, c[3][R6] */
	const struct instruction index = { 0x0000000200067305, 0 };
	const struct instruction constant = { 0x00c0000006067b82, 0x800 };
	/* SHFL R6, R6, ...; IMAD.MOV R6, RZ, RZ, RZ */
	const struct instruction shuffle = { 0x0000000006067589, 0 };
	const struct instruction zero = { 0x000000ffff067224, 0xff };
	const struct instruction *steps[] = { &place, &load, &index };
	struct lanes lanes = { 0 };

	lanes.differ[0] = true;
	for (int is_by_block = 0; is_by_block < 2; is_by_block++) {
		lanes_take(&lanes, is_by_block ? &block : &thread);
		for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
			ck_assert(!lanes_index_constants(&lanes, steps[i]));
			lanes_take(&lanes, steps[i]);
		}
		ck_assert(lanes_index_constants(&lanes, &constant) == !is_by_block);
	}
	lanes.differ[6] = true;
	lanes_take(&lanes, &constant); /* what is loaded from places that differ */
	ck_assert(lanes.differ[6]);
	lanes_take(&lanes, &shuffle);
	ck_assert(!lanes.differ[6]);
	lanes.differ[6] = true;
	lanes_take(&lanes, &zero);
	ck_assert(!lanes.differ[6]);
}
END_TEST

START_TEST(knows_clocks)
{
	/* CS2R of SR_CLOCKLO, of the global timer, and of zero. */
	ck_assert(instruction_reads_clock(&(struct instruction){ 0x2805, 0x15000 }));
	ck_assert(instruction_reads_clock(&(struct instruction){ 0x2805, 0x15200 }));
	ck_assert(!instruction_reads_clock(&(struct instruction){ 0x2805, 0x1ff00 }));
	ck_assert(instruction_reads_thread_index(&(struct instruction){ 0x7919, 0x2100 }));
	ck_assert(instruction_reads_thread_index(&(struct instruction){ 0x7919, 0x2300 }));
	ck_assert(!instruction_reads_thread_index(&(struct instruction){ 0x7919, 0x2500 }));
}
END_TEST

/* Of half-precision kernels for sm_75 to sm_100. */
START_TEST(moves_compute_no_halves)
{
	const struct instruction add = { 0x0000000502097230, 0x004fd00000000000 };
	const struct instruction multiply = { 0x0000000502097232, 0x004fd00000000000 };
	const struct instruction fused = { 0x3400340002077431, 0x004fca0000060000 };
	const struct instruction fused_mma = { 0x0000000502097235, 0x008fce0000000000 };
	/* HADD2 of a constant, and HFMA2.MMA and HFMA2 that put 0.99f into a register. */
	const struct instruction constant = { 0x10800000ff077630, 0x000fe20000000900 };
	const struct instruction moved_mma = { 0x3f7d70a4ff057435, 0x000fd400000001ff };
	const struct instruction moved = { 0x3f7d70a4ff057431, 0x000fca00000001ff };

	ck_assert(instruction_computes_halves(&add) && instruction_computes_halves(&multiply));
	ck_assert(instruction_computes_halves(&fused) && instruction_computes_halves(&fused_mma));
	ck_assert(!instruction_computes_halves(&constant));
	ck_assert(!instruction_computes_halves(&moved) && !instruction_computes_halves(&moved_mma));
}
END_TEST

/* F2F of sm_75 to sm_120: to a double from a float and from a half, to a float; I2F to a double. */
START_TEST(tells_which_way_doubles_are_converted)
{
	const struct instruction widen = { 0x0000000200047310, 0x004e280000201800 };
	const struct instruction widen_120 = { 0x0000000200047310, 0x008e260000201800 };
	const struct instruction from_half = { 0x0000000200047310, 0x004e280000101800 };
	const struct instruction narrow = { 0x0000000200077310, 0x004e2e0000301000 };
	const struct instruction from_int = { 0x0000000200047312, 0x004e280000201c00 };

	ck_assert(instruction_widens(&widen) && instruction_widens(&widen_120));
	ck_assert(!instruction_widens(&from_half) && !instruction_widens(&narrow));
	ck_assert(!instruction_widens(&from_int) && !instruction_narrows(&from_int));
	ck_assert(instruction_narrows(&narrow) && !instruction_narrows(&widen));
}
END_TEST

START_TEST(every_kind_has_a_name)
{
	for (int kind = 0; kind < INSTRUCTION_KINDS; kind++)
		ck_assert_ptr_nonnull(instruction_kind_name((enum instruction_kind)kind));
}
END_TEST

/* Of samples/local_memory.cu and samples/local_memory_array.cu. */
START_TEST(elements_of_arrays_are_indexed)
{
	const struct instruction spilled = { 0x0000340001007387, 0x0001e80000100800 };
	const struct instruction restored = { 0x0000340001007983, 0x0041620000300800 };
	const struct instruction stored = { 0x0000000706007387, 0x0001e80000100800 };
	const struct instruction loaded = { 0x0000000006077983, 0x000ea20000100800 };

	ck_assert_int_eq(instruction_kind(&spilled), INSTRUCTION_LOCAL_STORE);
	ck_assert_int_eq(instruction_kind(&loaded), INSTRUCTION_LOCAL_LOAD);
	ck_assert(!instruction_is_indexed(&spilled) && !instruction_is_indexed(&restored));
	ck_assert(instruction_is_indexed(&stored) && instruction_is_indexed(&loaded));
}
END_TEST

/* ULDC.64 and IMAD.WIDE, which take addresses of tables from bank 4, and IMAD with an immediate
 * that has the same bits: of sinf() and sin(), for sm_90 and sm_75. */
START_TEST(constants_are_operands)
{
	const struct instruction first = { 0x0100000000087ab9, 0 };
	const struct instruction second = { 0x0100020002027625, 0 };
	const struct instruction immediate = { 0xc90fdaa2150c7825, 0 };

	ck_assert(instruction_reads_constant(&first, 4, 0));
	ck_assert(!instruction_reads_constant(&first, 4, 8));
	ck_assert(!instruction_reads_constant(&first, 0, 0));
	ck_assert(instruction_reads_constant(&second, 4, 8));
	ck_assert(!instruction_reads_constant(&immediate, 4, 0x3d68));
}
END_TEST

/* I2F of nvcc 13.0 for sm_90, as in n % d of 32 and of 64 bits, signed and not: it rounds up. And
 * the F2I and the 1/x behind it, and the I2F of (float)n of 64 bits, which rounds to nearest. */
START_TEST(divisions_begin_with_a_conversion)
{
	const struct instruction begins[] = {
		{ 0x0000000600067d06, 0x000e220008209000 },
		{ 0x0000000700067306, 0x000e300000209400 },
		{ 0x0000000600007d06, 0x000e220008209000 },
		{ 0x00000006000c7d12, 0x000e700008309000 },
	};
	const struct instruction others[] = {
		{ 0x0000000400057305, 0x000064000021f000 },
		{ 0x0000000600067308, 0x0001e24000001000 },
		{ 0x0000000700067306, 0x000e300000201400 },
	};

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		ck_assert(instruction_begins_division(&begins[i]));
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		ck_assert(!instruction_begins_division(&others[i]));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("instruction");
	TCase *tests = tcase_create("instruction");

	suite_add_tcase(suite, tests);
	tcase_add_loop_test(tests, tells_what_it_does, 0,
	                    sizeof instructions / sizeof *instructions);
	tcase_add_test(tests, knows_clocks);
	tcase_add_loop_test(tests, follows_what_was_loaded, 0, sizeof gathers / sizeof *gathers);
	tcase_add_test(tests, follows_what_differs_between_lanes);
	tcase_add_test(tests, constants_are_operands);
	tcase_add_test(tests, elements_of_arrays_are_indexed);
	tcase_add_test(tests, moves_compute_no_halves);
	tcase_add_test(tests, tells_which_way_doubles_are_converted);
	tcase_add_test(tests, divisions_begin_with_a_conversion);
	tcase_add_test(tests, every_kind_has_a_name);
	return run_suite(suite);
}
