// SPDX-License-Identifier: MIT
// Binary search over ascending numbers.

// The first index from LOW on whose value is above LIMIT; the length where there is none.
export function firstAbove(values, limit, low = 0) {
	let high = values.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (values[middle] > limit)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

// The same, fast where it is near LOW.
export function gallopAbove(values, limit, low) {
	let step = 1;
	let at = low;
	while (at + step < values.length && values[at + step] <= limit) {
		at += step;
		step *= 2;
	}
	if (at < values.length && values[at] > limit)
		return at;
	const end = Math.min(values.length, at + step);
	let high = end;
	let from = at;
	while (from < high) {
		const middle = (from + high) >>> 1;
		if (values[middle] > limit)
			high = middle;
		else
			from = middle + 1;
	}
	return from;
}
