// SPDX-License-Identifier: MIT
// A long timeline as tiles (analyzer/report/fine_tiles.h): those that are loaded, and which of them show a part of the
// run. Every kind of rows is a tree: a tile of the next LEVEL is a quarter as long, and shows four times as much.
import { decodeTables } from './columns.js';
import { inflate } from '../embedded.js';

const ROWS_KEPT = 3e6; // of tiles that nothing shows

const keyOf = (rows, level, index) => `${rows} ${level} ${index}`;

// HEAD: what all tiles have in common.
export function createTiles(head) {
	const { cells, ratio, root_ns: root, rows: tables } = head.tiles;
	const kinds = Object.keys(tables);
	const loaded = new Map();

	const lengthOf = (level) => root / ratio ** level;
	const rangeOf = (level, index) => [head.first_ns + index * lengthOf(level), head.first_ns + (index + 1) * lengthOf(level)];

	// The coarsest level that shows NS in as many cells as there are PIXELS; the last one's cells are a ns.
	function levelOf(ns, pixels) {
		let level = 0;
		for (let cell = root / cells; cell > ns / pixels && cell > 1; cell /= ratio)
			level++;
		return level;
	}

	// The loaded tile that shows all there is of tile INDEX of LEVEL; undefined: there is none.
	function shows(rows, level, index) {
		const tile = loaded.get(keyOf(rows, level, index));
		if (tile || !level)
			return tile;
		const above = shows(rows, level - 1, Math.floor(index / ratio));
		return above?.isComplete ? above : undefined;
	}

	// Calls SEE(tile, from, to) for tiles that together show the run once, in order of time: between FROM and TO down
	// to LEVEL where that is loaded, elsewhere down to BASE.
	function cover(rows, { base, level, from, to }, see) {
		let last = null;
		const add = (tile, begin, end) => {
			if (last?.tile === tile) {
				last.end = end;
				return;
			}
			if (last?.tile)
				see(last.tile, last.begin, last.end);
			last = { tile, begin, end };
		};
		(function visit(at, index, above) {
			const [begin, end] = rangeOf(at, index);
			const tile = loaded.get(keyOf(rows, at, index)) ?? above;
			if (begin > head.last_ns)
				return;
			if (tile?.isComplete || !(at < base || (at < level && begin < to && end > from))) {
				add(tile, begin, end);
				return;
			}
			for (let i = 0; i < ratio; i++)
				visit(at + 1, index * ratio + i, tile);
		})(0, 0, null);
		if (last?.tile)
			see(last.tile, last.begin, last.end);
	}

	// Takes in the tiles of a reply: the size of a list in JSON, in 4 bytes, the list, and the tiles, each compressed.
	async function take(bytes) {
		const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
		const list = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
		let at = 4 + size;
		await Promise.all(list.map(async ({ rows, level, index, count, is_complete: isComplete, size: packed }) => {
			const body = bytes.subarray(at, at += packed);
			const key = keyOf(rows, level, index);
			if (loaded.has(key))
				return;
			const [from, to] = rangeOf(level, index);
			const read = packed ? decodeTables(await inflate(body), tables[rows]) : {};
			if (read[rows]) // they are from the tile's beginning on
				read[rows].start_ns.forEach((start, i, starts) => { starts[i] = start + from; });
			loaded.set(key, { ...read, rows: count, level, isComplete, from, to, resolution: lengthOf(level) / cells, used: 0 });
		}));
	}

	// Forgets what was not used since USED, as far as there is too much.
	function forget(used) {
		let sum = 0;
		for (const tile of loaded.values())
			sum += tile.rows;
		for (const [key, tile] of loaded)
			if (sum > ROWS_KEPT && tile.used < used) {
				loaded.delete(key);
				sum -= tile.rows;
			}
	}

	return { kinds, tables, rangeOf, lengthOf, levelOf, shows, cover, take, forget };
}
