// SPDX-License-Identifier: MIT
// A project's open findings: those of the newest run of each program and branch, by what they have cost in all of its
// runs. Of branches that were measured lately: one that was merged months ago has its findings for ever.
import { el } from '../dom.js';
import { formatCount, formatDuration } from '../format.js';
import { formatRoute } from '../router.js';
import { createTable } from '../table.js';
import { formatAddress } from './address.js';
import { createPeriod } from './period.js';
import { emptiness } from './region.js';
import { formatAgo, formatWhen } from './when.js';

const SEASON = 90; // days: programs that are measured once a quarter are still there
const order = ['note', 'warning', 'error'];

// Where the newest run says it.
const placeOf = (project, f) => formatAddress({ page: 'runs', id: f.last_id, params: { project } }) +
	formatRoute({ view: 'overview', params: { finding: f.last_number } });

function columns(project) {
	return [
		{ id: 'title', title: 'Finding', value: (f) => `${f.title} ${f.subject} ${f.headline}`,
			node: (f) => [el('strong', {}, el('a', { href: placeOf(project, f) }, f.title)), f.subject ? `, ${f.subject}` : '', el('div', { class: 'soft' }, f.headline)] },
		{ id: 'program', title: 'Program', value: (f) => f.last_name || 'unnamed',
			node: (f) => [el('a', { href: formatAddress({ page: 'runs', id: f.last_id, params: { project } }) }, f.last_name || 'unnamed'),
				el('div', { class: 'soft whole', title: formatWhen(f.last_ns) }, formatAgo(f.last_ns))], explanation: 'its newest run' },
		{ id: 'severity', title: 'Severity', value: (f) => order.indexOf(f.severity), text: (f) => f.severity,
			node: (f) => el('span', { class: `severity ${f.severity}` }, f.severity) },
		{ id: 'cost', title: 'Total cost', isNumber: true, value: (f) => f.total_cost_ns, text: (f) => formatDuration(f.total_cost_ns), explanation: 'of all runs of the program in this time that had it' },
		{ id: 'runs', title: 'Runs', isNumber: true, value: (f) => f.runs, text: (f) => formatCount(f.runs), explanation: 'of the program that had it' },
		{ id: 'gain', title: 'Gain', isNumber: true, value: (f) => f.best_gain_ns, text: (f) => (f.best_gain_ns === null ? '-' : formatDuration(f.best_gain_ns)),
			explanation: 'of a run, predicted' },
	];
}

export function open(host, { api, address, project, region }) {
	const shown = region('the findings');
	const change = () => address.go({ page: 'findings', params: { project, branch: branch.value, days: time.value() } });
	const branch = el('select', { 'aria-label': 'Branch', onchange: change });
	const time = createPeriod(SEASON, change);

	host.append(el('main', { id: 'main', tabindex: '-1' }, el('h1', {}, `Open findings of ${project}`),
		el('p', { class: 'soft' }, 'What the newest run of each program on each branch still has, by what it has cost in all runs of that program in this time.'),
		el('div', { class: 'tools' }, time.element, el('label', {}, 'Branch', branch)), shown.element));
	return {
		show({ params }) {
			const { days, from } = time.show(params);
			shown.load(async (signal) => {
				const [{ findings }, { programs }] = await Promise.all([api.get('findings', { project, branch: params.branch, from }, signal), api.get('programs', { project }, signal)]);
				const branches = [...new Set([...programs.map((program) => program.branch), params.branch].filter(Boolean))].sort();
				branch.replaceChildren(el('option', { value: '' }, 'all'), ...branches.map((name) => el('option', { value: name, selected: name === params.branch }, name)));
				if (!programs.length)
					return emptiness('No run yet', el('a', { href: formatAddress({ page: 'runs', params: { project } }) }, 'How to send one'));
				return findings.length ? createTable({ caption: 'Open findings', look: 'cards titled', columns: columns(project), rows: findings, sort: 'cost' })
					: emptiness('Nothing is open', 'No rule found anything in the newest run of any program in this time.',
						days ? el('a', { href: formatAddress({ page: 'findings', params: { project, branch: params.branch, days: 0 } }) }, 'Look at all time') : '');
			});
		},
		close: shown.close,
	};
}
