// SPDX-License-Identifier: MIT
// Puts tiles together to tables, as if the timeline had been read as a whole: fine where it is looked at, coarse
// elsewhere. Boxes of several that tiles share are cut where the next tile begins; a single one is there once.
import { firstAbove } from './order.js';
import { arrayOf } from './columns.js';
import { createTilePlaces } from './tile_places.js';

const isSeveral = (table, row) => table.count[row] > 1;

// Rows of TABLE that a PIECE of the run shows: { cut: rows that begin before it, first, last: all between }.
function rowsOf(table, { tile, from }, to, before) {
	const first = firstAbove(table.start_ns, from - 0.5);
	const last = firstAbove(table.start_ns, to - 0.5, first);
	const cut = [];
	for (let row = 0; row < first; row++) {
		const end = table.start_ns[row] + table.duration_ns[row];
		// The piece before has a single one too, unless that was too short for it.
		if (end > from && (isSeveral(table, row) || !before || (before !== tile && table.duration_ns[row] < before.resolution)))
			cut.push(row);
	}
	return { cut, first, last };
}

// Puts the rows of JOINED in order of start. They are, but for a few, which move a little. Returns where each row is
// afterwards; null: none moved.
function putInOrder(joined, columns) {
	const starts = joined.start_ns;
	let was = null; // which row stood there before
	for (let row = 1; row < joined.rows; row++) {
		if (starts[row] >= starts[row - 1])
			continue;
		const to = firstAbove(starts, starts[row], 0, row - 1);
		was ??= Uint32Array.from(starts, (_, i) => i);
		for (const values of [was, ...columns.map(({ name }) => joined[name])]) {
			const value = values[row];
			values.copyWithin(to + 1, to, row);
			values[to] = value;
		}
	}
	if (!was)
		return null;
	const becomes = new Uint32Array(joined.rows);
	for (let row = 0; row < joined.rows; row++)
		becomes[was[row]] = row;
	return becomes;
}

// Cuts boxes of several to the piece that they are drawn in: the next one has what follows.
function cutBoxes(joined, { tile, table, at, cut, first, last, from, to }) {
	if (!table || (from <= tile.from && to >= tile.to))
		return;
	const { start_ns: start, duration_ns: duration, idle_ns: idle } = joined;
	for (let row = at, end = at + cut.length + last - first; row < end; row++) {
		if ((start[row] >= from && start[row] + duration[row] <= to) || !isSeveral(joined, row))
			continue;
		const until = Math.min(to, start[row] + duration[row]);
		const whole = duration[row];
		start[row] = Math.max(from, start[row]);
		duration[row] = Math.max(0, until - start[row]);
		if (idle?.[row])
			idle[row] *= duration[row] / whole;
	}
}

// The PIECES' rows of the table DEFINITION, what each PART of them is, and where rows went when they were put in order.
function joinTable({ name, columns }, pieces) {
	let rows = 0;
	const parts = pieces.map((piece, i) => {
		const part = { ...piece, table: piece.tile[name], at: rows, cut: [], first: 0, last: 0 };
		if (part.table)
			Object.assign(part, rowsOf(part.table, piece, piece.to, pieces[i - 1]?.tile));
		rows += part.cut.length + part.last - part.first;
		return part;
	});
	const joined = { rows };
	for (const column of columns) {
		const values = arrayOf(column, rows);
		for (const { table, at, cut, first, last } of parts) {
			if (!table)
				continue;
			cut.forEach((row, i) => { values[at + i] = table[column.name][row]; });
			values.set(table[column.name].subarray(first, last), at + cut.length);
		}
		joined[column.name] = values;
	}
	for (const part of parts)
		cutBoxes(joined, part);
	return { joined, parts, becomes: putInOrder(joined, columns) };
}

// The tables of what TILES show of VIEW: { base, level, from, to }, as tiles.cover() takes it; `places` has what places.js
// asks for. NUMBERS has, for each finding of the trace, its place in the report; -1: it is not there.
export function assemble(tiles, view, numbers, used) {
	const tables = {};
	for (const rows of tiles.kinds) {
		const pieces = [];
		tiles.cover(rows, view, (tile, from, to) => {
			tile.used = used;
			pieces.push({ tile, from, to });
		});
		const table = joinTable(tiles.tables[rows][0], pieces);
		tables[rows] = table.joined;
		if (rows === 'operations')
			tables.places = createTilePlaces(table, numbers);
	}
	return tables;
}
