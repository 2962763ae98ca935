// SPDX-License-Identifier: MIT
// A change in percent, as a word that can be seen.
import { el } from '../dom.js';
import { formatCount, formatPercent } from '../format.js';

// "+28.3 %", "-5.0 %"; what is ten times as much or more is "108 times".
export function percentText(percent) {
	const times = 1 + percent / 100;

	if (times >= 10)
		return `${times >= 100 ? formatCount(Math.round(times)) : times.toFixed(1)} times`;
	return `${percent > 0 ? '+' : percent < 0 ? '-' : ''}${formatPercent(Math.abs(percent))}`;
}

// Of a run that got worse. OF: of what, where that does not stand beside it, " of the time ...".
export function formatChange(percent, of = '') {
	return el('div', { class: 'worse', title: `a regression${of}: against the median of the runs before it of the same program, branch and GPUs` },
		el('span', { 'aria-hidden': 'true' }, '▲ '), percentText(percent), el('span', { class: 'unseen' }, `: a regression${of}`));
}
