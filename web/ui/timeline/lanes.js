// SPDX-License-Identifier: MIT
// The rows of the timeline, made once of the columns. A lane of spans has them in order of start:
//   { label, title, table, rows: index into the table, start, end, until: the latest end so far, colour, share(from, to):
//     how much of that time they ran (busy.js), waits }
// `waits` has the same for the time before each operation in which something held it back.
// A lane of values has { label, most: as text, title: what it means, values, start_ns, interval_ns, limit, colour, format }.
import { formatBytes, formatCount, formatPercent, formatPlural, formatRate, formatReal } from '../format.js';
import { meaningOf } from '../words.js';
import { createBusy } from './busy.js';
import { hasWaited } from './links.js';
import { colourIndex } from './palette.js';

const HOST_LANES = 12; // more begin closed

// `until` where ends ascend is the ends themselves.
function latestEnds(end) {
	let isAscending = true;
	for (let i = 1; isAscending && i < end.length; i++)
		isAscending = end[i] >= end[i - 1];
	if (isAscending)
		return end;
	const until = Float64Array.from(end);
	for (let i = 1; i < until.length; i++)
		if (until[i] < until[i - 1])
			until[i] = until[i - 1];
	return until;
}

// A lane also has has(row): whether a row of its table is in it.

// Spans of ROWS in order of start; the columns START, DURATION and COLOUR are of their table. Plain loops: there are
// millions.
function createSpans(rows, { start: starts, duration, colour: colours }) {
	const start = new Float64Array(rows.length);
	const end = new Float64Array(rows.length);
	const colour = new Uint8Array(rows.length);
	let isAscending = true;
	for (let i = 1; isAscending && i < rows.length; i++)
		isAscending = starts[rows[i]] >= starts[rows[i - 1]];
	if (!isAscending)
		rows.sort((a, b) => starts[a] - starts[b]);
	for (let i = 0; i < rows.length; i++) {
		const row = rows[i];
		start[i] = starts[row];
		end[i] = starts[row] + duration[row];
		colour[i] = colours[row];
	}
	return { rows, start, end, until: latestEnds(end), colour };
}

// Deals rows to lanes, of which LANES has the number of each, -1 none. Returns a map of lane to rows.
function deal(lanes) {
	let most = -1;
	for (let row = 0; row < lanes.length; row++)
		if (lanes[row] > most)
			most = lanes[row];
	const sizes = new Uint32Array(most + 1);
	for (let row = 0; row < lanes.length; row++)
		if (lanes[row] >= 0)
			sizes[lanes[row]]++;
	const dealt = Array.from(sizes, (size) => new Uint32Array(size));
	sizes.fill(0);
	for (let row = 0; row < lanes.length; row++)
		if (lanes[row] >= 0)
			dealt[lanes[row]][sizes[lanes[row]]++] = row;
	return new Map(dealt.map((rows, lane) => [lane, rows]).filter(([, rows]) => rows.length));
}

// Deals operations to lanes by their track: LANE_OF has a lane for each track.
function dealTracks({ track, rows }, laneOf) {
	const lanes = new Int32Array(rows);
	for (let row = 0; row < rows; row++)
		lanes[row] = laneOf[track[row]];
	return deal(lanes);
}

// What lanes of operations are made of: columns for streams, for queues, and for the waits before them.
function operationColumns(model, timeline) {
	const { operations } = timeline;
	const shades = ['kernel', 'kernel1', 'kernel2'].map(colourIndex);
	const others = [0, colourIndex('copy'), colourIndex('fill')];
	const causes = model.causes.map((cause) => colourIndex(cause.share));
	const columns = { start: operations.start_ns, duration: operations.duration_ns, idle: operations.idle_ns };
	const byName = new Uint8Array(operations.rows);
	const byTrack = new Uint8Array(operations.rows);
	const waitStart = new Float64Array(operations.rows);
	const byCause = new Uint8Array(operations.rows);
	for (let row = 0; row < operations.rows; row++) {
		const category = operations.category[row];
		byName[row] = category ? others[category] : shades[operations.name[row] % 3];
		byTrack[row] = category ? others[category] : shades[operations.track[row] % 3];
		waitStart[row] = operations.start_ns[row] - operations.wait_ns[row];
		byCause[row] = causes[operations.cause[row]];
	}
	return {
		streams: { ...columns, colour: byName },
		queues: { ...columns, colour: byTrack },
		waits: { start: waitStart, duration: operations.wait_ns, colour: byCause },
	};
}

function operationLane(rows, columns, label, title) {
	const spans = createSpans(rows, columns);
	return { label, title, table: 'operations', ...spans, share: createBusy(spans, columns.idle), waits: null };
}

