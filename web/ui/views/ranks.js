// SPDX-License-Identifier: MIT
// Several processes: how evenly work and time are spread over them, and who waited for whom.
import { el } from '../dom.js';
import { formatDuration, formatPercent } from '../format.js';
import { formatRoute } from '../router.js';

export const has = (model) => model.processes.length > 1;

const CLEAR_PERCENT = 10; // more than the others: less is no reason to look at that process

// Which process stands out; -1: none does. Of waits it is the one that is waited for, which itself may wait for nobody.
function standsOut({ awaited_percent: awaited, percent, slowest }) {
	if (awaited)
		return awaited.indexOf(Math.max(...awaited));
	return percent >= CLEAR_PERCENT ? slowest : -1;
}

function bar(model, imbalance, value, index) {
	const awaited = imbalance.awaited_percent?.[index] ?? null;
	const isMost = index === standsOut(imbalance);
	return el('tr', {}, el('th', { scope: 'row' }, el('a', { href: formatRoute({ view: 'overview', params: { process: index || null } }) }, model.processes[index].label)),
		el('td', { class: 'number' }, value === null ? 'not known' : formatDuration(value)),
		el('td', { class: 'wide' }, el('span', { class: `bar${isMost && !imbalance.awaited_percent ? ' most' : ''}`,
			style: { width: `${imbalance.max_ns ? 100 * (value ?? 0) / imbalance.max_ns : 0}%` } })),
		imbalance.awaited_percent ? el('td', { class: `number${isMost ? ' most' : ''}` }, awaited === null ? '-' : formatPercent(awaited)) : null);
}

function evenText({ processes }, { id, mean_ns: mean, max_ns: max, percent, slowest }) {
	return `${formatDuration(mean)} on average${id === 'gpu-work' ? ' without these waits' : ''}; ${processes[slowest].label} has ` +
		`${formatDuration(max)}, ${formatPercent(percent)} more.`;
}

function waitText({ processes }, { mean_ns: mean, max_ns: max, slowest, values_ns: values, awaited_percent: awaited }) {
	const known = values.filter((value) => value !== null).length;
	const most = standsOut({ awaited_percent: awaited });
	return `${formatDuration(mean)} of that on average${known < values.length ? ` in ${known} of ${values.length} processes` : ''}; ` +
		`${processes[slowest].label} waits longest, ${formatDuration(max)}, ${formatPercent(100 * max / processes[slowest].wall_ns)} of its run; ` +
		`${formatPercent(awaited[most])} of all waiting is for ${processes[most].label}.`;
}

function section(model, imbalance) {
	return el('section', {}, el('h3', {}, imbalance.title[0].toUpperCase() + imbalance.title.slice(1)),
		el('p', {}, imbalance.awaited_percent ? waitText(model, imbalance) : evenText(model, imbalance)),
		el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': imbalance.title }, el('table', { class: 'bars' },
			el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Process'), el('th', { scope: 'col', class: 'number' }, 'Time'), el('td', {}),
				imbalance.awaited_percent ? el('th', { scope: 'col', class: 'number', title: 'how much of all waiting was for this process' }, 'Awaited') : null)),
			el('tbody', {}, imbalance.values_ns.map((value, index) => bar(model, imbalance, value, index))))));
}

// None ran while another did: as add_apart() of report_finish.c.
function areApart(processes) {
	const times = processes.map((p) => [p.start_unix_ns + p.first_ns, p.start_unix_ns + p.last_ns]).sort(([a], [b]) => a - b);
	let last = -Infinity;
	return times.every(([start, end]) => {
		const isApart = start >= last;
		last = Math.max(last, end);
		return isApart;
	});
}

export function open(host, { model }) {
	host.append(el('h2', { class: 'headline' }, `${model.processes.length} processes, ${formatDuration(model.report.summary.span_ns)} from the first activity to the last`),
		areApart(model.processes) ? el('p', { class: 'warning' }, 'None of them ran while another did: runs of their own are better analysed one by one, or compared (warpwise compare).') : '',
		...model.report.imbalance.map((imbalance) => section(model, imbalance)));
	return {};
}
