// SPDX-License-Identifier: MIT
// What rows refer to: what held an operation back, the call that issued it, what a call waited for. A timeline that is
// there as a whole has rows of tables; one in windows says where the other stands (columns *_lane, *_before_ns), and
// which row that is depends on what is shown.
import { NONE } from './columns.js';
import { firstAbove } from './order.js';

const BACK = 100000; // rows that are looked at before giving up

// The number of the lane that ROW is in, among those of TABLE: a track, or a thread and a depth.
export function laneNumber(timeline, table, row) {
	const { track, thread, depth } = timeline[table];
	return track ? track[row] : thread ? thread[row] * 16 + depth[row] : 0;
}

// The row of TABLE in LANE that begins at START, or in which START lies; NONE: there is none.
export function rowAt(timeline, table, lane, start) {
	const { start_ns: starts, duration_ns: durations } = timeline[table];
	let row = firstAbove(starts, start) - 1;
	for (let steps = 0; row >= 0 && steps < BACK; row--, steps++)
		if (laneNumber(timeline, table, row) === lane)
			return start <= starts[row] + durations[row] ? row : NONE;
	return NONE;
}

function follow(timeline, table, row, what, into) {
	const columns = timeline[table];
	if (columns[what])
		return columns[what][row];
	const lane = columns[`${what}_lane`][row];
	const other = lane === NONE ? NONE : rowAt(timeline, into, lane, columns.start_ns[row] - columns[`${what}_before_ns`][row]);
	return other === row && table === into ? NONE : other;
}

export const blockerOf = (timeline, row) => follow(timeline, 'operations', row, 'blocker', 'operations');
export const callOf = (timeline, row) => follow(timeline, 'operations', row, 'call', 'calls');
export const waitedOf = (timeline, row) => follow(timeline, 'calls', row, 'waited', 'operations');

// { name, track } of the operation that a row of TABLE refers to as WHAT, wherever that is; null: it refers to none.
export function operationOf(timeline, table, row, what) {
	const columns = timeline[table];
	const { operations } = timeline;
	if (!columns[what])
		return columns[`${what}_lane`][row] === NONE ? null : { name: columns[`${what}_name`][row], track: columns[`${what}_lane`][row] };
	const other = columns[what][row];
	return other === NONE ? null : { name: operations.name[other], track: operations.track[other] };
}

export const hasWaited = (calls, row) => (calls.waited ?? calls.waited_lane)[row] !== NONE;