function waitsOf(rows, columns) {
	const waiting = new Uint32Array(rows.length);
	let count = 0;
	for (const row of rows)
		if (columns.duration[row] > 0)
			waiting[count++] = row;
	if (!count)
		return null;
	const spans = createSpans(waiting.subarray(0, count), columns);
	return { ...spans, share: createBusy(spans) };
}

function stepLane(model, timeline) {
	const { steps } = timeline;
	const shares = model.report.legend.shares.map((share) => colourIndex(share.id));
	const start = steps.start_ns;
	const end = new Float64Array(steps.rows);
	const rows = new Uint32Array(steps.rows);
	const colour = new Uint8Array(steps.rows);
	for (let row = 0; row < steps.rows; row++) {
		end[row] = start[row] + steps.duration_ns[row];
		rows[row] = row;
		colour[row] = shares[steps.share[row]];
	}
	return {
		label: 'time went to', title: 'The time budget step by step: back from the end, what each step waited for', table: 'steps',
		rows, start, end, until: end, colour, waits: null, has: () => true,
	};
}

function spanLanes(timeline, name, labelOf, titleOf, colourOf) {
	const table = timeline[name];
	const columns = { start: table.start_ns, duration: table.duration_ns, colour: new Uint8Array(table.rows) };
	for (let row = 0; row < table.rows; row++)
		columns.colour[row] = colourOf(table, row);
	const lanes = new Int32Array(table.rows);
	for (let row = 0; row < table.rows; row++)
		lanes[row] = table.thread[row] * 16 + table.depth[row];
	return [...deal(lanes)].map(([lane, rows]) => {
		const spans = createSpans(rows, columns);
		return {
			label: lane % 16 ? '' : labelOf(Math.floor(lane / 16)), title: titleOf(Math.floor(lane / 16)), table: name,
			thread: Math.floor(lane / 16), has: (row) => table.thread[row] * 16 + table.depth[row] === lane,
			...spans, share: createBusy(spans, table.idle_ns),
			waits: null,
		};
	});
}

function hostGroup(timeline) {
	const callColours = [colourIndex('call'), colourIndex('call-waits'), colourIndex('call-fails')];
	const sampleColours = [colourIndex('sample0'), colourIndex('sample1'), colourIndex('sample2')];
	const rangeColours = [colourIndex('range0'), colourIndex('range1'), colourIndex('range2')];
	const thread = (index) => timeline.threads[index] ?? { id: '', name: 'other threads' };
	const title = (what) => (index) => `${what} of thread ${thread(index).id} ${thread(index).name}`;
	const lanes = [
		...spanLanes(timeline, 'ranges', () => 'NVTX', title('NVTX ranges'), (table, row) => rangeColours[table.name[row] % 3]),
		...(timeline.samples ? spanLanes(timeline, 'samples', () => 'samples', title('In which of the program\'s own functions samples found the stack'), (table, row) => sampleColours[table.name[row] % 3]) : []),
		...spanLanes(timeline, 'calls', () => 'calls', title('CUDA calls'),
			(table, row) => callColours[table.failed[row] ? 2 : hasWaited(table, row) ? 1 : 0]),
	].sort((a, b) => a.thread - b.thread);
	let last = -1;
	for (const lane of lanes) {
		if (lane.thread !== last)
			lane.label = `${lane.label}: ${thread(lane.thread).name || 'thread'} ${thread(lane.thread).id}`;
		last = lane.thread;
	}
	const recorder = spanLanes(timeline, 'overheads', () => 'recorder', () => 'The recorder\'s own work: no part of the program\'s time',
		() => colourIndex('recorder'));
	return { id: 'host', title: 'Host', lanes: [...lanes, ...recorder], isOpen: lanes.length <= HOST_LANES };
}

// What the driver did with pages of managed memory: a lane for each kind of it.
function pageGroup(timeline) {
	if (!timeline.migrations)
		return { lanes: [] };
	const { migrations, names } = timeline;
	const nameOf = (kind) => names[migrations.name[migrations.thread.indexOf(kind)]];
	const lanes = spanLanes(timeline, 'migrations', nameOf, (kind) => `Pages of managed memory, ${nameOf(kind)}`, () => colourIndex('migration'));
	return { id: 'pages', title: 'Managed memory', lanes: lanes.sort((a, b) => a.thread - b.thread), isOpen: true };
}

const highest = (values) => values.reduce((most, value) => (value > most ? value : most), 0);

const formats = { percent: () => formatPercent, bytes: (isRate) => (isRate ? formatRate : formatBytes),
	number: (isRate) => (value) => formatReal(value) + (isRate ? ' per s' : '') };

// A metric of a whole GPU. Reports of before 1.3 have neither label nor unit.
function readingLane({ metric, label = metric, unit = 'number', is_per_second: isRate, value }, { start_ns, interval_ns }) {
	const values = Float64Array.from(value, (each) => each ?? NaN);
	const most = highest(values);
	const format = formats[unit](isRate);
	return {
		label, most: format(most), title: `${meaningOf(label) ?? 'A metric of the whole GPU.'} CUPTI calls it ${metric}.`,
		values, start_ns, interval_ns, limit: unit === 'percent' ? Math.max(100, most) : most || 1, colour: colourIndex('fill'), format,
	};
}

