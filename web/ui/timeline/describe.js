// SPDX-License-Identifier: MIT
// Operations, calls and ranges in words, for labels, hover and the panel below. What held an operation back, and for
// how long, is what the analyzer found.
import { formatBytes, formatCount, formatDuration, formatPercent, formatPlural, formatRate } from '../format.js';
import { NONE } from './columns.js';
import { operationOf } from './links.js';

// Where the name of a demangled function begins, behind its return type: behind the last blank before the parameters
// that is in no brackets. 0: it has no parameters, so that this is no function.
function nameAt(text) {
	let depth = 0;
	let at = 0;
	for (let i = 0; i < text.length; i++) {
		if (text[i] === '(' && depth === 0)
			return at;
		depth += '<([{'.includes(text[i]) ? 1 : '>)]}'.includes(text[i]) ? -1 : 0;
		if (text[i] === ' ' && depth === 0)
			at = i + 1;
	}
	return 0;
}

// A range can be named "epoch train(1)".
const RETURN_TYPE = /::|<|^(void|bool|char|short|int|long|unsigned|signed|float|double|auto)\b/;

// "busy<int>(long)" of "std::enable_if<true, void>::type busy<int>(long)", and without the namespaces that are the same
// in all of PyTorch: what tells functions apart fits into a label.
export function shortName(name) {
	const text = name.replace(/\(anonymous namespace\)::|at::native::/g, '');
	const at = nameAt(text);
	return RETURN_TYPE.test(text.slice(0, at)) ? text.slice(at) : text;
}

export function labelOf(lane, i, timeline) {
	const row = lane.rows[i];
	if (lane.table === 'steps')
		return timeline.shareLabels[timeline.steps.share[row]];
	const table = timeline[lane.table];
	const name = shortName(timeline.names[table.name[row]]).replace(/^copy, /, '');
	return table.count[row] > 1 ? `${formatCount(table.count[row])} × ${name}` : name;
}

const size = (table, row, what) => ['x', 'y', 'z'].map((axis) => formatCount(table[`${what}_${axis}`][row])).join(' × ').replace(/( \u00d7 1)+$/, '');

const blocksText = (text, noun) => `${text} ${noun}${text === '1' ? '' : 's'}`;

function launchOf(timeline, shape) {
	const { shapes } = timeline;
	const facts = [`grid of ${blocksText(size(shapes, shape, 'grid'), 'block')}, each of ${blocksText(size(shapes, shape, 'block'), 'thread')}`,
		formatPlural(shapes.registers[shape], 'register')];
	const shared = shapes.static_shared_bytes[shape] + shapes.dynamic_shared_bytes[shape];
	if (shapes.cluster_x[shape] > 1 || shapes.cluster_y[shape] > 1 || shapes.cluster_z[shape] > 1)
		facts.push(`clusters of ${size(shapes, shape, 'cluster')}`);
	if (shared)
		facts.push(`${formatBytes(shared)} of shared memory`);
	return facts.join(', ');
}

function occupancyOf(timeline, shape) {
	const { shapes } = timeline;
	if (shapes.occupancy_tenths[shape] < 0)
		return null;
	const limiter = shapes.limiter[shape];
	return formatPercent(shapes.occupancy_tenths[shape] / 10) + (limiter === NONE ? '' : `, limited by ${timeline.names[limiter]}`);
}

export function streamOf(timeline, row) {
	const track = timeline.tracks[timeline.operations.track[row]];
	return `stream ${track.stream}`;
}

// "busy(long) of stream 13"
export function operationText(timeline, row) {
	return `${shortName(timeline.names[timeline.operations.name[row]])} of ${streamOf(timeline, row)}`;
}

// The same of what a row of TABLE refers to as WHAT; null: it refers to none.
function otherText(timeline, table, row, what) {
	const other = operationOf(timeline, table, row, what);
	return other && `${shortName(timeline.names[other.name])} of stream ${timeline.tracks[other.track].stream}`;
}

// { ns, id, share, text } of an operation that something avoidable held back; null: nothing did.
export function waitOf(model, timeline, row) {
	const { operations } = timeline;
	const cause = model.causes[operations.cause[row]];
	return operations.wait_ns[row] > 0
		? { ns: operations.wait_ns[row], id: cause.id, share: cause.share, text: cause.text } : null;
}

const whenOf = (timeline, table, row) => ['when', `${formatDuration(timeline[table].start_ns[row] - timeline.first_ns)} after the start, for ${formatDuration(timeline[table].duration_ns[row])}`];

