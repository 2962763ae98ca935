// SPDX-License-Identifier: MIT
// What is under the pointer, and where an operation, call or range stands.
import { firstAbove } from './order.js';

const BACK = 500; // spans looked at before giving up: more than overlap at one place

function hitSpans(spans, time, tolerance) {
	let best = -1;
	for (let i = firstAbove(spans.start, time + tolerance) - 1, steps = 0; i >= 0 && steps < BACK; i--, steps++) {
		if (spans.until[i] < time - tolerance)
			break;
		if (spans.end[i] >= time - tolerance && (best < 0 || spans.start[i] > spans.start[best]))
			best = i;
	}
	return best;
}

// { table, row, lane, isWait } at TIME in LANE, within TOLERANCE ns; null: nothing.
export function hitLane(lane, time, tolerance) {
	const i = hitSpans(lane, time, tolerance);
	if (i >= 0)
		return { table: lane.table, row: lane.rows[i], lane, isWait: false };
	const wait = lane.waits ? hitSpans(lane.waits, time, 0) : -1;
	return wait < 0 ? null : { table: lane.table, row: lane.waits.rows[wait], lane, isWait: true };
}

// The value of a lane of values at TIME; null: none.
export function valueAt(lane, time) {
	const value = lane.values[Math.floor((time - lane.start_ns) / lane.interval_ns)];
	return value === undefined || Number.isNaN(value) ? null : value;
}

export function timesOf(timeline, { table, row }) {
	const { start_ns: start, duration_ns: duration } = timeline[table];
	return [start[row], start[row] + duration[row]];
}

// Where ITEM stands in each lane that has it, its stream's first: [{ x0, x1, y0, y1, row }].
export function placesOf(timeline, layout, span, item) {
	const [start, end] = timesOf(timeline, item);
	return layout.rows.filter((row) => row.lane?.table === item.table && row.lane.has(item.row))
		.sort((a, b) => Boolean(b.lane.isStream) - Boolean(a.lane.isStream))
		.map((row) => ({ x0: span.x(start), x1: span.x(end), y0: row.y, y1: row.y + row.height, row }));
}

// The neighbour of ITEM in LANE, STEP spans later; null: there is none.
export function neighbour(lane, item, step) {
	let at = lane.rows.indexOf(item.row);
	at += step;
	return at >= 0 && at < lane.rows.length ? { table: lane.table, row: lane.rows[at] } : null;
}
