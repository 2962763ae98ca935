// SPDX-License-Identifier: MIT
// What lists show of a run: its place, its first finding, how many findings it has.
import { el } from '../dom.js';
import { formatCount, formatDuration, formatPercent, formatPlural } from '../format.js';
import { formatAddress } from './address.js';
import { commitLink, isRepository } from './commit.js';
import { formatAgo, formatWhen } from './when.js';

export const runAddress = (run) => formatAddress({ page: 'runs', id: run.id, params: { project: run.project } });

// What is said below a program's name.
export function placeOf(run) {
	const tags = Object.entries(run.tags).filter(([key, value]) => !isRepository(key, value)).map(([key, value]) => [' ', el('span', { class: 'tag' }, `${key}=${value}`)]);
	const places = [run.branch, run.commit && commitLink(run, 10), run.host].filter(Boolean);
	return [el('div', { class: 'soft', title: [run.branch, run.commit, run.host].filter(Boolean).join(' · ') }, places.map((place, i) => [i ? ' · ' : null, place])),
		tags.length ? el('div', { class: 'tags' }, tags) : ''];
}

export const whenOf = (run) => el('time', { title: formatWhen(run.recorded_ns) }, formatAgo(run.recorded_ns));

export const gpuOf = (run) => (run.gpu ? el('span', { class: 'name', title: run.gpu }, `${run.gpus > 1 ? `${run.gpus} × ` : ''}${run.gpu}`) : el('span', { class: 'soft' }, 'no GPU'));

export function gainOf(run) {
	if (!run.headline)
		return el('td', { class: 'gain' }, el('span', { class: 'soft' }, 'nothing found'));
	const cost = run.cost_ns ? el('strong', {}, `costs ${formatDuration(run.cost_ns)}`) : null; // as the report's page says it
	const worth = run.gain_ns === null ? cost : el('strong', {}, `-${formatDuration(run.gain_ns)} `, el('span', { class: 'soft' }, `(${formatPercent(run.gain_percent)})`));
	return el('td', { class: 'gain' }, worth, el('div', {}, run.headline));
}

export function findingsOf(run) {
	const counts = [['errors', 'error'], ['warnings', 'warning'], ['notes', 'note']].filter(([member]) => run[member]);
	return counts.map(([member, noun]) => el('span', { class: `severity ${noun}`, title: formatPlural(run[member], noun) },
		el('span', { 'aria-hidden': 'true' }, formatCount(run[member])), el('span', { class: 'unseen' }, formatPlural(run[member], noun))));
}
