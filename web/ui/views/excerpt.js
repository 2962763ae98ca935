// SPDX-License-Identifier: MIT
// A finding at a glance: the operations that waited longest, a row for each stream, hatched while they were held back.
// It is a link to the same place in the timeline, which has everything.
import { el, setStyle } from '../dom.js';
import { formatDuration } from '../format.js';
import { formatRoute } from '../router.js';

const LANES = 6;
const MIN_PERCENT = 0.8; // of the width: what is shorter is still seen
const colourOf = (name) => (/^copy, /.test(name) ? 'copy' : /^memory set/.test(name) ? 'fill' : 'kernel');

// What is shown: rows of [stream, pieces], where a piece is { from, to, share?: that held it back, name }.
function readRows(operations, shareOfCause) {
	const [first] = operations;
	const [begin, end] = [first.start_ns - first.wait_ns, first.start_ns + first.duration_ns];
	const near = operations.filter((o) => o.device === first.device && o.wait_ns > 0 && o.start_ns - o.wait_ns < end && o.start_ns + o.duration_ns > begin);
	const rows = new Map();
	const add = (stream, piece) => rows.set(stream, [...rows.get(stream) ?? [], piece]);
	for (const o of near) {
		add(o.stream, { from: o.start_ns - o.wait_ns, to: o.start_ns, share: shareOfCause(o.cause), name: o.name });
		add(o.stream, { from: o.start_ns, to: o.start_ns + o.duration_ns, name: o.name });
		if (o === first && o.blocker?.duration_ns)
			add(o.blocker.stream, { from: o.blocker.start_ns, to: o.blocker.start_ns + o.blocker.duration_ns, name: o.blocker.name, isBlocker: true });
	}
	return [...rows].slice(0, LANES).sort(([a], [b]) => a - b);
}

function pieceElement({ from, to, share, name, isBlocker }, begin, length) {
	const width = Math.max(MIN_PERCENT, 100 * (to - from) / length);
	const piece = el('span', { class: `piece${share ? ' waiting' : ''}${isBlocker ? ' blocker' : ''}` }, share && width > 30 ? `waited ${formatDuration(to - from)}` : '');
	setStyle(piece, { left: `${Math.min(100 - width, 100 * (from - begin) / length)}%`, width: `${width}%`, '--piece': `var(--share-${share ?? colourOf(name)})` });
	return piece;
}

// Whether waiting is what OPERATIONS of a finding are about: all waited for the same, or the only one for longer than it
// ran. Of a slow kernel the first launch alone waits, until its code is loaded: to show that would lead astray.
function areWaits(operations) {
	const [first] = operations;
	return first && first.cause !== 'unexplained' && operations.every(({ cause, wait_ns: wait }) => wait > 0 && cause === first.cause) &&
		(operations.length > 1 || first.wait_ns > first.duration_ns);
}

// null: waiting is not what it is about.
export function excerptElement(model, number, finding) {
	const [first] = finding.operations;
	if (!areWaits(finding.operations))
		return null;
	const rows = readRows(finding.operations, (id) => model.causes.find((cause) => cause.id === id).share);
	const pieces = rows.flatMap(([, of]) => of);
	const begin = Math.min(...pieces.map(({ from }) => from));
	const end = Math.max(...pieces.map(({ to }) => to));
	const { share } = model.causes.find(({ id }) => id === first.cause);
	const text = `The longest waits: ${first.name} of stream ${first.stream} waited ${formatDuration(first.wait_ns)}` +
		`${first.blocker ? ` behind ${first.blocker.name} of stream ${first.blocker.stream}` : ''}. Shows it in the timeline.`;
	return el('a', { class: 'excerpt', title: text,
		href: formatRoute({ view: 'timeline', params: { process: finding.process || null, finding: number } }) },
	rows.map(([stream, of]) => el('span', { class: 'row' }, el('span', { class: 'name' }, `stream ${stream}`),
		el('span', { class: 'track' }, of.map((piece) => pieceElement(piece, begin, end - begin))))),
	el('span', { class: 'row key' },
		el('span', {}, el('span', { class: 'piece waiting', style: { '--piece': `var(--share-${share})` } }), `held back: ${model.share(share).label}`),
		el('span', {}, el('span', { class: 'piece', style: { '--piece': `var(--share-${colourOf(first.name)})` } }), 'running'),
		rows.some(([, of]) => of.some(({ isBlocker }) => isBlocker)) ? el('span', {}, el('span', { class: 'piece blocker', style: { '--piece': `var(--share-${colourOf(first.blocker.name)})` } }),
			`what stream ${first.stream} waited for`) : null));
}
