// SPDX-License-Identifier: MIT
// A project's programs: each one's latest run, and how it changed against the runs before it. A program that runs on
// several branches or GPUs has a row for each. All are there at once: they are searched, filtered and sorted here.
import { el } from '../dom.js';
import { formatDuration, formatPlural } from '../format.js';
import { PROGRAM_TIME, programTimeMeaning } from '../words.js';
import { formatAddress } from './address.js';
import { beginning } from './beginning.js';
import { percentText } from './change.js';
import { createChips } from './chips.js';
import { DURATION } from './history.js';
import { createPeriod } from './period.js';
import { emptiness } from './region.js';
import { findingsOf, gainOf, gpuOf, placeOf, runAddress, whenOf } from './run_cells.js';
import { createSparkline } from './sparkline.js';

const SEASON = 90; // days: a branch that was merged months ago is still there, but of no interest
const FIRST_ROWS = 50;

const changes = {
	slower: { text: 'slower', look: 'worse', has: (p) => p.is_regression },
	faster: { text: 'faster', look: 'better', has: (p) => p.is_improvement },
};

// In percent, against the median of the runs before; of fewer than that takes against the run before. null: the first run.
function changeOf({ value, previous, change_percent: percent }) {
	return percent ?? (previous ? 100 * (value - previous) / previous : null);
}

// Half and twice are as much of a change.
function sizeOfChange(program) {
	const percent = changeOf(program);
	return percent === null ? -1 : Math.abs(Math.log1p(Math.max(percent, -99.9999) / 100));
}

const orders = [
	['', 'Most changed first', sizeOfChange],
	['recorded', 'Newest first', (p) => p.recorded_ns],
	['duration', 'Longest first', (p) => p.value],
	['gain', 'Most to gain first', (p) => p.gain_ns ?? -1],
];

const branchText = (program) => program.branch ?? 'no branch';
const gpuText = (program) => (program.gpu ? `${program.gpus > 1 ? `${program.gpus} × ` : ''}${program.gpu}` : 'no GPU');
const wordsOf = (p) => [p.name, branchText(p), p.commit, p.host, gpuText(p), p.headline, ...Object.entries(p.tags).map(([key, value]) => `${key}=${value}`)].join('\n').toLowerCase();

const compareAddress = (p) => formatAddress({ page: 'compare', params: { project: p.project, base: p.before, new: [p.id] } });
const trendAddress = (p) => formatAddress({ page: 'trends', params: { project: p.project, name: p.name, branch: p.branch, gpu: p.gpu } });
const runsAddress = (p) => formatAddress({ page: 'runs', params: { project: p.project, q: p.name, branch: p.branch, gpu: p.gpu } });

function changeCell(p) {
	const percent = changeOf(p);
	if (percent === null)
		return el('td', { class: 'number change' }, el('span', { class: 'soft' }, 'first run'));
	const [sign, look, verdict] = p.is_regression ? ['▲ ', 'worse', 'slower: '] : p.is_improvement ? ['▼ ', 'better', 'faster: '] : ['', '', ''];
	const against = p.baseline === null ? 'the run before' : `the median of the ${p.before.length} runs before`;
	return el('td', { class: 'number change' },
		el('a', { class: look, href: compareAddress(p), title: `against ${against}; a click compares them` }, el('span', { 'aria-hidden': 'true' }, sign), el('span', { class: 'unseen' }, verdict), percentText(percent)),
		el('div', { class: 'soft' }, `before ${formatDuration(p.baseline ?? p.previous)}`));
}

function curve(p) {
	if (p.values.length < 2)
		return null;
	const text = `${formatPlural(p.values.length, 'run')} of ${p.name}: ${formatDuration(Math.min(...p.values))} to ${formatDuration(Math.max(...p.values))}, the latest ${formatDuration(p.value)}`;
	return el('a', { href: trendAddress(p) }, createSparkline(p.values, p.values.length - 1, text));
}

function rowOf(p) {
	return el('tr', {},
		el('td', { class: 'program' }, el('a', { href: runAddress(p), title: p.name }, p.name), placeOf(p)),
		el('td', { class: 'when' }, whenOf(p), el('div', {}, el('a', { class: 'soft', href: runsAddress(p), 'aria-label': `${formatPlural(p.runs, 'run')} of ${p.name}` }, formatPlural(p.runs, 'run')))),
		el('td', { class: 'gpu' }, gpuOf(p)),
		el('td', { class: 'number duration' }, formatDuration(p.value), p.measure === DURATION ? null : el('div', { class: 'soft compared-by' }, 'the whole run')),
		changeCell(p),
		el('td', { class: 'curve' }, curve(p)),
		gainOf(p), el('td', { class: 'findings' }, findingsOf(p)));
}

const heads = () => [['Program'], ['Latest run'], ['GPU'], [el('abbr', { title: programTimeMeaning, tabindex: '0' }, `${PROGRAM_TIME[0].toUpperCase()}${PROGRAM_TIME.slice(1)}`), 'number'],
	['Change', 'number'], ['Last runs'], ['Most to gain'], ['Findings']];

