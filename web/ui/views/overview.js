// SPDX-License-Identifier: MIT
// The first screen: how long and how busy, what to change first and what that wins, what the time went to, and then
// every finding. All words of findings are the report's.
import { el } from '../dom.js';
import { formatDuration, formatPercent } from '../format.js';
import { formatRoute } from '../router.js';
import { findingElement } from './finding.js';

const SMALL_PERCENT = 0.5; // shares below it are told together, as in the text report

function headline(process) {
	if (!process.devices.some((device) => device.kernels + device.copies + device.fills))
		return el('h2', { class: 'headline' }, `${process.name}: ${formatDuration(process.wall_ns)}`);
	const devices = Math.max(1, process.active_devices);
	const busy = formatPercent(100 * process.gpu_busy_ns / (process.wall_ns * devices));
	return el('h2', { class: 'headline' }, `${process.name}: ${formatDuration(process.wall_ns)}, ` +
		(devices > 1 ? `${devices} GPUs were busy for ${busy} of it on average` : `the GPU was busy for ${busy} of it`));
}

// Nothing to fix was found: what the GPU waited for most, if it waited, and what would tell more.
function noStep(model, process) {
	const wait = process.largest_wait;
	if (!wait)
		return el('p', { class: 'first-step none' }, 'No rule found anything that a fix would make faster.');
	return el('section', { class: 'first-step' },
		el('p', { class: 'most' }, 'No rule found a fix. The largest wait: ', el('strong', {}, formatDuration(wait.ns)),
			` (${formatPercent(wait.percent)} of the time in which CUDA neither starts nor ends), ${model.share(wait.share).text}.`),
		el('p', { class: 'do' }, el('b', {}, 'To learn more: '), `${wait.hint}.`));
}

// What to do first, and what it wins.
function firstStep(model, findings, process, index) {
	if (!findings.length)
		return noStep(model, process);
	const [{ number, finding }] = findings;
	const link = el('a', { href: formatRoute({ view: 'overview', params: { process: index || null, finding: number } }) }, `finding ${number}, ${finding.title}`);
	const where = finding.operations.length ? el('a', { class: 'button',
		href: formatRoute({ view: 'timeline', params: { process: index || null, finding: number } }) }, 'See it in the timeline') : null;
	const lead = finding.gain
		? ['Most to gain: ', el('strong', {}, formatDuration(finding.gain.ns)), ` (${formatPercent(finding.gain.percent)} of the run) by fixing `]
		: ['Look first at what cost ', el('strong', {}, formatDuration(finding.cost_ns)), ` (${formatPercent(finding.cost_percent)} of the run): `];
	return el('section', { class: 'first-step' }, el('p', { class: 'most' }, ...lead, link), el('p', {}, finding.headline, '.'),
		el('p', { class: 'do' }, el('b', {}, 'Do: '), finding.advice), where);
}

function shareLink(share, index) {
	return formatRoute({ view: 'timeline', params: { process: index || null, share: share.id } });
}

// The budget as one bar, and as rows that say what its parts are.
// SHARE_OF_RUN: how long it is beside the recorded run.
function budget(model, title, given, index, { isLinked = true, shareOfRun = 1 } = {}) {
	const shares = model.budget(given);
	const shown = shares.filter(({ percent }) => percent >= SMALL_PERCENT);
	const left = shares.filter(({ percent }) => percent < SMALL_PERCENT);
	const name = (share) => `${share.label}: ${formatPercent(share.percent)}, ${formatDuration(share.ns)}: ${share.text}`;
	const part = (share) => el(isLinked ? 'a' : 'span', {
		href: isLinked ? shareLink(share, index) : null, class: 'part', title: name(share), 'aria-label': isLinked ? name(share) : null,
		style: { 'flex-grow': share.ns, background: `var(--share-${share.id})`, color: `var(--on-share-${share.id})` },
	}, share.percent > 12 ? share.label : '');
	return el('section', { class: 'budget-section' },
		el('h2', {}, title),
		el('div', { class: 'budget', style: { width: `${100 * Math.min(1, shareOfRun)}%` } }, shares.map(part)),
		el('ul', { class: 'budget-list' }, shown.map((share) => el('li', {},
			el('i', { class: 'swatch', style: { background: `var(--share-${share.id})` } }),
			el('span', { class: 'number' }, formatPercent(share.percent)), el('span', { class: 'number' }, formatDuration(share.ns)),
			isLinked ? el('a', { href: shareLink(share, index) }, share.text) : share.text)),
		left.length ? el('li', { title: left.map(name).join('\n') }, el('i', { class: 'swatch' }),
			el('span', { class: 'number' }, formatPercent(left.reduce((sum, { percent }) => sum + percent, 0))),
			el('span', { class: 'number' }, formatDuration(left.reduce((sum, { ns }) => sum + ns, 0))), `${left.length} more`) : null));
}

export function open(host, { model, process }) {
	const index = process();
	const shown = model.processes[index];
	if (!shown) {
		host.append(el('p', {}, 'The report has no process.'));
		return {};
	}
	const findings = model.findingsOf(index);
	const elements = new Map(findings.map(({ number, finding }) => [String(number), findingElement(model, number, finding, index)]));
	host.append(headline(shown), firstStep(model, findings, shown, index));
	if (shown.budget.wall_ns > 0)
		host.append(budget(model, `Where the time went: ${formatDuration(shown.budget.wall_ns)}, step by step`, shown.budget, index));
	if (shown.fixed?.budget)
		host.append(budget(model, `With ${shown.fixed.fixes === 1 ? 'that fix' : `all ${shown.fixed.fixes} fixes`}: ${formatDuration(shown.fixed.wall_ns)}, predicted`,
			shown.fixed.budget, index, { isLinked: false, shareOfRun: shown.fixed.wall_ns / shown.wall_ns }));
	if (findings.length)
		host.append(el('h2', {}, 'What to change, the largest gain or cost first, hints last'), ...elements.values());
	return {
		show({ finding }) {
			const element = elements.get(finding);
			if (!element)
				return;
			element.open = true;
			element.scrollIntoView({ block: 'start' });
			element.querySelector('summary').focus({ preventScroll: true });
		},
	};
}
