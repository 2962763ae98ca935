// SPDX-License-Identifier: MIT
// What lies within a span of time: sums over what the analyzer found, cut to the span.
import { firstAbove } from './order.js';

// The time budget between FROM and TO: [{ share: index, ns }], of the legend's order. LANE is that of the steps.
export function budgetWithin(timeline, lane, from, to) {
	const sums = new Map();
	for (let i = firstAbove(lane.end, from); i < lane.rows.length && lane.start[i] < to; i++) {
		const ns = Math.min(to, lane.end[i]) - Math.max(from, lane.start[i]);
		const share = timeline.steps.share[i];
		sums.set(share, (sums.get(share) ?? 0) + ns);
	}
	return [...sums].map(([share, ns]) => ({ share, ns })).sort((a, b) => a.share - b.share);
}

// Operations that run between FROM and TO by name: [{ name, category, count, ns }], the longest first. LANES are those
// of the streams. Times are cut to the span; in a box of several operations all of them count.
export function operationsWithin(timeline, lanes, from, to) {
	const { operations } = timeline;
	const sums = new Map();
	for (const lane of lanes)
		for (let i = firstAbove(lane.until, from); i < lane.rows.length && lane.start[i] < to; i++) {
			const row = lane.rows[i];
			if (lane.end[i] <= from)
				continue;
			const sum = sums.get(operations.name[row]) ?? { name: operations.name[row], category: operations.category[row], count: 0, ns: 0 };
			sum.count += operations.count[row];
			sum.ns += Math.min(to, lane.end[i]) - Math.max(from, lane.start[i]);
			sums.set(sum.name, sum);
		}
	return [...sums.values()].sort((a, b) => b.ns - a.ns);
}

// Those of FINDINGS with an operation between FROM and TO.
export function findingsWithin(findings, places, { operations }, from, to) {
	const isWithin = (row) => operations.start_ns[row] < to &&
		operations.start_ns[row] + operations.duration_ns[row] > from - Math.max(0, operations.wait_ns[row]);
	return findings.filter(({ number }) => places.rowsOf(number).some(isWithin));
}
