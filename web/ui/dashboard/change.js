// SPDX-License-Identifier: MIT
// A change in percent, as a word that can be seen.
import { el } from '../dom.js';
import { formatPercent } from '../format.js';

export const percentText = (percent) => `${percent > 0 ? '+' : percent < 0 ? '-' : ''}${formatPercent(Math.abs(percent))}`;

// Of a run that got worse.
export function formatChange(percent) {
	return el('div', { class: 'worse', title: 'a regression: against the median of the runs before it of the same program and branch' },
		el('span', { 'aria-hidden': 'true' }, '▲ '), percentText(percent), el('span', { class: 'unseen' }, ': a regression'));
}
