// SPDX-License-Identifier: MIT
// Line charts over numbers, by uPlot, in the page's colours.
import uPlot from 'uplot';
import { el } from './dom.js';

const styleOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// OPTIONS: { title, x: numbers, xLabel, formatX?, lines: [{ label, values, colour, isStepped?, isPoints? }], formatY?, onpick?(i) }
// Returns { element, close() }. TITLE is what screen readers are told. ONPICK is called with the index in X of a click.
export function createChart({ title, x, xLabel, formatX = String, lines, formatY = String, height = 220, onpick }) {
	const host = el('figure', { class: 'chart', role: 'img', 'aria-label': title });
	const axis = { stroke: styleOf('--ink-soft'), grid: { stroke: styleOf('--line'), width: 1 }, ticks: { stroke: styleOf('--line') } };
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
			...lines.map((line) => ({
				label: line.label,
				stroke: line.colour,
				width: 2,
				paths: line.isStepped ? uPlot.paths.stepped({ align: 1 }) : line.isPoints ? () => null : undefined,
				points: line.isPoints ? { show: true, size: 11, fill: line.colour } : {},
				value: (_, value) => (value === null ? '' : formatY(value)),
			})),
		],
	}, [x, ...lines.map((line) => line.values)], host);
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
