// SPDX-License-Identifier: MIT
// A comparison (schema/compare.schema.json) as elements: the change of the program time, where it comes from, kernels
// and findings. Whoever has one, a file's page or the dashboard's, shows it with this.
import { el } from '../dom.js';
import { formatCount, formatDuration, formatPercent, formatPlural } from '../format.js';
import { createTable } from '../table.js';
import { PROGRAM_TIME, programTimeWords } from '../words.js';

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

const pOf = ({ p }) => `p = ${Number(p.toPrecision(2))}`;

const noiseOf = ({ verdict }) => `${verdict === 'same' ? 'no more' : 'more'} than noise`;

function verdictOf({ program, base, new: fresh }) {
	const runs = `${formatPlural(base.runs.length, 'run')} before and ${fresh.runs.length} after`;
	if (!program.test)
		return `${runs} cannot tell whether that is noise: record at least ${program.needed.runs} of each (${program.needed.name})`;
	return `That is ${noiseOf(program)}: ${pOf(program.test)} (${program.test.name}${program.test.is_exact ? ', exact' : ''}, ` +
		`${base.runs.length} and ${fresh.runs.length} runs)`;
}

// Of a part that --range cut out nothing is CUDA's start or end.
const hasStart = ({ program, wall }) => program.base_ns !== wall.base_ns || program.new_ns !== wall.new_ns;

// "12.3 ms slower (+4.5 %)"
function changeText({ base_ns: base, change_ns: change }) {
	if (!change)
		return 'as fast as before';
	return `${formatDuration(Math.abs(change))} ${change > 0 ? 'slower' : 'faster'}${base ? ` (${formatShare(100 * change / base)})` : ''}`;
}

const wholeRun = ({ wall }) => `The run, with CUDA's start and end, which vary: ${changeText(wall)}${wall.test ? `, ${noiseOf(wall)} (${pOf(wall.test)})` : ''}`;

function sideOf(name, side, isLonger) {
	const runs = side.runs.length === 1 ? [side.runs[0].path] : [`median of ${side.runs.length} runs`, `from ${formatDuration(side.min_ns)} to ${formatDuration(side.max_ns)}`];
	const whole = isLonger ? [`run ${formatDuration(side.wall_ns)}`] : [];
	const facts = side.runs.length === 1 ? [...whole, ...runs] : [...runs, ...whole];
	return el('div', {}, el('dt', {}, name), el('dd', {}, isLonger && `${PROGRAM_TIME} `, el('strong', {}, formatDuration(side.program_ns)), `, ${facts.join(', ')}`));
}

// What the gate measures comes first.
function headline(comparison) {
	const { program } = comparison;
	const [change, share] = changeText(program).split(/ (?=\()/);
	const isLonger = hasStart(comparison);
	return [
		el('h1', { class: headlines[program.verdict] ?? null }, change[0].toUpperCase() + change.slice(1), share && [' ', el('span', { class: 'whole' }, share)], isLonger && ` in ${PROGRAM_TIME}: ${programTimeWords}`),
		el('p', { class: program.test ? null : 'unsure' }, verdictOf(comparison)),
		isLonger && el('p', {}, wholeRun(comparison)),
		comparison.hint && el('p', {}, comparison.hint),
		comparison.gate && el('p', { class: 'bad', role: 'alert' }, `The gate fails: ${comparison.gate}`),
		el('dl', { class: 'sides' }, sideOf('base', comparison.base, isLonger), sideOf('new', comparison.new, isLonger)),
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

const totalOf = (name, { base_ns, new_ns, change_ns }, share_percent) => ({ name, base_ns, new_ns, change_ns, share_percent, isTotal: true });

// Those of the program time and their sum; then CUDA's start and end, and what all of it adds up to.
function causeRows(comparison) {
	const { program, wall, causes: all } = comparison;
	const share = program.change_ns ? 100 : null;
	const named = all.map((cause) => ({ ...cause, name: cause.text }));
	if (!hasStart(comparison))
		return [...named, totalOf('in all', program, share)];
	return [...named.filter((cause) => cause.is_program), totalOf(PROGRAM_TIME, program, share),
		...named.filter((cause) => !cause.is_program), totalOf('the run', wall, null)];
}

function causes(comparison) {
	const most = Math.max(...comparison.causes.map((cause) => (cause.is_program ? Math.abs(cause.change_ns) : 0)), 0);
	const row = (cause) => el('tr', { class: cause.isTotal ? 'total' : null },
		el('th', { scope: 'row', title: cause.id ?? null }, cause.name), el('td', { class: 'number' }, formatChange(cause.change_ns)),
		el('td', { class: 'number' }, formatShare(cause.share_percent)), el('td', { class: 'wide' }, cause.is_program ? barOf(cause, most) : null),
		el('td', { class: 'number' }, formatDuration(cause.base_ns)), el('td', { class: 'number' }, formatDuration(cause.new_ns)));
	return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Causes' }, el('table', { class: 'causes' },
		el('caption', {}, 'Where the change comes from, step by step along the run: the parts add up to it'),
		el('thead', {}, el('tr', {}, ['Where', 'Change', 'Of it', null, 'Base', 'New'].map((title, i) =>
			el('th', { scope: 'col', class: title === null ? 'wide' : i ? 'number' : null }, title ?? el('span', { class: 'directions' }, el('span', {}, 'shorter'), el('span', {}, 'longer')))))),
		el('tbody', {}, causeRows(comparison).map(row))));
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
			column('share_percent', 'Of it', formatShare, `of the change of the ${PROGRAM_TIME}`, !isKnown),
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
