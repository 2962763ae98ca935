// SPDX-License-Identifier: MIT
// Where findings are: all operations that each is about, as the analyzer listed them; of a timeline without the list,
// the examples that the report names.
import { firstAbove } from './order.js';

// The row of the operation that a finding names by its start, device and stream; -1: it is not there.
export function operationRow(timeline, { start_ns: start, device, stream }) {
	const { operations, tracks } = timeline;
	let row = firstAbove(operations.start_ns, start) - 1;
	for (let steps = 0; row >= 0 && steps < 100000; row--, steps++) {
		const track = tracks[operations.track[row]];
		if (track.device === device && track.stream === stream)
			return start < operations.start_ns[row] + Math.max(1, operations.duration_ns[row]) ? row : -1;
	}
	return -1;
}

const contains = (list, row) => list[firstAbove(list, row - 0.5)] === row;

// The table of places, in which those of a finding stand together, as tile_places.js has them of windows.
function listOf({ rows, finding, operation }) {
	const groups = new Map();
	for (let first = 0, end; first < rows; first = end) {
		for (end = first + 1; end < rows && finding[end] === finding[first];)
			end++;
		groups.set(finding[first], operation.subarray(first, end));
	}
	return {
		has: (number) => groups.has(number),
		rowsOf: (number) => groups.get(number),
		at: (row) => new Set([...groups].filter(([, list]) => contains(list, row)).map(([number]) => number)),
	};
}

function examples(timeline, finding) {
	const rows = finding.operations.map((operation) => operationRow(timeline, operation)).filter((row) => row >= 0);
	return Uint32Array.from(new Set(rows)).sort();
}

// FINDINGS: [{ number, finding }] of PROCESS. Returns { has(number), rowsOf(number), worst(number), findingsAt(row) }.
export function createPlaces(timeline, findings, process) {
	const list = timeline.places?.rowsOf ? timeline.places : timeline.places && listOf(timeline.places);
	const rows = new Map();
	const findingOf = (number) => findings.find((candidate) => candidate.number === number)?.finding;

	function rowsOf(number) {
		if (!rows.has(number)) {
			const finding = findingOf(number);
			rows.set(number, list?.rowsOf(number - 1) ?? (finding?.process === process ? examples(timeline, finding) : new Uint32Array()));
		}
		return rows.get(number);
	}

	return {
		has: (number) => list?.has(number - 1) || rowsOf(number).length > 0,
		rowsOf,
		// The one to look at first: its row, and where it begins; null: there is none.
		worst(number) {
			const finding = findingOf(number);
			const row = finding.process === process && finding.operations.length ? operationRow(timeline, finding.operations[0]) : -1;
			if (row >= 0)
				return { row, start: finding.operations[0].start_ns };
			return rowsOf(number).length ? { row: rowsOf(number)[0] } : null;
		},
		findingsAt(row) {
			const there = list?.at(row);
			return findings.filter(({ number }) => there?.has(number - 1) || (!list?.has(number - 1) && contains(rowsOf(number), row)));
		},
	};
}