const nouns = { operations: 'operation', calls: 'call', ranges: 'range', samples: 'stretch', overheads: 'piece', migrations: 'event' };

// { title, facts } of a box of several; null: ROW is a single one. How long the longest is, and how long any ran, a timeline of
// a report alone does not know.
function severalOf(timeline, table, row) {
	const { count, start_ns: start, duration_ns: duration, name, longest_ns: longest, idle_ns: idle } = timeline[table];
	if (count[row] <= 1)
		return null;
	const busy = idle && duration[row] - idle[row];
	return {
		title: `${formatPlural(count[row], nouns[table])} in ${formatDuration(duration[row])}`,
		facts: [
			['when', `${formatDuration(start[row] - timeline.first_ns)} after the start${idle ? `, running for ${formatDuration(busy)} (${formatPercent(100 * busy / duration[row])})` : ''}`],
			['several', `too short to see, until you zoom in${table === 'operations' ? '; launch and occupancy are those of the longest, the wait is the longest' : ''}`],
			['longest', `${timeline.names[name[row]]}${longest ? `, ${formatDuration(longest[row])}` : ''}`],
		],
	};
}

function describeOperation(model, timeline, row) {
	const { operations, names, tracks } = timeline;
	const track = tracks[operations.track[row]];
	const cause = model.causes[operations.cause[row]];
	const wait = waitOf(model, timeline, row);
	const several = severalOf(timeline, 'operations', row);
	const facts = [
		...several ? several.facts : [whenOf(timeline, 'operations', row)],
		['where', `GPU ${track.device}, stream ${track.stream}${track.stream_type === 'null' ? ' (the legacy default stream)' : ''}` +
			(track.queue < 0 ? '' : `, hardware queue ${track.queue}`)],
	];
	if (operations.shape[row] !== NONE) {
		facts.push(['launch', launchOf(timeline, operations.shape[row])]);
		facts.push(['occupancy', occupancyOf(timeline, operations.shape[row])]);
	} else if (!Number.isNaN(operations.size_bytes[row])) {
		const bytes = operations.size_bytes[row];
		facts.push(['size', `${formatBytes(bytes)}${several ? ' in all' : ''}${operations.memory[row] === NONE ? '' : `, ${names[operations.memory[row]]}`}` +
			(operations.duration_ns[row] && !several ? `, ${formatRate(bytes / operations.duration_ns[row] * 1e9)}` : '')]);
	}
	facts.push(['waited', wait ? `${formatDuration(wait.ns)}: ${wait.text}` : `for nothing that could be avoided; last: ${cause.text}`]);
	const blocker = otherText(timeline, 'operations', row, 'blocker');
	if (blocker)
		facts.push([wait ? 'held back by' : 'came after', blocker +
			(wait?.id === 'queue' ? `, ahead of it in hardware queue ${track.queue}` : '')]);
	return { title: several?.title ?? names[operations.name[row]], facts: facts.filter(([, text]) => text), wait };
}

const whats = {
	samples: 'the innermost function of the program\'s own that samples of the thread\'s stack show: between two samples nobody looked',
	overheads: 'the recorder\'s own work: no part of the program\'s time',
	migrations: 'what the driver did with pages of managed memory: a fault is an access to a page that is elsewhere, which then moves',
};

function describeSpan(timeline, table, row) {
	const spans = timeline[table];
	const thread = timeline.threads[spans.thread[row]];
	const several = severalOf(timeline, table, row);
	const facts = several ? several.facts : [whenOf(timeline, table, row)];
	if (thread && ['calls', 'ranges', 'samples'].includes(table))
		facts.push(['where', `thread ${thread.id} ${thread.name}`]);
	if (whats[table])
		facts.push(['what', whats[table]]);
	if (spans.failed?.[row])
		facts.push(['failed', formatPlural(spans.failed[row], 'call')]);
	const waited = table === 'calls' ? otherText(timeline, table, row, 'waited') : null;
	if (waited)
		facts.push(['waited for', waited]);
	return { title: several?.title ?? timeline.names[spans.name[row]], facts, wait: null };
}

// { title, facts: [[label, text]], wait } of a row of a table.
export function describe(model, timeline, { table, row }) {
	if (table === 'operations')
		return describeOperation(model, timeline, row);
	if (table === 'steps') {
		const share = model.report.legend.shares[timeline.steps.share[row]];
		return { title: share.text, facts: [['for', formatDuration(timeline.steps.duration_ns[row])],
			['what', 'a step of the time budget: found by walking back from the end along what each operation waited for']], wait: null };
	}
	return describeSpan(timeline, table, row);
}
