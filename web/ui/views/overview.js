// SPDX-License-Identifier: MIT
// The first screen: how long and how busy, what to change first and what that wins, and where it is.
import { el } from '../dom.js';
import { formatDuration, formatPercent } from '../format.js';
import { formatRoute } from '../router.js';

function headline(process) {
	return el('h1', {}, `${process.name}: ${formatDuration(process.wall_ns)}, the GPU was busy for ` +
		`${formatPercent(100 * process.gpu_busy_ns / process.wall_ns)} of it`);
}

function budgetBar(model, budget) {
	return el('div', { class: 'budget', role: 'list', 'aria-label': 'Time budget' }, model.budget(budget).map((share) => el('div', {
		role: 'listitem',
		title: `${formatDuration(share.ns)}, ${formatPercent(share.percent)}: ${share.text}`,
		'aria-label': `${share.text}: ${formatDuration(share.ns)}`,
		style: { 'flex-grow': share.ns, background: `var(--share-${share.id})` },
	})));
}

function findingElement(number, finding, process) {
	const at = finding.operations[0];
	return el('article', { class: 'finding' }, el('h3', {}, `${number}  ${finding.title}`),
		el('p', {}, finding.headline), el('p', {}, finding.advice),
		at ? el('a', { href: formatRoute({ view: 'timeline', params: { process: process || null, finding: number } }) }, 'Show in the timeline') : null);
}

export function open(host, { model, process }) {
	const index = process();
	const shown = model.processes[index];
	if (!shown) {
		host.append(el('p', {}, 'The report has no process.'));
		return {};
	}
	host.append(headline(shown), budgetBar(model, shown.budget),
		...model.findingsOf(index).map(({ number, finding }) => findingElement(number, finding, index)));
	return {};
}
