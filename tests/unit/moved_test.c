/* SPDX-License-Identifier: MIT */
/* Tests of what tells a kernel that copies, or goes element by element: against code that nvcc 13.0
 * made for sm_90, from behind the test of the index to the last store. */
#include "code/moved.h"
#include "suite.h"

#include <check.h>
#include <stdlib.h>

enum { INSTRUCTIONS_MOST = 14 };

/* to[i] = from[i] ... */
static const struct {
	const char *what;
	bool copies, is_of_elements;
	struct instruction code[INSTRUCTIONS_MOST]; /* then zeros */
} kernels[] = {
	{ "to[y * 4096 + x] = from[y * 4096 + x]",
	  true,
	  true,
	  {
	          { 0x00008400ff027b82, 0x000e220000000a00 },
	          { 0x0000000005077211, 0x000fe200078e60ff },
	          { 0x0000820000047ab9, 0x000fcc0000000a00 },
	          { 0x00008600ff047b82, 0x000e620000000a00 },
	          { 0x0000000407027825, 0x001fcc00078e0202 },
	          { 0x0000000402037981, 0x000ea2000c1e9900 },
	          { 0x0000000407047825, 0x002fca00078e0204 },
	          { 0x0000000304007986, 0x004fe2000c101904 },
	  } },
	{ "doubles",
	  true,
	  true,
	  {
	          { 0x00008600ff027b82, 0x000e220000000a00 },
	          { 0x0000820000047ab9, 0x000fce0000000a00 },
	          { 0x00008400ff047b82, 0x000e620000000a00 },
	          { 0x0000000807027825, 0x001fcc00078e0202 },
	          { 0x0000000402027981, 0x000ea2000c1e1b00 },
	          { 0x0000000807047825, 0x002fca00078e0204 },
	          { 0x0000000204007986, 0x004fe2000c101b04 },
	  } },
	{ "of 16 bytes, by an index of 64 bits",
	  true,
	  true,
	  {
	          { 0x0000001002047824, 0x040fe200078e00ff },
	          { 0x0000860000047ab9, 0x000fe20000000a00 },
	          { 0x0000000402007819, 0x000fe20000010203 },
	          { 0x0000840000067ab9, 0x000fe40000000a00 },
	          { 0x0000000404027c10, 0x000fc8000ff1e0ff },
	          { 0x0000000500037c10, 0x000fe200087fe4ff },
	          { 0x0000820000047ab9, 0x000fc80000000a00 },
	          { 0x0000000402087981, 0x000ea2000c1e1d00 },
	          { 0x0000000604047c10, 0x000fc8000ff1e0ff },
	          { 0x0000000700057c10, 0x000fca00087fe4ff },
	          { 0x0000000804007986, 0x004fe2000c101d04 },
	  } },
	{ "two buffers",
	  true,
	  true,
	  {
	          { 0x00008800ff027b82, 0x000e220000000a00 },
	          { 0x0000820000047ab9, 0x000fce0000000a00 },
	          { 0x00008400ff047b82, 0x000e700000000a00 },
	          { 0x00008a00ff067b82, 0x000ea20000000a00 },
	          { 0x000000040b027825, 0x001fce00078e0202 },
	          { 0x00008600ff087b82, 0x000e220000000a00 },
	          { 0x0000000402037981, 0x000ee2000c1e1900 },
	          { 0x000000040b047825, 0x002fc800078e0204 },
	          { 0x000000040b067825, 0x044fe200078e0206 },
	          { 0x0000000304007986, 0x008fea000c101904 },
	          { 0x0000000406077981, 0x000ea2000c1e1900 },
	          { 0x000000040b087825, 0x001fca00078e0208 },
	          { 0x0000000708007986, 0x004fe2000c101904 },
	  } },
	{ "bytes",
	  true,
	  true,
	  {
	          { 0x0000860000047ab9, 0x000fe20000000a00 },
	          { 0x0000001fff007819, 0x000fe20000011404 },
	          { 0x0000840000067ab9, 0x000fe20000000a00 },
	          { 0x0000000404027c10, 0x000fc8000ff1e0ff },
	          { 0x0000000500037c10, 0x000fe200087fe4ff },
	          { 0x0000820000047ab9, 0x000fca0000000a00 },
	          { 0x0000000402037981, 0x000ea2000c1e1100 },
	          { 0x0000000604047c10, 0x000fc8000ff1e0ff },
	          { 0x0000000700057c10, 0x000fca00087fe4ff },
	          { 0x0000000304007986, 0x004fe2000c101104 },
	  } },
	{ "in a loop",
	  true,
	  true,
	  {
	          { 0x00008600ff067b82, 0x000e220000000a00 },
	          { 0x0000030000057ab9, 0x000fe20000000800 },
	          { 0x0000820000067ab9, 0x000fe20000000a00 },
	          { 0x00000005040472a4, 0x000fca000f8e023f },
	          { 0x00008400ff087b82, 0x000e6e0000000a00 },
	          { 0x0000000400027825, 0x005fcc00078e0206 },
	          { 0x0000000602037981, 0x000ea2000c1e1900 },
	          { 0x0000000400047825, 0x042fe200078e0208 },
	          { 0x0000000400007c10, 0x000fc8000fffe0ff },
	          { 0x0000000800007c0c, 0x000fe2000bf06270 },
	          { 0x0000000304007986, 0x0045d8000c101906 },
	  } },
	{ "times a factor",
	  false,
	  true,
	  {
	          { 0x00008600ff027b82, 0x000e220000000a00 },
	          { 0x0000820000047ab9, 0x000fe20000000a00 },
	          { 0x0000880000067ab9, 0x000fcc0000000800 },
	          { 0x00008400ff047b82, 0x000e620000000a00 },
	          { 0x0000000407027825, 0x001fcc00078e0202 },
	          { 0x0000000402027981, 0x000ea2000c1e1900 },
	          { 0x0000000407047825, 0x002fc800078e0204 },
	          { 0x0000000602077c20, 0x004fca0008400000 },
	          { 0x0000000704007986, 0x000fe2000c101904 },
	  } },
	{ "rows to columns",
	  false,
	  false,
	  {
	          { 0x0000000000077919, 0x000e220000002600 },
	          { 0x00008600ff027b82, 0x000e620000000a00 },
	          { 0x0000820000047ab9, 0x000fe20000000a00 },
	          { 0x0000000607057c24, 0x001fc8000f8e0200 },
	          { 0x0000000405027825, 0x002fe400078e0202 },
	          { 0x00008400ff047b82, 0x000e280000000a00 },
	          { 0x0000000402037981, 0x000ea2000c1e1900 },
	          { 0x0000000600077c24, 0x000fc8000f8e0207 },
	          { 0x0000000407047825, 0x001fca00078e0204 },
	          { 0x0000000304007986, 0x004fe2000c101904 },
	  } },
	{ "from where another buffer says",
	  false,
	  false,
	  {
	          { 0x00008800ff027b82, 0x000e220000000a00 },
	          { 0x0000820000047ab9, 0x000fce0000000a00 },
	          { 0x00008600ff047b82, 0x000e700000000a00 },
	          { 0x00008400ff067b82, 0x000ea20000000a00 },
	          { 0x0000000409027825, 0x001fcc00078e0202 },
	          { 0x0000000402037981, 0x000e64000c1e1900 },
	          { 0x0000000403047825, 0x002fcc00078e0204 },
	          { 0x0000000404057981, 0x000ee2000c1e1900 },
	          { 0x0000000409067825, 0x004fca00078e0206 },
	          { 0x0000000506007986, 0x008fe2000c101904 },
	  } },
	{ "if it is positive",
	  false,
	  false,
	  {
	          { 0x00008600ff027b82, 0x000e220000000a00 },
	          { 0x0000820000047ab9, 0x000fe20000000a00 },
	          { 0x0000000405027825, 0x001fca00078e0202 },
	          { 0x0000000402077981, 0x000ea4000c1e1900 },
	          { 0x000000ff0700720b, 0x004fda0003f04000 },
	          { 0x000000000000894d, 0x000fea0003800000 },
	          { 0x0000840000067ab9, 0x000fe20000000a00 },
	          { 0x0000001fff007819, 0x000fe40000011405 },
	          { 0x0000000605027c11, 0x000fc8000f8010ff },
	          { 0x0000000705037c11, 0x000fca00080f1400 },
	          { 0x0000000702007986, 0x000fe2000c101904 },
	  } },
	{ "the next one",
	  false,
	  false,
	  {
	          { 0x00008600ff027b82, 0x000e220000000a00 },
	          { 0x0000820000047ab9, 0x000fce0000000a00 },
	          { 0x00008400ff047b82, 0x000e620000000a00 },
	          { 0x0000000407027825, 0x001fcc00078e0202 },
	          { 0x0000040402037981, 0x000ea2000c1e1900 },
	          { 0x0000000407047825, 0x002fca00078e0204 },
	          { 0x0000000304007986, 0x004fe2000c101904 },
	  } },
};

START_TEST(tells_what_copies)
{
	struct moved moved = { 0 };

	for (int i = 0; i < INSTRUCTIONS_MOST && kernels[_i].code[i].low; i++)
		moved_take(&moved, &kernels[_i].code[i]);
	ck_assert_msg((moved.moves && !moved.does_more) == kernels[_i].copies, "%s",
	              kernels[_i].what);
	ck_assert_msg((moved.loads && moved.stores && !moved.elsewhere) ==
	                      kernels[_i].is_of_elements,
	              "of elements: %s", kernels[_i].what);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("moved");
	TCase *tests = tcase_create("moved");

	suite_add_tcase(suite, tests);
	tcase_add_loop_test(tests, tells_what_copies, 0, sizeof kernels / sizeof *kernels);
	return run_suite(suite);
}
