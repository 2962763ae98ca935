// SPDX-License-Identifier: MIT
// How much of a part of the run the spans of a lane ran, however many they are: what they ran up to each of them is
// summed once. Spans that overlap count once, and of a box of several the time in which any of them ran.
import { gallopAbove } from './order.js';

// IDLE: by row, what of a box none of its spans ran; undefined: nothing is known of that. Returns share(from, to), 0 to 1:
// quick where parts ascend.
export function createBusy({ rows, start, end, until }, idle) {
	const sums = new Float64Array(rows.length);
	const ran = (i) => (idle?.[rows[i]] > 0 ? 1 - idle[rows[i]] / (end[i] - start[i]) : 1); // of its time
	let last = -Infinity;
	for (let i = 0, sum = 0; i < rows.length; i++) {
		sum += Math.max(0, end[i] - Math.max(start[i], last)) * ran(i);
		sums[i] = sum;
		last = until[i];
	}
	let at = 0; // where the last part ended

	function upTo(time) {
		at = gallopAbove(start, time, at > 0 && start[at - 1] > time ? 0 : at);
		return at ? sums[at - 1] - Math.max(0, until[at - 1] - time) * ran(at - 1) : 0;
	}

	return (from, to) => {
		const before = upTo(from);
		return Math.min(1, Math.max(0, (upTo(to) - before) / (to - from)));
	};
}
