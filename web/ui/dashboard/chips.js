// SPDX-License-Identifier: MIT
// Filters as buttons: of each group one can be pressed, and pressed again to see all.
import { el } from '../dom.js';
import { formatCount } from '../format.js';

const MOST = 6; // values of a group: more would be a list that nobody reads

// GROUPS: [{ name, label, least?, choices: [{ value, text, count, look? }] }], the most frequent first: a group is shown that has
// LEAST choices, two if that is not said. CHOSEN is { name: value }. CHANGE(name, value or null) is called by a press.
export function createChips(groups, chosen, change) {
	const chip = (name, { value, text, count, look }) => el('button', {
		type: 'button', class: `chip ${look ?? ''}`, 'aria-pressed': String(chosen[name] === value), 'data-chip': `${name} ${value}`, onclick: () => change(name, chosen[name] === value ? null : value),
	}, text, ' ', el('span', { class: 'count' }, formatCount(count)));
	const shown = groups.map((group) => ({ ...group, choices: group.choices.filter(({ value, count }, i) => (count && i < MOST) || value === chosen[group.name]) }))
		.filter(({ name, choices, least = 2 }) => choices.length >= least || (chosen[name] && choices.length));
	return el('div', { class: 'chips' }, shown.map(({ name, label, choices }) =>
		el('div', { class: 'group', role: 'group', 'aria-label': `Only this ${label}` }, el('span', { class: 'soft', 'aria-hidden': 'true' }, label), choices.map((choice) => chip(name, choice)))));
}
