// SPDX-License-Identifier: MIT
// Line charts over numbers, by uPlot, in the page's colours.
import uPlot from 'uplot';
import { el } from './dom.js';

// The colour NAME of the style sheet as a canvas takes it: today's of light-dark().
function colourOf(name) {
	const probe = el('i', { style: { color: `var(${name})` } });
	document.body.append(probe);
	const { color } = getComputedStyle(probe);
	probe.remove();
	return color;
}

// OPTIONS: { title, x: numbers, xLabel, formatX?, lines: [{ label, values, colour, isStepped?, isPoints? }], formatY?, onpick?(i) }
// Returns { element, close() }. TITLE is what screen readers are told. ONPICK is called with the index in X of a click.
export function createChart({ title, x, xLabel, formatX = String, lines, formatY = String, height = 220, onpick }) {
	const host = el('figure', { class: 'chart', role: 'img', 'aria-label': title });
	const [ink, line, paper] = ['--ink-soft', '--line', '--paper'].map(colourOf);
	const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
	const plot = new uPlot({
		width: 600,
		height,
		scales: { x: { time: false } },
		axes: [
			{ ...axis, label: xLabel, values: (_, values) => values.map(formatX) },
			{ ...axis, size: 70, values: (_, values) => values.map(formatY) },
		],
		series: [
			{ label: xLabel, value: (_, value) => (value === null ? '' : formatX(value)) },
			...lines.map((one) => ({
				label: one.label,
				stroke: one.colour,
				width: 2,
				paths: one.isStepped ? uPlot.paths.stepped({ align: 1 }) : one.isPoints ? () => null : undefined,
				points: one.isPoints ? { show: true, size: 11, fill: one.colour } : { fill: paper },
				value: (_, value) => (value === null ? '' : formatY(value)),
			})),
		],
	}, [x, ...lines.map((one) => one.values)], host);
	if (onpick)
		plot.over.addEventListener('click', () => Number.isInteger(plot.cursor.idx) && onpick(plot.cursor.idx));
	const resize = new ResizeObserver(() => plot.setSize({ width: Math.max(240, host.clientWidth), height }));
	resize.observe(host);
	return {
		element: host,
		close() {
			resize.disconnect();
			plot.destroy();
		},
	};
}
