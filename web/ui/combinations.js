// SPDX-License-Identifier: MIT
// Fixes as switches: which can be chosen, and the run that the analyzer predicts with those that are. Nothing is
// predicted here: every combination was replayed, and the report has them all.

// COMBINED is a process's `combinations`. Chosen fixes are a set of findings' numbers, from 1.
export function createCombinations(process) {
	const { fixes, left_out: leftOut, runs } = process.combinations ?? { fixes: [], left_out: 0, runs: [] };
	const numbers = fixes.map((finding) => finding + 1);
	const bits = new Map(numbers.map((number, i) => [number, 1 << i]));
	const maskOf = (chosen) => [...chosen].reduce((mask, number) => mask | bits.get(number), 0);
	const at = (mask) => runs[mask].wall_ns;

	return {
		numbers, // of the findings that can be chosen, the largest gain first
		leftOut,
		has: (number) => bits.has(number),
		// { wall_ns, budget } with these fixes; budget can be null.
		run: (chosen) => runs[maskOf(chosen)],
		// What these win together.
		gain: (chosen) => at(0) - at(maskOf(chosen)),
		// What the fix wins alone.
		alone: (number) => at(0) - at(bits.get(number)),
		// What it wins where the others that are chosen are made, too.
		beside(number, chosen) {
			const others = maskOf(chosen) & ~bits.get(number);
			return at(others) - at(others | bits.get(number));
		},
	};
}

// Of an address: absent is all, and unknown numbers are none.
export function readChosen(text, combinations) {
	if (text === undefined)
		return new Set(combinations.numbers);
	return new Set(text.split(',').map(Number).filter((number) => combinations.has(number)));
}

// For an address: null is all.
export function writeChosen(chosen, combinations) {
	if (chosen.size === combinations.numbers.length)
		return null;
	return [...chosen].sort((a, b) => a - b).join() || 'none';
}
