// SPDX-License-Identifier: MIT
// A time budget as one bar: parts in the colours and with the letters of the text report. Each explains itself on
// hover, and leads to the places in the timeline where the time was spent.
import { shareLook } from '../colours.js';
import { el } from '../dom.js';
import { formatDuration, formatPercent } from '../format.js';
import { formatRoute } from '../router.js';

export const SMALL_PERCENT = 0.5; // shares below it are told together, as in the text report
const LABEL_PERCENT = 12; // of the run: a part that wide has room for its name
const LETTER_PERCENT = 2.5; // and for its letter

export const shareName = (share) => `${share.label}: ${formatPercent(share.percent)}, ${formatDuration(share.ns)}: ${share.text}`;

export function shareHref(share, process) {
	return formatRoute({ view: 'timeline', params: { process: process || null, share: share.id } });
}

// The letter of a share on its colour.
export function swatch(id) {
	return el('i', { class: 'swatch lettered', 'aria-hidden': 'true',
		style: { background: `var(--share-${id})`, color: `var(--on-share-${id})` } }, shareLook(id).letter);
}

// SHARES of a budget as model.budget() has them. OPTIONS: process, whose timeline the parts lead to (without: they lead
// nowhere), and ofRun, how long the bar is beside the recorded run.
export function budgetBar(shares, { process = null, ofRun = 1 } = {}) {
	const isLinked = process !== null;
	return el('div', { class: 'budget', style: { width: `${100 * Math.min(1, ofRun)}%` } }, shares.map((share) => {
		const width = share.percent * Math.min(1, ofRun);
		return el(isLinked ? 'a' : 'span', {
			href: isLinked ? shareHref(share, process) : null,
			class: 'part',
			title: shareName(share),
			'aria-label': isLinked ? shareName(share) : null,
			style: { 'flex-grow': share.ns, background: `var(--share-${share.id})`, color: `var(--on-share-${share.id})` },
		}, width > LABEL_PERCENT ? share.label : width > LETTER_PERCENT ? shareLook(share.id).letter : '');
	}));
}
