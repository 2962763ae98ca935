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

// Rows of the table of places, by finding: they stand together.
function groupsOf({ rows, finding, operation }) {
	const groups = new Map();
	for (let first = 0, end; first < rows; first = end) {
		for (end = first + 1; end < rows && finding[end] === finding[first];)
			end++;
		groups.set(finding[first], operation.subarray(first, end));
	}
	return groups;
}

function examples(timeline, finding) {
	const rows = finding.operations.map((operation) => operationRow(timeline, operation)).filter((row) => row >= 0);
	return Uint32Array.from(new Set(rows)).sort();
}

// FINDINGS: [{ number, finding }] of PROCESS. Returns { rowsOf(number), worst(number), findingsAt(row) }.
export function createPlaces(timeline, findings, process) {
	const groups = timeline.places ? groupsOf(timeline.places) : null;
	const rows = new Map(findings.map(({ number, finding }) =>
		[number, groups?.get(number - 1) ?? (finding.process === process ? examples(timeline, finding) : new Uint32Array())]));
	const contains = (list, row) => list[firstAbove(list, row - 0.5)] === row;
	return {
		rowsOf: (number) => rows.get(number) ?? new Uint32Array(),
		// The one to look at first: its row, and where it begins; null: there is none.
		worst(number) {
			const { finding } = findings.find((candidate) => candidate.number === number);
			const row = finding.process === process && finding.operations.length ? operationRow(timeline, finding.operations[0]) : -1;
			if (row >= 0)
				return { row, start: finding.operations[0].start_ns };
			return rows.get(number)?.length ? { row: rows.get(number)[0] } : null;
		},
		findingsAt: (row) => findings.filter(({ number }) => contains(rows.get(number), row)),
	};
}
