// SPDX-License-Identifier: MIT
// How many warps an SM holds over block size, registers and shared memory, with the launch as it is and what limits it.
import { createChart } from '../chart.js';
import { el } from '../dom.js';
import { formatBytes, formatCount, formatPercent } from '../format.js';

const KIB = 1024;
const axes = [
	{ id: 'threads_per_block', title: 'Block size', label: 'threads per block', first: 0, format: formatCount, steps: [32, 64, 128, 256, 512] },
	{ id: 'registers_per_thread', title: 'Registers', label: 'registers per thread', first: 0, format: formatCount, steps: [8, 16, 32, 64, 128] },
	{ id: 'shared_bytes_per_block', title: 'Shared memory', label: 'shared memory per block', first: 0, format: formatBytes,
		steps: [KIB, 2 * KIB, 4 * KIB, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 128 * KIB] },
];

const stepAt = (curve, value) => Math.max(0, curve.up_to.findIndex((last) => last >= value));

// The ends of the steps, with the launch's value among them: [{ value, warps, limiter }]
function pointsOf(curve, first) {
	const points = curve.up_to.map((value, i) => ({ value, warps: curve.warps[i], limiter: curve.limiter[i] }));
	const now = stepAt(curve, curve.value);
	if (points[now].value !== curve.value)
		points.splice(now, 0, { ...points[now], value: curve.value });
	return points[0].value > first ? [{ ...points[0], value: first }, ...points] : points;
}

// What the next change for the better would be: the nearest value with more warps, on either side.
function betterText(curve, max, axis) {
	const now = stepAt(curve, curve.value);
	if (curve.warps[now] >= max)
		return 'nothing limits it';
	const limiter = curve.limiter[now] ? `limited by ${curve.limiter[now]}` : '';
	const better = [];
	for (let i = now - 1; i >= 0 && !better.length; i--)
		if (curve.warps[i] > curve.warps[now])
			better.push(`${axis.format(curve.up_to[i])} would allow ${curve.warps[i]}`);
	for (let i = now + 1; axis.id === 'threads_per_block' && i < curve.warps.length; i++)
		if (curve.warps[i] > curve.warps[now]) {
			better.push(`${axis.format(curve.up_to[i])} would allow ${curve.warps[i]}`);
			break;
		}
	return [limiter, better.join(', ')].filter(Boolean).join('; ');
}

function curveSection(axis, curve, occupancy) {
	const points = pointsOf(curve, axis.first);
	const max = occupancy.max_warps_per_sm;
	const text = `${axis.format(curve.value)} ${curve.value === 1 ? axis.label.replace(/s(?= per)/, '') : axis.label}: ${occupancy.warps_per_sm} of ${max} warps`;
	const limited = (i) => `${points[i].warps}${points[i].limiter ? ` (${points[i].limiter})` : ''}`;
	const chart = createChart({
		title: `Warps on an SM over ${axis.label}. As launched: ${text}`,
		x: points.map((point) => point.value), xLabel: axis.label, yLabel: 'warps on an SM', formatX: axis.format, height: 190,
		xSteps: axis.steps, ySteps: [4, 8, 16, 32], yMax: max * 1.06,
		lines: [
			{ label: 'warps', values: points.map((point) => point.warps), colour: 'var(--share-kernel)', shape: 'before', text: limited },
			{ label: 'as launched', values: points.map((point) => (point.value === curve.value ? point.warps : null)), colour: 'var(--warn)', shape: 'points', size: 11,
				text: limited },
		],
	});
	return { chart, element: el('section', {}, el('h4', {}, axis.title), chart.element,
		el('p', { class: 'note' }, el('b', {}, text), `; ${betterText(curve, max, axis)}`)) };
}

const blocks = (count) => (count === null ? 'any number' : formatCount(count));

// { elements, close() }
export function occupancyPart(kernel) {
	const { occupancy } = kernel;
	if (kernel.occupancy_percent === null)
		return { elements: [el('p', {}, 'The limits of its GPU are not known.')], close() {} };
	const summary = `${formatPercent(kernel.occupancy_percent)} possible${kernel.occupancy_limiter ? `, limited by ${kernel.occupancy_limiter}` : ', nothing limits it'}` +
		(kernel.grid_occupancy_percent === undefined ? '' : `; ${formatPercent(kernel.grid_occupancy_percent)} with so small a grid`);
	if (!occupancy)
		return { elements: [el('p', {}, `${summary}. Curves are kept for the kernels that took most time.`)], close() {} };
	const { limits } = occupancy;
	const sections = axes.map((axis) => curveSection(axis, occupancy.curves[axis.id], occupancy));
	return {
		elements: [
			el('p', {}, el('b', {}, summary), `: ${occupancy.warps_per_sm} of ${occupancy.max_warps_per_sm} warps on an SM, in ${occupancy.blocks_per_sm} ` +
				`${occupancy.blocks_per_sm === 1 ? 'block' : 'blocks'}. An SM has warps for ${blocks(limits.warps)}, registers for ${blocks(limits.registers)}, ` +
				`shared memory for ${blocks(limits.shared_memory)}, and slots for ${blocks(limits.blocks)}.`),
			el('div', { class: 'charts' }, sections.map((section) => section.element)),
		],
		close: () => sections.forEach((section) => section.chart.close()),
	};
}
