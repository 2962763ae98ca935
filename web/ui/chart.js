// SPDX-License-Identifier: MIT
// Charts over numbers, by uPlot, in the page's colours; below each one the same values as a table.
import uPlot from 'uplot';
import { el } from './dom.js';

const ROWS_MAX = 2000; // of the table of values: a browser lays out no more in a moment

// A canvas knows no variables of CSS.
function colourOf(value) {
	const probe = el('i', { style: { color: value } });
	document.body.append(probe);
	const { color } = getComputedStyle(probe);
	probe.remove();
	return color;
}

// How a series is drawn: a line, steps that end at each value, steps that begin there, or points alone.
const shapes = {
	line: undefined,
	before: uPlot.paths.stepped({ align: -1 }),
	after: uPlot.paths.stepped({ align: 1 }),
	points: () => null,
};

function seriesOf(line, formatY) {
	const colour = colourOf(line.colour);
	return {
		label: line.label,
		stroke: colour,
		fill: line.fill && colourOf(line.fill),
		width: line.width ?? 2,
		dash: line.dash,
		spanGaps: Boolean(line.spanGaps),
		paths: shapes[line.shape ?? 'line'],
		points: { show: line.shape === 'points' || Boolean(line.isDotted), size: line.size ?? 5, stroke: colour, fill: line.isHollow ? colourOf('var(--paper)') : colour },
		value: (_, value, series, index) => (value === null || value === undefined ? '' : line.text?.(index) ?? formatY(value)),
	};
}

// The values as a table, made when it is first unfolded.
function valuesOf({ title, x, xLabel, formatX, lines, formatY }) {
	const table = () => el('table', {}, el('caption', {}, title),
		el('thead', {}, el('tr', {}, [xLabel, ...lines.map((line) => line.label)].map((name) => el('th', { scope: 'col', class: 'number' }, name)))),
		el('tbody', {}, x.slice(0, ROWS_MAX).map((value, i) => el('tr', {}, el('th', { scope: 'row', class: 'number' }, formatX(value)),
			lines.map((line) => el('td', { class: 'number' }, line.values[i] === null || line.values[i] === undefined ? ''
				: line.text?.(i) ?? formatY(line.values[i])))))));
	const details = el('details', { class: 'values', ontoggle() {
		if (details.open && details.children.length === 1)
			details.append(el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Values: ${title}` }, table(),
				x.length > ROWS_MAX ? el('p', {}, `and ${x.length - ROWS_MAX} more`) : null));
	} }, el('summary', {}, 'Values'));
	return details;
}

// Of a logarithmic axis the powers of ten alone have a line.
const tenths = (_, splits) => splits.map((value) => (Number.isInteger(Math.round(Math.log10(value) * 1e6) / 1e6) ? value : null));

// "65 ms", not "65.00 ms": beside other ticks nobody counts digits.
const tickText = (value, format) => (value === null ? '' : format(value).replace(/(\.\d*?)0+(?!\d)/, '$1').replace(/\.(?!\d)/, ''));

const TICK_SPACE = 80; // pixels

// Of whole numbers from MIN to MAX each INCREMENT, and the last, for which those too near to it give way.
function splitsToLast(plot, _, min, max, increment) {
	const last = Math.floor(max);
	const room = TICK_SPACE * (max - min) / Math.max(plot.bbox.width / devicePixelRatio, TICK_SPACE);
	const splits = [];
	for (let split = Math.ceil(min / increment) * increment; split <= last - room; split += increment)
		splits.push(split);
	return [...splits, last];
}

function axisOf(isLog, options) {
	const line = { stroke: colourOf('var(--line)'), width: 1, ...(isLog ? { filter: tenths } : {}) };
	return { stroke: colourOf('var(--ink-soft)'), grid: line, ticks: line, font: '12px system-ui, sans-serif', labelFont: '12px system-ui, sans-serif', labelSize: 18, labelGap: 0,
		...(isLog ? { filter: tenths } : {}), ...options };
}

// OPTIONS: { title, x: numbers that rise, xLabel, yLabel?, formatX?, formatY?, height?, isLog?: both axes, xSteps?, ySteps?: distances of
// ticks, hasLastX?: the last x has a tick, whatever the others are, yMax?, lines: [{ label, values, colour, shape?: 'line' | 'before' | 'after' | 'points', text?(index), fill?, width?, dash?, size?, isHollow?,
// isDotted?: a line with its points, spanGaps? }], isFloating?: the values do not start at 0, onpick?(i) }. Returns { element, close() }. TITLE is what screen readers are told, ONPICK
// is called with the index in X of a click.
export function createChart(options) {
	const { title, x, xLabel, yLabel, formatX = String, formatY = String, lines, height = 220, isLog = false, xSteps, ySteps, hasLastX = false, yMax, isFloating = false, onpick } = options;
	const figure = el('figure', { class: lines.length === 1 ? 'chart lone' : 'chart', role: 'img', 'aria-label': title });
	const plot = new uPlot({
		width: 300,
		height,
		scales: { x: { time: false, distr: isLog ? 3 : 1 }, y: { distr: isLog ? 3 : 1, range: yMax ? [0, yMax] : isLog || isFloating ? undefined : (_, low, high) => [Math.min(0, low), (high || 1) * 1.08] } },
		axes: [
			axisOf(isLog, { label: xLabel, incrs: xSteps, space: TICK_SPACE, size: 32, splits: hasLastX ? splitsToLast : undefined, values: (_, values) => values.map((value) => tickText(value, formatX)) }),
			axisOf(isLog, { label: yLabel, incrs: ySteps, size: 74, values: (_, values) => values.map((value) => tickText(value, formatY)) }),
		],
		padding: [null, hasLastX ? TICK_SPACE / 2 : null, null, null], // a label is in the middle of its tick
		cursor: { drag: { x: true, y: false } },
		series: [{ label: xLabel, value: (_, value) => (value === null || value === undefined ? '' : formatX(value)) },
			...lines.map((line) => seriesOf(line, formatY))],
	}, [x, ...lines.map((line) => line.values)], figure);
	if (onpick)
		plot.over.addEventListener('click', () => Number.isInteger(plot.cursor.idx) && onpick(plot.cursor.idx));
	const resize = new ResizeObserver(() => {
		const width = Math.max(200, figure.clientWidth);
		if (width !== plot.width)
			plot.setSize({ width, height });
	});
	resize.observe(figure);
	return {
		element: el('div', { class: 'chart-with-values' }, figure, valuesOf({ ...options, formatX, formatY })),
		close() {
			resize.disconnect();
			plot.destroy();
		},
	};
}
