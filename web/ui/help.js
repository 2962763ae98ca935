// SPDX-License-Identifier: MIT
// One dialog that says which keys there are, what the colours mean, and how to read the numbers.
import { el } from './dom.js';
import { keys as flameKeys } from './host/flame.js';
import { keys as timelineKeys } from './timeline/keys.js';
import { swatch } from './views/budget.js';
import { words } from './words.js';

const everywhere = [
	['/', 'search findings, kernels, API calls, ranges'],
	['?', 'this list'],
	['Tab', 'go on to the next link, switch or field'],
	['Space', 'switch a fix on or off, unfold a finding'],
	['Enter', 'follow a link; in the head of a table: sort by that column'],
	['Esc', 'close this list, leave the search'],
];

const list = (rows) => el('dl', {}, rows.map(([key, what]) => el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, what))));

export function openHelp(model) {
	const used = new Set(model.processes.flatMap((process) => model.budget(process.budget).map(({ id }) => id)));
	const shares = model.report.legend.shares.filter(({ id }) => used.has(id));
	const dialog = el('dialog', { class: 'keys', 'aria-labelledby': 'help-title' },
		el('form', { method: 'dialog' }, el('h2', { id: 'help-title' }, 'Keys, colours and words'), el('button', {}, 'Close')),
		el('div', { class: 'columns' },
			el('section', {}, el('h3', {}, 'Everywhere'), list(everywhere)),
			el('section', {}, el('h3', {}, 'In the timeline'), list(timelineKeys)),
			model.processes.some((process) => process.host_time) ? el('section', {}, el('h3', {}, 'In the flame graph'), list(flameKeys)) : null,
			shares.length ? el('section', {}, el('h3', {}, 'Where time goes'), el('dl', {}, shares.map(({ id, label, text }) =>
				el('div', {}, el('dt', {}, swatch(id), ' ', label), el('dd', {}, text))))) : null,
			el('section', {}, el('h3', {}, 'Words'), el('dl', {}, words.map(([word, what]) => el('div', {}, el('dt', {}, word), el('dd', {}, what)))))));
	dialog.addEventListener('close', () => dialog.remove());
	document.body.append(dialog);
	dialog.showModal();
}
