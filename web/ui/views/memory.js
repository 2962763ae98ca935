// SPDX-License-Identifier: MIT
// What the program held of each device's memory over time, the most of it, and what that was made of.
import { createChart } from '../chart.js';
import { el } from '../dom.js';
import { formatBytes, formatCount, formatDuration } from '../format.js';
import { formatRoute } from '../router.js';
import { createTable } from '../table.js';
import { createTablePlaces } from '../table_places.js';
import { term } from '../words.js';

const MARGIN_NS = 1000000; // around an allocation in the timeline
const colours = ['kernel', 'copy', 'capacity', 'default-stream', 'loading', 'fill', 'queue', 'copy-engine'];
const BYTE_STEPS = Array.from({ length: 52 }, (_, i) => 2 ** i);

export const has = (model) => model.processes.some((process) => process.memory?.length);

const bytes = (id, title, explanation) => ({ id, title, explanation, isNumber: true, value: (row) => row[id], text: (row) => formatBytes(row[id]) });
const counted = (id, title, explanation) => ({ id, title, explanation, isNumber: true, value: (row) => row[id], text: (row) => formatCount(row[id]) });

const kindColumns = [
	{ id: 'name', title: 'Memory', value: (row) => row.name, node: (row) => term(row.name) },
	counted('allocations', 'Allocations'), counted('releases', 'Released'),
	bytes('total_bytes', 'Total', 'of all allocations, added up'), bytes('peak_bytes', 'Peak', 'the most that was held at once'), bytes('held_bytes', 'At end', 'never released'),
];

function heldColumns(first, process) {
	const link = (row) => el('a', { title: 'See it in the timeline', href: formatRoute({ view: 'timeline', params: {
		process: process || null, from: row.time_ns - MARGIN_NS, to: row.time_ns + MARGIN_NS } }) }, formatDuration(row.time_ns - first));
	return [
		bytes('size_bytes', 'Size'), { id: 'kind', title: 'Memory', value: (row) => row.kind }, { id: 'call', title: 'Call', value: (row) => row.call ?? 'with its module' },
		{ id: 'time', title: 'Allocated at', isNumber: true, value: (row) => row.time_ns, text: (row) => formatDuration(row.time_ns - first), node: link },
		{ id: 'released', title: 'Released at', isNumber: true, value: (row) => row.released_ns, text: (row) => (row.released_ns === null ? 'never' : formatDuration(row.released_ns - first)) },
	];
}

// Kinds one upon another, the largest at the bottom: the top edge is all of them.
function stacked(memory) {
	const sums = memory.time_ns.map(() => 0);
	return [...memory.kinds].sort((a, b) => b.peak_bytes - a.peak_bytes).map((kind) => {
		kind.bytes.forEach((count, i) => {
			sums[i] += count;
		});
		return { kind, top: [...sums] };
	});
}

function chartOf(memory, where, first) {
	const layers = stacked(memory);
	const total = layers.at(-1).top;
	const peak = memory.time_ns.findIndex((time, i) => time >= memory.peak_ns && total[i] === memory.peak_bytes);
	const lineOf = ({ kind, top }, i) => {
		const colour = `var(--share-${colours[i % colours.length]})`;
		return { label: kind.name, values: top, text: (at) => formatBytes(kind.bytes[at]), colour, fill: `color-mix(in srgb, ${colour} 55%, var(--paper))`, shape: 'after', width: 1.5 };
	};
	return createChart({
		title: `Memory of ${where} over time: at most ${formatBytes(memory.peak_bytes)}, at ${formatDuration(memory.peak_ns - first)}`,
		x: memory.time_ns.map((time) => time - first), xLabel: 'time of the run', yLabel: 'held', formatX: (ns) => formatDuration(ns), formatY: formatBytes, ySteps: BYTE_STEPS, height: 260,
		lines: [
			...layers.map(lineOf).reverse(), // each over those that it is the bottom of
			{ label: 'peak', values: total.map((value, i) => (i === peak ? value : null)), colour: 'var(--warn)', shape: 'points', size: 10 },
		],
	});
}

const whole = (count) => el('span', { class: 'whole' }, formatBytes(count)); // no line ends before its unit

// PLACES: of its tables in the address.
function section(memory, process, first, places) {
	const key = memory.device === null ? 'host' : `gpu${memory.device}`;
	const where = memory.device === null ? 'the host' : `GPU ${memory.device}`;
	const chart = chartOf(memory, where, first);
	const left = memory.at_peak_left_out ? `; ${formatCount(memory.at_peak_left_out)} smaller ones are not listed` : '';
	return { chart, element: el('section', {}, el('h2', { class: 'headline' }, `${where[0].toUpperCase()}${where.slice(1)}: `, whole(memory.peak_bytes), ' at the peak, ', whole(memory.held_bytes), ' at the end'),
		chart.element, memory.interval_ns ? el('p', { class: 'note' }, `Of each ${formatDuration(memory.interval_ns)} the most that was held, and what was at its end.`) : null,
		createTable({ caption: `Kinds of memory of ${where}`, columns: kindColumns, rows: memory.kinds, sort: 'peak_bytes', place: places.of(`${key}-kinds`) }),
		el('h3', {}, `The largest at the peak${left}`),
		createTable({ caption: `Held at the peak of ${where}`, columns: heldColumns(first, process), rows: memory.at_peak, sort: 'size_bytes', place: places.of(key) })) };
}

export function open(host, { model, process, router }) {
	const index = process();
	const shown = model.processes[index];
	if (!shown?.memory?.length) {
		host.append(el('p', {}, 'No allocation was recorded.'));
		return {};
	}
	const places = createTablePlaces(router, 'memory');
	const sections = [...shown.memory].sort((a, b) => b.peak_bytes - a.peak_bytes).map((memory) => section(memory, index, shown.first_ns, places));
	host.append(...sections.map(({ element }) => element));
	return { show: places.show, close: () => sections.forEach(({ chart }) => chart.close()) };
}
