// SPDX-License-Identifier: MIT
// A comparison (schema/compare.schema.json) as elements: the change of the wall time, where it comes from, kernels and
// findings. Whoever has one, a file's page or the dashboard's, shows it with this.
import { el } from '../dom.js';
import { formatCount, formatDuration, formatPercent, formatPlural } from '../format.js';
import { createTable } from '../table.js';
import { WITHOUT_CUDA } from '../words.js';

const formatKnown = (ns) => (ns === null ? '-' : formatDuration(ns));

// "+1.234 ms", "-56 ns"
export const formatChange = (ns) => (ns === null ? '-' : `${ns > 0 ? '+' : ''}${formatDuration(ns)}`);

// "+12.3 %", "-<0.1 %": however little, it has a direction.
export function formatShare(percent) {
	if (percent === null)
		return '-';
	return percent < 0 && percent > -0.05 ? `-${formatPercent(-percent)}` : `${percent > 0 ? '+' : ''}${formatPercent(percent)}`;
}

const headlines = { slower: 'bad', faster: 'good' };

function verdictOf({ wall, base, new: fresh }) {
	const runs = `${formatPlural(base.runs.length, 'run')} before and ${fresh.runs.length} after`;
	if (!wall.test)
		return `${runs} cannot tell whether that is noise: record at least ${wall.needed.runs} of each (${wall.needed.name})`;
	const p = Number(wall.test.p.toPrecision(2));
	const test = `p = ${p} (${wall.test.name}${wall.test.is_exact ? ', exact' : ''}, ${runs})`;
	return `That is ${wall.verdict === 'same' ? 'no more' : 'more'} than noise: ${test}`;
}

// What stays when the shares of starting and ending CUDA, which vary from run to run, are left out. `isMost`: they change by more. null:
// they do not change.
function programOf({ wall, causes }) {
	const aside = causes.filter(({ id }) => id === 'start-up' || id === 'teardown');
	const sum = (member) => aside.reduce((total, cause) => total + cause[member], 0);
	const base = wall.base_ns - sum('base_ns');
	const change = wall.change_ns - sum('change_ns');
	return base > 0 && change !== wall.change_ns ? { change, base, isMost: change !== 0 && Math.abs(wall.change_ns - change) >= Math.abs(change) } : null;
}

const changeText = (change, base) => `${formatDuration(Math.abs(change))} ${change > 0 ? 'slower' : 'faster'} (${formatShare(100 * change / base)})`;

function sideOf(name, side) {
	const runs = side.runs.length === 1 ? side.runs[0].path
		: `median of ${side.runs.length} runs, from ${formatDuration(side.min_ns)} to ${formatDuration(side.max_ns)}`;
	return el('div', {}, el('dt', {}, name), el('dd', {}, el('strong', {}, formatDuration(side.wall_ns)), ` ${runs}`));
}

function headline(comparison) {
	const { wall } = comparison;
	const text = wall.change_ns === 0 || !wall.base_ns ? 'As fast as before' : changeText(wall.change_ns, wall.base_ns);
	const program = programOf(comparison);
	const look = headlines[wall.verdict] ?? null;
	return [
		...program?.isMost && wall.change_ns !== 0
			? [el('h1', {}, `${changeText(program.change, program.base)} ${WITHOUT_CUDA}`),
				el('p', { class: look }, `With them, which vary from run to run: ${text}`)]
			: [el('h1', { class: look }, text), program && el('p', {}, `W${WITHOUT_CUDA.slice(1)}: ${changeText(program.change, program.base)}`)],
		el('p', { class: wall.test ? null : 'unsure' }, verdictOf(comparison)),
		comparison.hint && el('p', {}, comparison.hint),
		comparison.gate && el('p', { class: 'bad', role: 'alert' }, `The gate fails: ${comparison.gate}`),
		el('dl', { class: 'sides' }, sideOf('base', comparison.base), sideOf('new', comparison.new)),
		comparison.notes.length > 0 && el('div', { class: 'notes', role: 'note' }, comparison.notes.map((note) => el('p', {}, `${note}.`))),
	];
}

// A bar from the middle: to the right what became longer, to the left what became shorter.
function barOf(cause, most) {
	const width = most ? 50 * Math.abs(cause.change_ns) / most : 0;
	return el('div', { class: 'delta', 'aria-hidden': 'true' }, el('span', {
		style: { left: `${cause.change_ns < 0 ? 50 - width : 50}%`, width: `${width}%`, background: `var(--look-${cause.id})` },
	}));
}

function causes({ wall, causes: rows }) {
	const most = Math.max(...rows.map((cause) => Math.abs(cause.change_ns)), 0);
	const row = (name, title, change, share, base, fresh, bar) => el('tr', { class: bar ? null : 'total' },
		el('th', { scope: 'row', title }, name), el('td', { class: 'number' }, formatChange(change)),
		el('td', { class: 'number' }, formatShare(share)), el('td', { class: 'wide' }, bar),
		el('td', { class: 'number' }, formatDuration(base)), el('td', { class: 'number' }, formatDuration(fresh)));
	return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Causes' }, el('table', { class: 'causes' },
		el('caption', {}, 'Where the change comes from, step by step along the run: the parts add up to it'),
		el('thead', {}, el('tr', {}, ['Where', 'Change', 'Of it', null, 'Base', 'New'].map((title, i) =>
			el('th', { scope: 'col', class: title === null ? 'wide' : i ? 'number' : null }, title ?? el('span', { class: 'directions' }, el('span', {}, 'shorter'), el('span', {}, 'longer')))))),
		el('tbody', {}, rows.map((cause) => row(cause.text, cause.id, cause.change_ns, cause.share_percent,
			cause.base_ns, cause.new_ns, barOf(cause, most))),
		row('the wall time', null, wall.change_ns, wall.change_ns ? 100 : null, wall.base_ns, wall.new_ns, null))));
}

