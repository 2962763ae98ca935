// SPDX-License-Identifier: MIT
// Several processes: how evenly work and time are spread over them, and who waited for whom.
import { el } from '../dom.js';
import { formatDuration, formatPercent } from '../format.js';
import { formatRoute } from '../router.js';

export const has = (model) => model.processes.length > 1;

function bar(model, imbalance, value, index) {
	const awaited = imbalance.awaited_percent?.[index] ?? null;
	return el('tr', {}, el('th', { scope: 'row' }, el('a', { href: formatRoute({ view: 'overview', params: { process: index || null } }) }, model.processes[index].label)),
		el('td', { class: 'number' }, value === null ? 'not known' : formatDuration(value)),
		el('td', { class: 'wide' }, el('span', { class: `bar${index === imbalance.slowest ? ' most' : ''}`,
			style: { width: `${imbalance.max_ns ? 100 * (value ?? 0) / imbalance.max_ns : 0}%` } })),
		imbalance.awaited_percent ? el('td', { class: 'number' }, awaited === null ? '-' : formatPercent(awaited)) : null);
}

function section(model, imbalance) {
	const slowest = model.processes[imbalance.slowest].label;
	return el('section', {}, el('h3', {}, imbalance.title), el('p', {}, `${formatDuration(imbalance.mean_ns)} on average; ${slowest} has ` +
		`${formatDuration(imbalance.max_ns)}, ${formatPercent(imbalance.percent)} more.`),
	el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': imbalance.title }, el('table', { class: 'bars' },
		el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Process'), el('th', { scope: 'col', class: 'number' }, 'Time'), el('td', {}),
			imbalance.awaited_percent ? el('th', { scope: 'col', class: 'number', title: 'how much of all waiting was for this process' }, 'Awaited') : null)),
		el('tbody', {}, imbalance.values_ns.map((value, index) => bar(model, imbalance, value, index))))));
}

export function open(host, { model }) {
	host.append(el('h2', { class: 'headline' }, `${model.processes.length} processes, ${formatDuration(model.report.summary.span_ns)} from the first activity to the last`),
		...model.report.imbalance.map((imbalance) => section(model, imbalance)));
	return {};
}
