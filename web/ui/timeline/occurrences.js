// SPDX-License-Identifier: MIT
// Places to go through, one after the other: what a search found, a finding's operations, the steps of a share.
import { firstAbove, pick } from './order.js';
import { timesOf } from './hit.js';

const tables = ['operations', 'ranges', 'samples', 'calls'];

// LISTS: [{ table, rows in order of start, their start? }]. Returns { count, next(time), before(time), position(item) }.
function createOccurrences(timeline, lists) {
	const filled = lists.filter(({ rows }) => rows.length).map(({ table, rows, start }) => ({
		table, rows, start: start ?? pick(timeline[table].start_ns, rows),
	}));
	const itemsAt = (step) => (time) => {
		let best = null;
		for (const { table, rows, start } of filled) {
			const at = step > 0 ? firstAbove(start, time) : firstAbove(start, time - 0.5) - 1;
			if (at >= 0 && at < rows.length && (!best || step * (start[at] - best.time) < 0))
				best = { table, row: rows[at], time: start[at] };
		}
		return best;
	};
	return {
		count: filled.reduce((sum, { rows }) => sum + rows.length, 0),
		next: itemsAt(1),
		before: itemsAt(-1),
		// From 1; 0: it is none of them.
		position(item) {
			const [time] = timesOf(timeline, item);
			const list = filled.find(({ table }) => table === item.table);
			if (!list || list.rows[firstAbove(list.start, time - 0.5)] === undefined)
				return 0;
			return filled.reduce((sum, { start }) => sum + firstAbove(start, time - 0.5), 0) + 1;
		},
	};
}

// What has TEXT in its name, in any case: { found(lane, row), occurrences }; null: TEXT is empty.
export function search(timeline, text) {
	const needle = text.trim().toLowerCase();
	if (!needle)
		return null;
	const matches = Uint8Array.from(timeline.names, (name) => (name.toLowerCase().includes(needle) ? 1 : 0));
	const lists = tables.filter((table) => timeline[table]).map((table) => {
		const { name, rows } = timeline[table];
		let count = 0;
		for (let row = 0; row < rows; row++)
			count += matches[name[row]];
		const found = new Uint32Array(count);
		for (let row = 0, at = 0; row < rows; row++)
			if (matches[name[row]])
				found[at++] = row;
		return { table, rows: found };
	});
	return {
		found: (lane, row) => matches[timeline[lane.table].name[row]] === 1,
		occurrences: createOccurrences(timeline, lists),
	};
}

// ROWS of operations, in order.
const operationOccurrences = (timeline, rows) => createOccurrences(timeline, [{ table: 'operations', rows }]);

// Where the run's time went to the share SHARE, an index of the legend's. LANE is that of the steps.
function shareOccurrences(timeline, share, lane) {
	const rows = lane.rows.filter((row) => timeline.steps.share[row] === share);
	return createOccurrences(timeline, [{ table: 'steps', rows, start: pick(lane.start, rows) }]);
}

// Where there is no lane of steps: what was held back by the share ID, by one of its CAUSES.
function heldOccurrences(timeline, causes, id) {
	const { cause, wait_ns: wait, rows } = timeline.operations;
	const held = Uint32Array.from({ length: rows }, (_, row) => row).filter((row) => wait[row] > 0 && causes[cause[row]].share === id);
	return createOccurrences(timeline, [{ table: 'operations', rows: held }]);
}

// The places that STATE says one goes through: of the finding placesOf, or of the share shareId.
export function findPlaces(state, { model, timeline, places, lanes }) {
	const share = state.shareId ? model.report.legend.shares.findIndex(({ id }) => id === state.shareId) : -1;
	state.places = null;
	if (state.placesOf)
		state.places = operationOccurrences(timeline, places.rowsOf(state.placesOf));
	else if (share >= 0)
		state.places = lanes.steps ? shareOccurrences(timeline, share, lanes.steps) : heldOccurrences(timeline, model.causes, state.shareId);
}
