// SPDX-License-Identifier: MIT
// From what is selected to what is beside it: in its lane, in the lanes above and below, and to what it waited for.
import { NONE } from './columns.js';
import { neighbour } from './hit.js';
import { blockerOf, waitedOf } from './links.js';
import { firstAbove } from './order.js';

// The span of LANE that is nearest to TIME.
function nearest(lane, time) {
	const after = firstAbove(lane.start, time);
	const before = after - 1;
	const at = before >= 0 && (after >= lane.rows.length || time - lane.end[before] <= lane.start[after] - time) ? before : after;
	return { table: lane.table, row: lane.rows[at] };
}

// DIRECTION spans later in the lane of ITEM; without one, the first operation. null: there is none.
export function inLane({ allLanes, lanes }, item, direction) {
	const lane = item && allLanes.find((candidate) => candidate.table === item.table && candidate.has(item.row));
	return lane ? neighbour(lane, item, direction) : lanes.streams[0] ? { table: 'operations', row: lanes.streams[0].rows[0] } : null;
}

// In the next lane that has anything, above (-1) or below (1) that of ITEM, what is nearest to TIME. Operations are in
// lanes of queues and copy engines, too: those are not gone to. null: there is none.
export function inNextLane({ rows }, item, time, direction) {
	const lanes = rows.map((row) => row.lane).filter((lane) => lane?.rows?.length && (lane.table !== 'operations' || lane.isStream));
	const at = lanes.findIndex((lane) => lane.table === item.table && lane.has(item.row));
	const next = lanes[at + direction];
	return at >= 0 && next ? nearest(next, time) : null;
}

// What held an operation back, or what a call waited for; null: nothing.
export function causeOf(timeline, { table, row }) {
	const of = { calls: waitedOf, operations: blockerOf }[table];
	const cause = of ? of(timeline, row) : NONE;
	return cause === NONE ? null : { table: 'operations', row: cause };
}
