// SPDX-License-Identifier: MIT
// What each rule cost the whole team: over all projects that one may read, in the last month or another time.
import { el } from '../dom.js';
import { formatCount, formatDuration, formatPercent } from '../format.js';
import { createTable } from '../table.js';
import { formatAddress } from './address.js';
import { createPeriod } from './period.js';
import { emptiness } from './region.js';
import { formatDay } from './when.js';

const MONTH = 30;

// MOST: the largest cost. Of runs since FROM.
function columns(most, project, from) {
	return [
		{ id: 'title', title: 'Rule', value: (r) => `${r.title} ${r.rule}`, node: (r) => [el('strong', {}, r.title), el('div', { class: 'soft' }, r.rule)] },
		{ id: 'cost', title: 'Cost', isNumber: true, value: (r) => r.cost_ns, text: (r) => formatDuration(r.cost_ns), explanation: 'of all findings of the rule' },
		{ id: 'bar', title: 'Of the costliest', isFixed: true, value: (r) => r.cost_ns, text: (r) => formatPercent(most ? 100 * r.cost_ns / most : NaN),
			node: (r) => el('span', { class: 'share-bar', role: 'img', 'aria-label': formatPercent(most ? 100 * r.cost_ns / most : NaN), style: { width: `${most ? 100 * r.cost_ns / most : 0}%` } }) },
		{ id: 'runs', title: 'Runs', isNumber: true, value: (r) => r.runs, text: (r) => formatCount(r.runs), explanation: 'that had it',
			node: (r) => (project ? el('a', { href: formatAddress({ page: 'runs', params: { project, rule: r.rule, from } }) }, formatCount(r.runs)) : formatCount(r.runs)) },
	];
}

export function open(host, { api, address, projects, region }) {
	const shown = region('what rules cost');
	const time = createPeriod(MONTH, () => address.go({ page: 'rules', params: { ...address.current().params, days: time.value() } }));
	const note = el('p', { class: 'soft' });

	host.append(el('main', { id: 'main', tabindex: '-1', class: 'narrow' }, el('h1', {}, 'What rules cost the team'), el('div', { class: 'tools' }, time.element), note, shown.element));
	return {
		show({ params }) {
			const { days, from } = time.show(params);
			note.textContent = `Findings of runs that were recorded ${from ? `since ${formatDay(from)}` : 'at any time'}, in ${params.project ?? 'every project that you may read'}. ` +
				'Costs of one run can overlap: they rank rules, and do not add up.';
			shown.load(async (signal) => {
				const { rules } = await api.get('rules', { project: params.project, from }, signal);
				const most = Math.max(...rules.map((rule) => rule.cost_ns), 0);
				return rules.length ? createTable({ caption: 'Rules, the costliest first', look: 'cards titled', columns: columns(most, params.project ?? (projects.length === 1 ? projects[0].name : null), from), rows: rules, sort: 'cost' })
					: emptiness('No rule found anything in this time', days ? el('a', { href: formatAddress({ page: 'rules', params: { days: 0, project: params.project } }) }, 'Look at all time') : '');
			});
		},
		close: shown.close,
	};
}
