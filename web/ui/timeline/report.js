// SPDX-License-Identifier: MIT
// The timeline that a report carries, in the tables of columns.js: what GPUs did and what held it back. Calls, ranges
// and the steps of the budget are in the trace alone; their tables are empty.
import { NONE } from './columns.js';

const nothing = { rows: 0, start_ns: [], duration_ns: [], name: [], count: [], thread: [], depth: [], share: [], failed: [], waited: [] };
const empty = ['calls', 'ranges', 'samples', 'overheads', 'shapes', 'steps', 'warps'];

function operationsOf(tracks) {
	const rows = tracks.reduce((sum, track) => sum + track.start_ns.length, 0);
	const places = new Array(rows);
	let at = 0;
	tracks.forEach((track, index) => {
		for (let i = 0; i < track.start_ns.length; i++)
			places[at++] = [index, i];
	});
	places.sort(([a, i], [b, j]) => tracks[a].start_ns[i] - tracks[b].start_ns[j]);
	const column = (Array, of) => Array.from(places, ([track, i]) => of(tracks[track], i, track));
	return {
		rows,
		start_ns: column(Float64Array, (track, i) => track.start_ns[i]),
		duration_ns: column(Float64Array, (track, i) => track.duration_ns[i]),
		wait_ns: column(Float64Array, (track, i) => track.wait_ns[i]),
		size_bytes: new Float64Array(rows).fill(NaN), // not known
		track: column(Uint32Array, (_, i, index) => index),
		name: column(Uint32Array, (track, i) => track.name[i]),
		count: column(Uint32Array, (track, i) => track.count[i]),
		cause: column(Uint8Array, (track, i) => track.cause[i]),
		category: column(Uint8Array, (track, i) => track.category[i]),
		...Object.fromEntries(['blocker', 'call', 'shape', 'memory'].map((name) => [name, new Uint32Array(rows).fill(NONE)])),
	};
}

// Of process INDEX of REPORT.
export function timelineOfReport(report, index) {
	const { tracks, names, resolution_ns: resolution } = report.timelines[index];
	const { first_ns, last_ns } = report.processes[index];
	const operations = operationsOf(tracks);
	return {
		first_ns, last_ns, names, operations,
		tracks: tracks.map(({ device, context, stream, stream_type, queue, operations: count }) =>
			({ device, context, stream, stream_type, queue: queue ?? -1, priority: 0, operations: count })),
		threads: [],
		gpu_warps: [],
		recorded: { operations: operations.count.reduce((sum, count) => sum + count, 0), calls: 0, ranges: 0 },
		resolution_ns: { operations: resolution, calls: 0, ranges: 0, steps: 0 },
		...Object.fromEntries(empty.map((name) => [name, nothing])),
		lack: 'Only what the GPUs did, as the report has it. What the time went to, the host\'s calls, NVTX ranges and launch shapes are in the trace',
	};
}
