// SPDX-License-Identifier: MIT
// The launches of a kernel: when each ran and for how long, and how their durations are spread.
import { createChart } from '../chart.js';
import { el } from '../dom.js';
import { formatCount, formatDuration, formatDurations, formatPlural } from '../format.js';
import { NONE } from '../timeline/columns.js';

const ALIKE_PERCENT = 1; // from the shortest to the longest: classes of less would differ in noise alone
const POINTS_MAX = 3000; // more are drawn as the shortest and the longest of each part of the run

// Of each class from which duration to which.
function rangeTexts({ launches, bounds_ns: bounds }) {
	const texts = formatDurations(bounds);
	return launches.map((_, i) => `${texts[i]} to ${texts[i + 1]}`);
}

// A histogram as high as a line of text; the kernel's own view has the numbers.
export function sparkline(durations) {
	if (!durations)
		return null;
	const { launches, bounds_ns: bounds } = durations;
	const most = Math.max(...launches);
	const title = `Durations from ${formatDuration(bounds[0])} to ${formatDuration(bounds.at(-1))}; most from ${rangeTexts(durations)[launches.indexOf(most)]}`;
	return el('svg', { class: 'sparkline', preserveAspectRatio: 'xMinYMid', viewBox: `0 0 ${launches.length * 4} 16`, role: 'img', 'aria-label': title }, el('title', {}, title),
		launches.map((count, i) => {
			const height = count ? Math.max(1.5, 16 * count / most) : 0;
			return el('rect', { x: i * 4, y: 16 - height, width: 3, height });
		}));
}

export function durationElements(kernel) {
	const { durations } = kernel;
	if (!durations)
		return [el('p', {}, `${formatPlural(kernel.count, 'launch', 'launches')} of ${formatDuration(kernel.median_ns)}.`)];
	const { bounds_ns: bounds } = durations;
	if (bounds.at(-1) - bounds[0] < bounds[0] * ALIKE_PERCENT / 100)
		return [el('p', {}, `All alike: from ${formatDurations([bounds[0], bounds.at(-1)]).join(' to ')}.`)];
	const most = Math.max(...durations.launches);
	const ranges = rangeTexts(durations);
	return [el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Durations' }, el('table', { class: 'bars durations' },
		el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Duration'), el('th', { scope: 'col', class: 'number' }, 'Launches'), el('td', {}))),
		el('tbody', {}, durations.launches.map((count, i) => el('tr', {}, el('th', { scope: 'row' }, ranges[i]),
			el('td', { class: 'number' }, formatCount(count)),
			el('td', { class: 'wide' }, el('span', { class: 'bar', style: { width: `${100 * count / most}%` } })))))))];
}

// The rows of the timeline's operations that are of row INDEX of the report's kernels, which is KERNEL. A timeline of a
// report alone does not know shapes: then those of the function in any shape.
function rowsOf(timeline, index, kernel) {
	const { operations, shapes, names } = timeline;
	const name = shapes.kernel ? NONE : names.indexOf(kernel.name);
	const isOne = shapes.kernel ? (row) => shapes.kernel[operations.shape[row]] === index : (row) => operations.name[row] === name;
	const rows = [];
	for (let row = 0; row < operations.rows; row++)
		if (operations.category[row] === 0 && isOne(row))
			rows.push(row);
	return rows.sort((a, b) => operations.start_ns[a] - operations.start_ns[b]);
}

// The shortest and the longest of each of POINTS_MAX / 3 parts of ROWS.
function thinned(operations, rows) {
	const size = Math.ceil(rows.length / (POINTS_MAX / 3));
	const parts = [];
	for (let at = 0; at < rows.length; at += size) {
		const lengths = rows.slice(at, at + size).map((row) => operations.duration_ns[row]);
		parts.push({ start: operations.start_ns[rows[at]], low: Math.min(...lengths), high: Math.max(...lengths) });
	}
	return { parts, size };
}

// A chart of TIMELINE's launches of KERNEL, row INDEX; null where the timeline has none.
export function launchesChart(timeline, index, kernel) {
	const { operations, first_ns: first } = timeline;
	const rows = rowsOf(timeline, index, kernel);
	if (!rows.length)
		return null;
	const merged = rows.filter((row) => operations.count[row] > 1).length;
	const common = { xLabel: 'time of the run', yLabel: 'duration', formatX: (ns) => formatDuration(ns), formatY: (ns) => formatDuration(ns) };
	if (rows.length <= POINTS_MAX) {
		const chart = createChart({ ...common, title: `${formatPlural(rows.length, 'duration')} over time`, x: rows.map((row) => operations.start_ns[row] - first),
			lines: [{ label: 'duration', values: rows.map((row) => operations.duration_ns[row]), colour: 'var(--share-kernel)', shape: 'points' }] });
		return { ...chart, note: merged ? `${formatCount(merged)} of ${formatCount(rows.length)} points stand for neighbours too short to tell apart in so long a run.` : '' };
	}
	const { parts, size } = thinned(operations, rows);
	const chart = createChart({ ...common, title: 'Shortest and longest durations over time', x: parts.map((part) => part.start - first), lines: [
		{ label: 'longest', values: parts.map((part) => part.high), colour: 'var(--share-kernel)' },
		{ label: 'shortest', values: parts.map((part) => part.low), colour: 'var(--share-fill)', dash: [4, 3] },
	] });
	return { ...chart, note: `Of each ${formatCount(size)} launches the shortest and the longest.` };
}