function tableOf(programs) {
	const body = el('tbody', {}, programs.slice(0, FIRST_ROWS).map(rowOf));
	const rest = programs.length - FIRST_ROWS;
	const more = rest <= 0 ? null : el('button', { type: 'button', class: 'more', onclick() {
		const rows = programs.slice(FIRST_ROWS).map(rowOf);
		body.append(...rows);
		more.remove();
		rows[0].querySelector('a').focus();
	} }, `Show ${rest} more`);
	return [el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Programs' }, el('table', { class: 'runs programs' }, el('caption', { class: 'unseen' }, 'Programs'),
		el('thead', {}, el('tr', {}, heads().map(([title, look]) => el('th', { scope: 'col', class: look }, title)))), body)), more];
}

// The values of TEXT(program), the most frequent first.
function frequent(programs, text) {
	const counts = new Map();
	for (const program of programs)
		counts.set(text(program), (counts.get(text(program)) ?? 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1]).map(([value, count]) => ({ value, text: value, count }));
}

const isLike = ({ q, changed, branch, gpu }) => (p) => (!changed || changes[changed]?.has(p)) && (!branch || branchText(p) === branch) && (!gpu || gpuText(p) === gpu) &&
	(q ?? '').toLowerCase().split(' ').every((word) => wordsOf(p).includes(word));

export function open(host, { api, address, project, projects, region, session }) {
	const shown = region('the programs');
	const chips = el('div');
	const list = el('div');
	const method = el('p', { class: 'soft method' });
	const status = el('p', { class: 'count', role: 'status' });
	const search = el('input', { type: 'search', placeholder: 'Search programs, findings, commits, tags', 'aria-label': 'Search programs, findings, commits, tags', oninput: () => change({ q: search.value.trim() }) });
	const sort = el('select', { 'aria-label': 'Order', onchange: () => change({ sort: sort.value }) }, orders.map(([value, title]) => el('option', { value }, title)));
	const time = createPeriod(SEASON, () => address.go({ page: 'programs', params: { ...address.current().params, project, days: time.value() } }));
	let latest = null;

	function change(what) {
		address.replace({ page: 'programs', params: { ...address.current().params, project, ...what } });
		draw();
	}

	function drawChips(params) {
		const { programs } = latest;
		// Of each group: how many there would be with the other groups as they are.
		const others = (name) => programs.filter(isLike({ ...params, [name]: null }));
		const pressed = document.activeElement?.getAttribute('data-chip');
		const changed = Object.entries(changes).map(([value, { text, look, has }]) => ({ value, text, look, count: others('changed').filter(has).length }));
		chips.replaceChildren(createChips([{ name: 'changed', label: 'got', least: 1, choices: changed },
			{ name: 'branch', label: 'branch', choices: frequent(others('branch'), branchText) },
			{ name: 'gpu', label: 'GPU', choices: frequent(others('gpu'), gpuText) }], params, (name, value) => change({ [name]: value })));
		if (pressed)
			[...chips.querySelectorAll('[data-chip]')].find((chip) => chip.getAttribute('data-chip') === pressed)?.focus(); // they are new
	}

	function draw() {
		const { params } = address.current();
		const sizeOf = (orders.find(([id]) => id === (params.sort ?? '')) ?? orders[0])[2];
		if (!latest?.programs.length)
			return;
		const found = latest.programs.filter(isLike(params)).sort((a, b) => sizeOf(b) - sizeOf(a));
		drawChips(params);
		method.hidden = !found.length;
		const names = new Set(found.map((program) => program.name)).size;
		status.textContent = [formatPlural(names, 'program'), names === found.length ? null : ` in ${found.length} rows`, latest.is_whole ? null : `, of the newest ${latest.programs.length}`].filter(Boolean).join('');
		list.replaceChildren(...found.length ? tableOf(found).filter(Boolean)
			: [emptiness('No program is like that', el('a', { href: formatAddress({ page: 'programs', params: { project } }) }, 'Show all'))]);
	}

	function empty(days) {
		status.textContent = '';
		const hasRuns = days && projects.some(({ name, reports }) => name === project && reports);
		return hasRuns ? emptiness('No run in this time', el('a', { href: formatAddress({ page: 'programs', params: { project, days: 0 } }) }, 'Look at all time'))
			: emptiness('No run yet', beginning(session, project));
	}

	host.append(el('main', { id: 'main', tabindex: '-1' }, el('h1', {}, `Programs of ${project}`),
		el('form', { class: 'tools', role: 'search', onsubmit: (event) => event.preventDefault() }, search, sort, time.element, status), shown.element));
	return {
		show({ params }) {
			const { days, from } = time.show(params);
			search.value = params.q ?? '';
			sort.value = orders.some(([id]) => id === params.sort) ? params.sort : '';
			shown.load(async (signal) => {
				latest = await api.get('latest', { project, from }, signal);
				if (!latest.programs.length)
					return empty(days);
				method.textContent = `The latest run of each program, on each branch and kind of GPUs: ${latest.method}. With fewer runs before it, the change is against the last of them, and not judged.`;
				draw();
				return [chips, list, method];
			});
		},
		close: shown.close,
	};
}
