// SPDX-License-Identifier: MIT
// Runs compared, by the code of `warpwise compare`: one or several before, one or several after.
import { showComparison } from '../compare/view.js';
import { el } from '../dom.js';
import { formatAddress } from './address.js';
import { PROGRAM_TIME } from '../words.js';
import { emptiness } from './region.js';
import { formatWhen } from './when.js';

const labelOf = (run) => [run.name, run.branch, run.commit?.slice(0, 10), formatWhen(run.recorded_ns)].filter(Boolean).join(', ');

const runLink = (run) => el('a', { href: formatAddress({ page: 'runs', id: run.id, params: { project: run.project } }) }, labelOf(run));

const sideElement = (title, runs) => el('section', {}, el('h2', {}, title), el('ul', {}, runs.map((run) => el('li', {}, runLink(run)))));

// The server names runs by their ids; readers know them by program and commit.
function named(side, runs) {
	return { ...side, runs: side.runs.map((run, i) => ({ ...run, path: runs[i] ? labelOf(runs[i]) : run.path })) };
}

export function open(host, { api, project, region, address, title }) {
	const shown = region('the comparison');
	let comparison = null;
	let view = null;
	const draw = () => {
		const fresh = showComparison(comparison);
		view?.replaceWith(fresh);
		view = fresh;
		return fresh;
	};

	host.append(el('main', { id: 'main', tabindex: '-1' }, shown.element));
	return {
		show() {
			const { base, new: fresh } = address.current().params;
			view = null;
			if (!base || !fresh) {
				shown.element.replaceChildren();
				shown.element.append(emptiness('Choose what to compare', 'In the list of runs each has the buttons Base and New: choose one or more of each. ' +
					'Several of a side tell a difference from noise.', el('a', { href: formatAddress({ page: 'runs', params: { project, base, new: fresh } }) }, 'To the runs')));
				return;
			}
			shown.load(async (signal) => {
				const found = await api.get('compare', { project, base, new: fresh }, signal);
				comparison = { ...found.comparison, base: named(found.comparison.base, found.base), new: named(found.comparison.new, found.new) };
				title(`${found.new[0].name}, compared`);
				return [el('div', { class: 'compared' }, sideElement('Base', found.base), sideElement('New', found.new),
					el('p', {}, el('a', { class: 'button', href: formatAddress({ page: 'compare', params: { project, base: fresh, new: base } }) }, 'The other way round'), ' ',
						el('a', { class: 'button', href: formatAddress({ page: 'runs', params: { project, base, new: fresh } }) }, 'Choose others')),
					el('p', { class: 'soft' }, `What lists and trends mark a run with, such as +12 %, is of its ${PROGRAM_TIME}, too, against the median of the runs before it.`)), draw()];
			});
		},
		recolour: () => comparison && view?.isConnected && draw(),
		close: shown.close,
	};
}
