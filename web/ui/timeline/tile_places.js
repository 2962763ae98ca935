// SPDX-License-Identifier: MIT
// Where findings are among the operations that were joined of several tiles. A long run has a million of such places,
// and most are never looked at: what is asked for is looked up then.

// Which row each row of a part's tile became; -1: none.
function rowsOf({ table, at, cut, first, last }, becomes) {
	const rows = new Int32Array(table?.start_ns.length ?? 0).fill(-1);
	cut.forEach((row, i) => { rows[row] = becomes ? becomes[at + i] : at + i; });
	for (let row = first, place = at + cut.length; row < last; row++, place++)
		rows[row] = becomes ? becomes[place] : place;
	return rows;
}

// PARTS of tiles, and where their rows went (assembly.js): BECOMES. NUMBERS has, for each finding of the trace, its place
// in the report; -1: it is not there.
export function createTilePlaces({ parts, becomes }, numbers) {
	const told = parts.filter(({ tile }) => tile.places?.rows);
	const became = new Map();

	function rowsIn(part) {
		if (!became.has(part))
			became.set(part, rowsOf(part, becomes));
		return became.get(part);
	}

	const has = (number) => told.some(({ tile }) => [...tile.findings ??= new Set(tile.places.finding)].some((finding) => numbers[finding] === number));

	// Rows of NUMBER, as they come; a loop without calls, for there are many.
	function gather(number) {
		const isWanted = Uint8Array.from(numbers, (one) => one === number);
		const found = new Uint32Array(told.reduce((sum, { tile }) => sum + tile.places.rows, 0));
		let count = 0;
		for (const part of told) {
			const { rows, finding, operation } = part.tile.places;
			const place = rowsIn(part);
			for (let k = 0; k < rows; k++)
				if (isWanted[finding[k]] && place[operation[k]] >= 0)
					found[count++] = place[operation[k]];
		}
		return found.subarray(0, count);
	}

	return {
		has,
		// Each once, in order; undefined: the list has none.
		rowsOf(number) {
			const found = gather(number).sort();
			let count = 0;
			for (let i = 0; i < found.length; i++)
				if (!i || found[i] !== found[i - 1])
					found[count++] = found[i];
			return count ? found.slice(0, count) : undefined;
		},
		// The findings that are about ROW.
		at(row) {
			const found = new Set();
			for (const part of told) {
				const of = rowsIn(part).indexOf(row);
				const { rows, finding, operation } = part.tile.places;
				for (let k = 0; of >= 0 && k < rows; k++)
					if (operation[k] === of && numbers[finding[k]] >= 0)
						found.add(numbers[finding[k]]);
			}
			return found;
		},
	};
}