function valueLanes(model, timeline, process, device) {
	const lanes = timeline.gpu_warps.map((warps, index) => ({ ...warps, index })).filter((warps) => warps.device === device).map((warps) => {
		const values = timeline.warps.value.subarray(warps.index * warps.values, (warps.index + 1) * warps.values)
			.map((value) => value / warps.scale);
		const most = highest(values);
		return {
			label: 'warps', most: most ? formatPercent(100 * most / warps.limit) : '-',
			title: `Resident warps by launch shape, an upper bound: at most ${formatReal(most)} of the ${formatCount(warps.limit)} that the GPU holds`,
			values, start_ns: warps.start_ns, interval_ns: warps.interval_ns, limit: most || 1, colour: colourIndex('kernel'),
			format: (value) => `${formatReal(value)} of ${formatCount(warps.limit)} warps, ${formatPercent(100 * value / warps.limit)}`,
		};
	});
	const samples = model.report.timelines[process].gpu_samples?.find((gpu) => gpu.device === device);
	return [...lanes, ...(samples?.readings ?? []).map((reading) => readingLane(reading, samples))];
}

function deviceGroups(model, timeline, process, device) {
	const { operations, tracks } = timeline;
	const mine = (row) => tracks[operations.track[row]].device === device.id;
	const streamIds = tracks.map((track) => tracks.findIndex((other) => other.device === track.device &&
		other.context === track.context && other.stream === track.stream));
	const isMine = tracks.map((track) => track.device === device.id);
	const byStream = dealTracks(operations, streamIds.map((stream, track) => (isMine[track] ? stream : -1)));
	const byQueue = dealTracks(operations, tracks.map(({ queue }, track) => (isMine[track] ? queue : -1)));
	const directions = new Int32Array(operations.rows);
	for (let row = 0; row < operations.rows; row++)
		directions[row] = operations.category[row] === 1 && isMine[operations.track[row]] ? operations.name[row] : -1;
	const byDirection = deal(directions);
	const columns = operationColumns(model, timeline);
	const streamTitle = (track) => `Stream ${track.stream}, ${track.stream_type === 'null' ? 'the legacy default stream' : track.stream_type}`;
	const id = `gpu${device.id}`;
	const sharing = (queue) => new Set(tracks.filter((track) => track.device === device.id && track.queue === queue)
		.map((track) => `${track.context} ${track.stream}`)).size;
	return [
		{ id, title: `GPU ${device.id}: ${device.name}`, lanes: valueLanes(model, timeline, process, device.id), isOpen: true },
		{ id: `${id}-streams`, title: formatPlural(byStream.size, 'stream'), isOpen: true,
			lanes: [...byStream].sort(([a], [b]) => tracks[a].context - tracks[b].context || tracks[a].stream - tracks[b].stream).map(([stream, rows]) => ({
				...operationLane(rows, columns.streams, `stream ${tracks[stream].stream}${tracks[stream].stream_type === 'null' ? ' (default)' : ''}`,
					streamTitle(tracks[stream])),
				waits: waitsOf(rows, columns.waits), isStream: true, has: (row) => streamIds[operations.track[row]] === stream })) },
		{ id: `${id}-queues`, title: formatPlural(byQueue.size, 'hardware queue'), isOpen: true,
			lanes: [...byQueue].map(([queue, rows]) => ({
				...operationLane(rows, columns.queues, `queue ${queue}: ${formatPlural(sharing(queue), 'stream')}`,
					`Hardware work queue ${queue}: only the operation at its head can start`),
				has: (row) => mine(row) && tracks[operations.track[row]].queue === queue })) },
		{ id: `${id}-copies`, title: 'Copy engines', isOpen: true,
			lanes: [...byDirection].map(([name, rows]) => ({
				...operationLane(rows, columns.streams, timeline.names[name].replace('copy, ', ''), timeline.names[name]),
				has: (row) => mine(row) && operations.category[row] === 1 && operations.name[row] === name })) },
	].filter((group) => group.lanes.length);
}

// The groups of lanes, from top to bottom.
export function createGroups(model, timeline, process) {
	const devices = model.processes[process].devices.filter((device) => timeline.tracks.some((track) => track.device === device.id));
	return [
		{ id: 'budget', title: '', lanes: timeline.steps.rows ? [stepLane(model, timeline)] : [], isOpen: true },
		hostGroup(timeline),
		pageGroup(timeline),
		...devices.flatMap((device) => deviceGroups(model, timeline, process, device)),
	].filter((group) => group.lanes.length);
}
