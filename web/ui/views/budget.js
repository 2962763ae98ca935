// SPDX-License-Identifier: MIT
// A time budget as one bar: parts in the colours and with the letters of the text report. Each explains itself on
// hover and on focus, and leads to the places in the timeline where the time was spent.
import { shareLook } from '../colours.js';
import { el } from '../dom.js';
import { formatDuration, formatPercent } from '../format.js';
import { formatRoute } from '../router.js';

export const SMALL_PERCENT = 0.5; // shares below it are told together, as in the text report

export const shareName = (share) => `${share.label}: ${formatPercent(share.percent)}, ${formatDuration(share.ns)}: ${share.text}`;

export function shareHref(share, process) {
	return formatRoute({ view: 'timeline', params: { process: process || null, share: share.id } });
}

// Text on a share's colour stands on that colour alone: a pattern would make it hard to read.
const platform = (id) => ({ background: `var(--share-${id})`, color: `var(--on-share-${id})` });

// A share's colour and pattern, with its letter.
export function swatch(id) {
	return el('i', { class: 'swatch lettered', 'aria-hidden': 'true', style: { background: `var(--look-${id})` } },
		el('span', { style: platform(id) }, shareLook(id).letter));
}

// A part of a bar as long as VALUE, with the look of share ID, and on it as much as there is room for: NAME, LETTER or
// nothing (views.css).
export function barPart(tag, { id, value, name, letter = '', ...properties }) {
	return el(tag, { class: 'part', ...properties, style: { 'flex-grow': value, background: `var(--look-${id})` } },
		el('span', { class: 'name', 'aria-hidden': 'true', style: platform(id) }, name),
		el('span', { class: 'letter', 'aria-hidden': 'true', style: platform(id) }, letter));
}

// What has the focus of BAR, with its look as large as elsewhere, below the bar: a part may be too narrow to show its own.
// Screen readers have it from the part.
function toldBelow(bar, shares) {
	const told = el('div', { class: 'told', 'aria-hidden': 'true', hidden: true });
	bar.addEventListener('focusin', ({ target }) => {
		const share = shares[[...bar.children].indexOf(target)];
		told.replaceChildren(swatch(share.id), shareName(share));
		told.hidden = !target.matches(':focus-visible');
	});
	bar.addEventListener('focusout', () => {
		told.hidden = true;
	});
	return told;
}

// SHARES of a budget as model.budget() has them. OPTIONS: process, whose timeline the parts lead to (without: they lead
// nowhere), ofRun, how long the bar is beside the recorded run, and a label for a bar of which there is another.
export function budgetBar(shares, { process = null, ofRun = 1, label = null } = {}) {
	const isLinked = process !== null;
	const part = (share) => barPart(isLinked ? 'a' : 'span', {
		id: share.id, value: share.ns, name: share.label, letter: shareLook(share.id).letter, title: shareName(share),
		'aria-label': shareName(share), ...(isLinked ? { href: shareHref(share, process) } : { role: 'img', tabindex: '0' }),
	});
	const bar = el('div', { class: 'budget', style: { width: `${100 * Math.min(1, ofRun)}%` }, role: label ? 'group' : null, 'aria-label': label }, shares.map(part));
	return el('div', { class: 'budget-bar' }, bar, toldBelow(bar, shares));
}
