// SPDX-License-Identifier: MIT
// Columns of numbers: binary search where they ascend, and some of them picked.

// The first index from LOW on whose value is above LIMIT; HIGH where there is none before it.
export function firstAbove(values, limit, low = 0, high = values.length) {
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

// The VALUES of ROWS. A loop: there are millions, and from() would call a function for each.
export function pick(values, rows) {
	const picked = new values.constructor(rows.length);
	for (let i = 0; i < rows.length; i++)
		picked[i] = values[rows[i]];
	return picked;
}
