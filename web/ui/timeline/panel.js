// SPDX-License-Identifier: MIT
// Below the lanes: what is selected, in words. Nothing selected: how to read the timeline.
import { el } from '../dom.js';
import { formatCount, formatDuration, formatPercent, formatPlural } from '../format.js';
import { formatRoute } from '../router.js';
import { unrecordedText } from '../unrecorded.js';
import { term } from '../words.js';
import { NONE } from './columns.js';
import { describe, operationText, shortName } from './describe.js';
import { budgetWithin, findingsWithin, operationsWithin } from './extract.js';
import { timesOf } from './hit.js';
import { blockerOf, callOf, waitedOf } from './links.js';

const KERNELS = 8;
const swatch = (share) => el('i', { class: 'swatch', 'data-share': share, style: { background: `var(--look-${share})` } });

function button(text, onclick, title) {
	return el('button', { type: 'button', onclick, title }, text);
}

const findingLink = ({ number, finding }, process, text = `${number}  ${finding.title}`) =>
	el('a', { href: formatRoute({ view: 'overview', params: { process: process || null, finding: number } }) }, text);

// ACTIONS: { select(item), fit(from, to), close(), process }
function itemPanel(model, timeline, item, actions) {
	const { title, facts, wait } = describe(model, timeline, item);
	const [from, to] = item.table === 'steps' ? [item.from, item.to] : timesOf(timeline, item);
	const { operations, shapes } = timeline;
	const buttons = [button('Zoom to it (F)', () => actions.fit(from - (wait?.ns ?? 0), to))];
	const related = (row, table, text) => row !== NONE && buttons.push(button(text, () => actions.select({ table, row })));
	if (item.table === 'operations') {
		related(blockerOf(timeline, item.row), 'operations', wait ? 'Go to what held it back (Enter)' : 'Go to what it came after (Enter)');
		related(callOf(timeline, item.row), 'calls', 'Go to its call');
		const shape = operations.shape[item.row];
		if (shape !== NONE && shapes.kernel[shape] !== NONE)
			buttons.push(el('a', { href: formatRoute({ view: 'kernels', params: { process: actions.process || null, kernel: shapes.kernel[shape] } }) },
				'Its kernel'));
	}
	if (item.table === 'calls')
		related(waitedOf(timeline, item.row), 'operations', 'Go to what it waited for (Enter)');
	if (item.table === 'operations')
		for (const found of actions.places.findingsAt(item.row))
			buttons.push(findingLink(found, actions.process, `Finding ${found.number}: ${found.finding.title}`));
	return [
		el('h2', { title }, wait ? swatch(wait.share) : null, title),
		el('dl', {}, facts.map(([label, text]) => el('div', { class: label === 'waited' && wait && wait.id !== 'unexplained' ? 'important' : null }, el('dt', {}, term(label)), el('dd', {}, text)))),
		el('p', { class: 'buttons' }, buttons),
	];
}

function spanPanel(model, timeline, [from, to], lanes, actions) {
	const shares = lanes.steps ? budgetWithin(timeline, lanes.steps, from, to) : [];
	const kernels = operationsWithin(timeline, lanes.streams, from, to);
	const findings = findingsWithin(model.findingsOf(actions.process), actions.places, timeline, from, to);
	const total = to - from;
	return [
		el('h2', {}, `${formatDuration(total)} selected, from ${formatDuration(from - timeline.first_ns)} on`),
		el('div', { class: 'parts' },
			el('section', {}, el('h3', {}, 'What the time went to'), el('ul', { class: 'plain budget-rows' }, shares.map(({ share, ns }) => {
				const { id, text } = model.report.legend.shares[share];
				return el('li', { 'data-share': id, 'data-ns': ns }, swatch(id), el('b', {}, formatPercent(100 * ns / total)), ` ${formatDuration(ns)}  ${text}`);
			}))),
			el('section', {}, el('h3', {}, 'What ran'), el('ul', { class: 'plain' }, kernels.slice(0, KERNELS).map(({ name, category, count, ns }) =>
				el('li', {}, swatch(['kernel', 'copy', 'fill'][category]), el('b', {}, formatDuration(ns)), ` ${formatCount(count)} × ${shortName(timeline.names[name])}`)),
			kernels.length > KERNELS ? el('li', {}, `and ${kernels.length - KERNELS} more`) : null)),
			el('section', {}, el('h3', {}, 'Findings here'), findings.length ? el('ul', { class: 'plain' }, findings.map((found) =>
				el('li', {}, findingLink(found, actions.process)))) : el('p', {}, 'none'))),
		el('p', { class: 'buttons' }, button('Zoom to it (F)', () => actions.fit(from, to)), button('Let go (Esc)', actions.close)),
	];
}

