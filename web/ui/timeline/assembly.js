// SPDX-License-Identifier: MIT
// Puts tiles together to tables, as if the timeline had been read as a whole: fine where it is looked at, coarse
// elsewhere. Boxes of several that tiles share are cut where the next tile begins; a single one is there once.
import { firstAbove } from './order.js';
import { arrayOf } from './columns.js';

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

// Puts the rows of JOINED in order of start. They are, but for a few, which move a little: [[from, to]] of these.
function putInOrder(joined, columns) {
	const starts = joined.start_ns;
	const moves = [];
	for (let row = 1; row < joined.rows; row++) {
		if (starts[row] >= starts[row - 1])
			continue;
		let to = row - 1;
		while (to > 0 && starts[to - 1] > starts[row])
			to--;
		for (const { name } of columns) {
			const values = joined[name];
			const value = values[row];
			values.copyWithin(to + 1, to, row);
			values[to] = value;
		}
		moves.push([row, to]);
	}
	return moves;
}

// Where ROW is after MOVES.
function movedBy(moves, row) {
	for (const [from, to] of moves)
		if (row === from)
			row = to;
		else if (row >= to && row < from)
			row++;
	return row;
}

// Cuts boxes of several to the piece that they are drawn in: the next one has what follows.
function cutBoxes(joined, { tile, table, at, cut, first, last, from, to }) {
	if (!table || (from <= tile.from && to >= tile.to))
		return;
	const { start_ns: start, duration_ns: duration } = joined;
	for (let row = at, end = at + cut.length + last - first; row < end; row++) {
		if ((start[row] >= from && start[row] + duration[row] <= to) || !isSeveral(joined, row))
			continue;
		const until = Math.min(to, start[row] + duration[row]);
		start[row] = Math.max(from, start[row]);
		duration[row] = Math.max(0, until - start[row]);
	}
}

// The PIECES' rows of the table DEFINITION, and at[piece](row of its tile): which row that became, -1: none.
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
	const moves = putInOrder(joined, columns);
	const at = parts.map(({ at: begin, cut, first, last }) => (row) => {
		const place = row < first ? cut.indexOf(row) : row < last ? cut.length + row - first : -1;
		return place < 0 ? -1 : movedBy(moves, begin + place);
	});
	return { joined, at };
}

// Where findings are: { rows, finding, operation }, by finding and then by operation. NUMBERS has, for each finding of
// the trace, its place in the report; -1: it is not there.
function joinPlaces(pieces, at, numbers) {
	const places = [];
	pieces.forEach(({ tile }, i) => {
		for (let k = 0; k < (tile.places?.rows ?? 0); k++) {
			const number = numbers[tile.places.finding[k]];
			const row = at[i](tile.places.operation[k]);
			if (number >= 0 && row >= 0)
				places.push(number * 2 ** 32 + row);
		}
	});
	const sorted = Float64Array.from(new Set(places)).sort();
	return { rows: sorted.length, finding: Uint32Array.from(sorted, (both) => Math.floor(both / 2 ** 32)), operation: Uint32Array.from(sorted, (both) => both % 2 ** 32) };
}

// The tables of what TILES show of VIEW: { base, level, from, to }, as tiles.cover() takes it.
export function assemble(tiles, view, numbers, used) {
	const tables = {};
	for (const rows of tiles.kinds) {
		const pieces = [];
		tiles.cover(rows, view, (tile, from, to) => {
			tile.used = used;
			pieces.push({ tile, from, to });
		});
		const { joined, at } = joinTable(tiles.tables[rows][0], pieces);
		tables[rows] = joined;
		if (rows === 'operations')
			tables.places = joinPlaces(pieces, at, numbers);
	}
	return tables;
}
