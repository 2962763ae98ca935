// SPDX-License-Identifier: MIT
// What of a long timeline is fetched: the whole run coarsely at first, then the tiles around what is looked at, as fine
// as the screen can show. What is looked at no longer is not waited for. Until all is there, what was shown stays.
import { assemble } from './assembly.js';
import { createTiles } from './tiles.js';

const BASE_PIXELS = 500; // of the whole run, which is always there
const CELL_PIXELS = 1.5; // what is shorter, in pixels, may be joined to its neighbours
const MARGIN = 0.4; // of what is seen, on both sides
const PATIENCE_MS = 200; // for the last of several tiles, after the first, and for what comes while zooming out
const RETRY_MS = 3000;

// ASK(window, signal) is a promise of the reply's bytes; NUMBERS as in assembly.js.
export function createWindows(head, ask, numbers) {
	const tiles = createTiles(head);
	const base = tiles.levelOf(head.last_ns - head.first_ns + 1, BASE_PIXELS);
	const asked = new Map(); // "LEVEL INDEX" to AbortController
	let wanted = { level: base, first: 0, last: -1 };
	let shown = null; // what was assembled
	let timer = 0;
	let retry = 0;
	let isFailing = false; // then it is tried again after a while, not at every look
	let use = 0;
	let changed = () => {};
	let failed = () => {};

	const lacks = (level, index) => tiles.kinds.filter((rows) => !tiles.shows(rows, level, index));

	function show() {
		clearTimeout(timer);
		timer = 0;
		shown = { ...wanted };
		changed();
	}

	// Arrived: shown at once where nothing is lacking, else after a while.
	function arrived() {
		if (![...asked.keys()].length)
			show();
		else
			timer ||= setTimeout(show, PATIENCE_MS);
	}

	async function fetchTile(level, index, rows) {
		const key = `${level} ${index}`;
		const controller = new AbortController();
		const [from, to] = tiles.rangeOf(level, index);
		asked.set(key, controller);
		try {
			await tiles.take(await ask({ from, to, pixels: head.tiles.cells, rows: rows.join(',') }, controller.signal));
			isFailing = false;
		} catch (error) {
			if (!controller.signal.aborted) {
				isFailing = true;
				failed(error);
				clearTimeout(retry);
				retry = setTimeout(() => {
					isFailing = false;
					request();
				}, RETRY_MS);
			}
			return;
		} finally {
			if (asked.get(key) === controller)
				asked.delete(key);
		}
		if (!controller.signal.aborted)
			arrived();
	}

	function request() {
		const { level, first, last } = wanted;
		for (const [key, controller] of asked) {
			const [at, index] = key.split(' ').map(Number);
			if (at !== level || index < first || index > last) {
				asked.delete(key);
				controller.abort();
			}
		}
		for (let index = first; index <= last && !isFailing; index++) {
			const rows = lacks(level, index);
			if (rows.length && !asked.has(`${level} ${index}`))
				fetchTile(level, index, rows);
		}
		if (!isFailing)
			failed(null);
	}

	// Whether what is seen is within what was assembled.
	function isShown({ level, seen }) {
		return shown && shown.level === level && seen[0] >= shown.first && seen[1] <= shown.last;
	}

	return {
		// A promise: the whole run is there, as coarse as it is always there.
		async open() {
			await tiles.take(await ask({ from: head.first_ns, to: head.last_ns + 1, pixels: BASE_PIXELS }));
			wanted.last = Math.floor((head.last_ns - head.first_ns) / tiles.lengthOf(base));
			shown = { ...wanted };
		},

		// The tables of what is to be shown.
		tables() {
			const [from] = tiles.rangeOf(shown.level, shown.first);
			const [, to] = tiles.rangeOf(shown.level, shown.last);
			use++;
			const tables = assemble(tiles, { base, level: shown.level, from, to }, numbers, use);
			tiles.forget(use - 2);
			return tables;
		},

		// SPAN is looked at.
		look(span) {
			const level = Math.max(base, tiles.levelOf(span.to - span.from, span.width / CELL_PIXELS));
			const length = tiles.lengthOf(level);
			const most = Math.floor((head.last_ns - head.first_ns) / length);
			const cell = (time) => Math.max(0, Math.min(most, Math.floor((time - head.first_ns) / length)));
			const margin = MARGIN * (span.to - span.from);
			const seen = [cell(span.from), cell(span.to)];
			if (isShown({ level, seen }) && wanted.level === level &&
				cell(span.from - margin / 2) >= wanted.first && cell(span.to + margin / 2) <= wanted.last)
				return;
			wanted = { level, first: cell(span.from - margin), last: cell(span.to + margin) };
			request();
			if (asked.size || isShown({ level, seen }))
				return;
			// Farther away what is shown is finer than need be in the middle, and fine enough around it: no hurry.
			if (level < shown.level)
				timer ||= setTimeout(show, PATIENCE_MS);
			else
				show();
		},

		// CHANGE() is called when other tables are to be shown, FAIL(error) when something cannot be had, or null when
		// it can again.
		listen(change, fail) {
			changed = change;
			failed = fail;
		},

		close() {
			clearTimeout(timer);
			clearTimeout(retry);
			timer = 0;
			for (const controller of asked.values())
				controller.abort();
			changed = failed = () => {};
		},
	};
}