// What is thinned, in words; '' where nothing is.
export function thinnedText(timeline) {
	const { recorded, resolution_ns: resolution } = timeline;
	return ['operations', 'calls', 'ranges'].filter((table) => resolution[table]).map((table) =>
		`${formatCount(recorded[table])} ${table} are drawn as ${formatCount(timeline[table].rows)} boxes: neighbours within ${formatDuration(resolution[table])} are one`)
		.join('; ');
}

function restPanel(model, timeline, finding, actions) {
	const shares = [...new Set([...timeline.steps.share])].sort((a, b) => a - b).map((share) => model.report.legend.shares[share]);
	const operation = finding?.finding.operations[0];
	const unrecorded = unrecordedText(model.processes[actions.process]);
	return [
		finding ? el('p', { class: 'lead' }, findingLink(finding, actions.process), `: ${finding.finding.headline}. `,
		operation ? button('Show the longest', () => actions.finding(finding.number)) : null) : null,
		el('ul', { class: 'legend', 'aria-label': 'Colours' }, shares.map(({ id, label, text }) => el('li', { title: text }, swatch(id), label))),
		el('p', { class: 'hint' }, 'Hatched: the time in which an operation was held back, in the colour and pattern of the cause. Wheel or W S zoom, drag or A D pan, ',
			'drag in the ruler or with Shift selects a span, click selects, / searches, n N go on, ? tells all keys.'),
		thinnedText(timeline) ? el('p', { class: 'hint' }, `${thinnedText(timeline)}.`) : null,
		unrecorded ? el('p', { class: 'hint' }, `${unrecorded} A dotted line is where they are left out.`) : null,
		timeline.note ? el('p', { class: 'hint' }, timeline.note) : null,
	];
}

// STATE: { selected: item?, range: [from, to]?, finding: { number, finding }? }
export function showPanel(host, model, timeline, state, lanes, actions) {
	if (state.range)
		host.replaceChildren(...spanPanel(model, timeline, state.range, lanes, actions));
	else if (state.selected)
		host.replaceChildren(...itemPanel(model, timeline, state.selected, actions));
	else
		host.replaceChildren(...restPanel(model, timeline, state.finding, actions).filter(Boolean));
}

// Shows TIP beside the pointer AT, within ROOM.
export function placeTip(tip, at, room) {
	tip.hidden = false;
	const { offsetWidth: width, offsetHeight: height } = tip;
	tip.style.left = `${Math.max(0, Math.min(at.x + 14, room.width - width - 4))}px`;
	tip.style.top = `${at.y + 18 + height > room.height ? Math.max(0, at.y - height - 10) : at.y + 18}px`;
}

// What a glance is for; the rest is a click away.
const glanced = ['several', 'when', 'for', 'longest', 'launch', 'occupancy', 'size', 'waited', 'held back by', 'came after', 'waited for', 'failed'];

// Beside the pointer: the same, short.
export function showTip(tip, model, timeline, item, at, room) {
	const { title, facts } = describe(model, timeline, item);
	tip.replaceChildren(el('b', {}, shortName(title)), el('dl', {}, facts.filter(([label]) => glanced.includes(label)).map(([label, text]) => el('div', {}, el('dt', {}, label), el('dd', {}, text)))));
	placeTip(tip, at, room);
}

// "busy(long) of stream 13: waited 8.902 ms ...", for screen readers.
export function sayItem(model, timeline, item) {
	const { title, facts } = describe(model, timeline, item);
	const name = item.table === 'operations' && timeline.operations.count[item.row] === 1 ? operationText(timeline, item.row) : title;
	return `${name}: ${facts.map(([label, text]) => `${label} ${text}`).join('; ')}`;
}

// FINDING: the number of the finding whose places they are, or null; ISWORST: the one that is selected is its longest. Where boxes hide some, how many there are is what
// the analyzer says, and nobody knows of others than a finding's.
export function placeText({ count }, position, finding, timeline, isWorst) {
	if (!count)
		return 'nothing found';
	if (timeline.windows && !timeline.isWhole)
		return finding ? `${formatPlural(timeline.placesOf(finding), 'place')} of finding ${finding}` : `at least ${formatPlural(count, 'place')}`;
	return `${position ? `${formatCount(position)} of ` : ''}${formatPlural(count, 'place')}${finding ? ` of finding ${finding}` : ''}${isWorst ? ', the longest' : ''}`;
}