const sizeOf = (size) => size.join(',').replace(/(,1)+$/, '');
const shapeOf = (shape) => `${sizeOf(shape.grid)} x ${sizeOf(shape.block)}`;

function shapes(kernel) {
	const shape = shapeOf(kernel.new_shape ?? kernel.base_shape);
	return kernel.is_reshaped ? `${shape}, was ${shapeOf(kernel.base_shape)}` : shape;
}

// Change = New - Base, of the time in which the run waited for a kernel; durations, which overlap, stand apart.
function kernels({ kernels: { rows } }) {
	const hasP = rows.some((row) => row.p !== null);
	const isKnown = rows.some((row) => row.change_ns !== null);
	const column = (id, title, text, explanation, isHidden) => ({
		id, title, isNumber: true, value: (k) => k[id], text: (k) => text(k[id]), explanation, isHidden,
	});
	return createTable({
		caption: isKnown ? 'Kernels: how long the run waited for each, as above, and the durations of all launches, added up' : 'Kernels: the durations of all launches, added up',
		columns: [
			{ id: 'name', title: 'Kernel', isName: true, value: (k) => k.name },
			{ id: 'state', title: 'State', value: (k) => (k.is_reshaped ? 'shape' : k.state), text: (k) => (k.is_reshaped ? 'other shape' : k.state) },
			{ id: 'change_ns', title: 'Change', isNumber: true, value: (k) => (k.change_ns === null ? null : Math.abs(k.change_ns)),
				text: (k) => formatChange(k.change_ns), explanation: 'of the time in which the run waited for it: new minus base; sorted by size', isHidden: !isKnown },
			column('share_percent', 'Of it', formatShare, 'of the change of the wall time', !isKnown),
			column('base_critical_ns', 'Base', formatKnown, 'the time in which the run waited for it', !isKnown),
			column('new_critical_ns', 'New', formatKnown, 'the time in which the run waited for it', !isKnown),
			column('base_total_ns', 'Duration, base', formatDuration, 'of all launches, added up: what ran at the same time counts more than once'),
			column('new_total_ns', 'Duration, new', formatDuration, 'of all launches, added up'),
			column('p', 'p', (p) => (p === null ? '-' : String(Number(p.toPrecision(2)))), 'of the durations: below 0.05 more than noise', !hasP),
			column('new_launches', 'Launches', formatCount, 'of the new runs'),
			{ id: 'shape', title: 'Blocks x threads', value: shapes },
		],
		rows,
		sort: isKnown ? 'change_ns' : 'new_total_ns',
	});
}

const words = { new: ['new', 'bad'], gone: ['gone', 'good'], 'not-judged': ['not judged', 'soft'] };

// One of which the other side has exceptions did not come or go, but became frequent, or seldom.
function wordOf(finding) {
	if (finding.state === 'new' && finding.base)
		return ['often', 'bad'];
	if (finding.state === 'gone' && finding.new)
		return ['rare', 'good'];
	if (words[finding.state])
		return words[finding.state];
	const order = ['note', 'warning', 'error'];
	const raised = order.indexOf(finding.new.severity) - order.indexOf(finding.base.severity);
	const change = raised || (finding.p !== null && finding.p >= 0.05 ? 0 : finding.change_ns);
	return change > 0 ? ['costs more', 'bad'] : change < 0 ? ['costs less', 'good'] : ['as before', 'soft'];
}

// In how many runs of SIDE it is, after WHEN; '' where it is in all.
function runsOf(finding, comparison, side, when) {
	const all = comparison[side].runs.length;
	return finding[side] && finding[side].runs < all ? `${when}in ${finding[side].runs} of ${all} runs` : '';
}

function costOf(finding, comparison) {
	if (finding.state === 'both')
		return `cost ${formatDuration(finding.new.cost_ns)}, before ${formatDuration(finding.base.cost_ns)} (${formatChange(finding.change_ns)})${runsOf(finding, comparison, 'new', ', ')}`;
	const [side, other, when] = finding.state === 'new' ? ['new', 'base', '; before '] : ['base', 'new', '; still '];
	return `cost ${formatDuration(finding[side].cost_ns)}${runsOf(finding, comparison, side, ', ')}${runsOf(finding, comparison, other, when)}`;
}

function findings(comparison) {
	if (!comparison.findings.length)
		return null;
	return el('section', { class: 'findings' }, el('h2', {}, 'Findings'),
		el('p', { class: 'soft' }, 'Their costs overlap, and need not add up to the change.'),
		comparison.findings.map((finding) => {
			const one = finding.new ?? finding.base;
			const [word, look] = wordOf(finding);
			return el('article', { class: 'finding' },
				el('h3', {}, el('span', { class: `state ${look}` }, word), ` ${one.severity}: ${finding.title}`,
					finding.subject ? `, ${finding.subject}` : ''),
				el('p', {}, one.headline), el('p', { class: 'soft' }, costOf(finding, comparison),
					finding.location ? ` · ${finding.location.file}${finding.location.line ? `:${finding.location.line}` : ''}` : ''));
		}));
}

// COMPARISON as an element.
export function showComparison(comparison) {
	return el('div', { class: 'comparison' }, headline(comparison), causes(comparison),
		comparison.kernels.rows.length > 0 && kernels(comparison), findings(comparison));
}
