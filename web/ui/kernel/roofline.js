// SPDX-License-Identifier: MIT
// The roofline: what a kernel attains beside what its GPU's memory and its units allow at this intensity.
import { createChart } from '../chart.js';
import { el, prose } from '../dom.js';
import { formatPercent, formatRate, formatReal } from '../format.js';

const looks = { fp64: 'capacity', fp32: 'kernel', fp16: 'copy' };
const dashes = { fp64: [10, 4], fp16: [3, 3] };
const flops = (value) => `${formatReal(value / 1e12)} TFLOP/s`;
const measured = (value) => value !== null && value > 0;

// Values where its lines bend or its points lie, and a part of the roof around them.
function valuesOf(roofs, bandwidth) {
	const values = roofs.flatMap(([, roof]) => [roof.flops_per_byte, roof.peak_flops_per_s / bandwidth]);
	const [low, high] = [Math.min(...values) / 8, Math.max(...values) * 8];
	return [...new Set([low, ...values, high])].sort((a, b) => a - b);
}

function chartOf(roofs, bandwidth) {
	const x = valuesOf(roofs, bandwidth);
	return createChart({
		title: `Roofline: ${roofs.map(([type, roof]) => `${type} attains ${flops(roof.flops_per_s)} of ${flops(roof.attainable_flops_per_s)}`).join('; ')}`,
		x, xLabel: 'operations per byte of GPU memory', yLabel: 'TFLOP/s', formatX: formatReal, formatY: (value) => formatReal(value / 1e12), isLog: true, height: 260,
		lines: roofs.flatMap(([type, roof]) => [
			{ label: `${type}, at most`, values: x.map((intensity) => Math.min(roof.peak_flops_per_s, intensity * bandwidth)), colour: `var(--share-${looks[type]})`, dash: dashes[type] },
			{ label: `${type}, attained`, values: x.map((intensity) => (intensity === roof.flops_per_byte ? roof.flops_per_s : null)), shape: 'points', size: 11,
				colour: `var(--share-${looks[type]})` },
		]),
	});
}

function table(roofs) {
	const head = ['Operations', 'Attained', 'Per byte', 'At most, at this intensity', 'Attained of that', 'Peak of the units'];
	return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Roofline' }, el('table', {},
		el('thead', {}, el('tr', {}, head.map((title, i) => el('th', { scope: 'col', class: i ? 'number' : null }, title)))),
		el('tbody', {}, roofs.map(([type, roof]) => el('tr', {}, el('th', { scope: 'row' }, type), [flops(roof.flops_per_s), formatReal(roof.flops_per_byte ?? NaN),
			measured(roof.attainable_flops_per_s) ? flops(roof.attainable_flops_per_s) : '-',
			measured(roof.attainable_flops_per_s) ? formatPercent(100 * roof.flops_per_s / roof.attainable_flops_per_s) : '-',
			measured(roof.peak_flops_per_s) ? flops(roof.peak_flops_per_s) : '-'].map((text) => el('td', { class: 'number' }, text)))))));
}

// { elements, close() }
export function rooflinePart(profile) {
	const roofs = Object.entries(profile?.rooflines ?? {}).filter(([, roof]) => measured(roof.flops_per_s));
	const bandwidth = profile?.peak_bytes_per_s;
	const memory = profile && profile.dram_bytes_per_s !== null ? `GPU memory: ${formatRate(profile.dram_bytes_per_s)}` +
		`${profile.dram_percent === null ? '' : `, ${formatPercent(profile.dram_percent)} of its peak`}` +
		`${profile.counters.sectors_per_load === undefined ? '' : `; ${formatReal(profile.counters.sectors_per_load)} sectors a load`}` : null;
	if (!roofs.length)
		return { elements: [memory ? el('p', {}, memory) : null, el('p', {}, Object.keys(profile?.rooflines ?? {}).length ? 'It does no floating-point operation outside the tensor cores.'
			: ['Floating-point operations were not counted: record with ', el('code', {}, prose('warpwise record --metrics=roofline')), '.'])], close() {} };
	const drawn = roofs.filter(([, roof]) => !roof.is_small && measured(roof.flops_per_byte) && measured(roof.peak_flops_per_s));
	const chart = bandwidth && drawn.length ? chartOf(drawn, bandwidth) : null;
	const [[type, best]] = roofs.sort(([, a], [, b]) => b.flops_per_s - a.flops_per_s);
	const lead = !best.is_small && measured(best.attainable_flops_per_s) ? el('p', {}, el('b', {}, `${formatReal(best.flops_per_s / 1e12)} TFLOP/s (${type}), ` +
		`${formatPercent(100 * best.flops_per_s / best.attainable_flops_per_s)} of what its ${formatReal(best.flops_per_byte)} FLOP per byte of GPU memory allow`)) : null;
	const small = drawn.length ? null : el('p', {}, 'It does hardly any floating-point operation.');
	return { elements: [memory ? el('p', {}, memory) : null, lead ?? small, chart?.element, table(roofs), bandwidth ? el('p', { class: 'note' }, `The peak of its GPU's memory is ${formatRate(bandwidth)}.`) : null], close: () => chart?.close() };
}
