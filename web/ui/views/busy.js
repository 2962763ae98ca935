// SPDX-License-Identifier: MIT
// How busy a GPU was, and what it waited for while it was idle: rows and words of the text report.
import { el } from '../dom.js';
import { formatCount, formatDuration, formatPercent, formatPlural, formatReal } from '../format.js';
import { shareHref } from './budget.js';

const IDLE_ROWS = 4; // as out_text_details.c: the largest; the rest are one row
const IDLE_PERCENT = 0.5;
const REST_PERCENT = 0.05;
// GPU work that was not this GPU's. As name_idle() of out_text_details.c.
const IDLE_LABELS = { kernel: 'kernels elsewhere', copy: 'other copies', fill: 'other memory sets' };
const IDLE_TEXTS = { kernel: 'kernels running on other GPUs', copy: 'copies of other GPUs, and prefetches of managed memory', fill: 'memory sets on other GPUs' };

// [{ level, name, ns, look: a share's, href? }]
function workRows(device) {
	const row = (level, name, ns, look, isShown = true) => (isShown ? [{ level, name, ns, look }] : []);
	return [
		...row(0, 'busy', device.busy_ns, 'kernel'),
		...row(1, 'kernels', device.kernel_ns, 'kernel'),
		...row(2, 'two or more at once', device.several_kernels_ns, 'kernel', device.several_kernels_ns > 0),
		...row(1, 'copies', device.copy_ns, 'copy', device.copies),
		...row(2, 'while kernels ran', device.copy_and_kernel_ns, 'copy', device.copy_and_kernel_ns > 0),
		...row(1, 'memory sets', device.fill_ns, 'fill', device.fills),
		...row(2, 'waiting for pages', device.fill_pages_ns, 'migration', device.fill_pages_ns > 0),
	];
}

function idleRows(model, device, wall, process) {
	const percent = (ns) => 100 * ns / wall;
	const shares = model.budget(device.idle).sort((a, b) => b.ns - a.ns);
	const largest = shares.slice(0, IDLE_ROWS).filter(({ ns }) => percent(ns) >= IDLE_PERCENT);
	const rest = largest.reduce((left, { ns }) => left - ns, device.idle.wall_ns);
	return [{ level: 0, name: device.idle.share_ns.children ? 'idle or unrecorded' : 'idle', ns: wall - device.busy_ns, look: 'host' },
		...largest.map((share) => ({ level: 1, name: IDLE_LABELS[share.id] ?? share.label, title: IDLE_TEXTS[share.id] ?? share.text, ns: share.ns, look: share.id, href: shareHref(share, process) })),
		...(percent(rest) >= REST_PERCENT ? [{ level: 1, name: 'other', ns: rest, look: 'host' }] : [])];
}

function rowElement({ level, name, title, ns, look, href }, wall) {
	return el('tr', {}, el('th', { scope: 'row', class: `level-${level}`, title }, href ? el('a', { href }, name) : name),
		el('td', { class: 'number' }, formatPercent(100 * ns / wall)), el('td', { class: 'number' }, formatDuration(ns)),
		el('td', { class: 'wide' }, el('span', { class: 'bar', style: { width: `${100 * ns / wall}%`, background: `var(--look-${look})` } })));
}

function sentences(device) {
	const together = device.copy_ns ? 100 * device.copy_and_kernel_ns / device.copy_ns : 0;
	return [`${formatPlural(device.streams, 'stream')} on ${formatPlural(device.queues, 'hardware queue')}`,
		device.most_kernels > 1 ? `while kernels ran, ${formatReal(device.average_kernels)} at once on average, ${formatCount(device.most_kernels)} at most` : null,
		device.copy_and_kernel_ns ? `${formatPercent(together)} of the time in copies, kernels ran too` : null].filter(Boolean).join('; ');
}

// A section for a DEVICE of process INDEX.
export function busyElement(model, index, device) {
	const { wall_ns: wall } = model.processes[index];
	const title = `How busy GPU ${device.id} was, of ${formatDuration(wall)}`;
	return el('section', { class: 'busy' }, el('h2', {}, title),
		el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title }, el('table', { class: 'bars' },
			el('tbody', {}, [...workRows(device), ...idleRows(model, device, wall, index)].map((row) => rowElement(row, wall))))),
		el('p', { class: 'note' }, `${sentences(device)}.`));
}
