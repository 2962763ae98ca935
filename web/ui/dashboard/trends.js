// SPDX-License-Identifier: MIT
// A measure of a program over its runs on a branch, from old to new. What is a regression the server decides, by the
// method that it names.
import { createChart } from '../chart.js';
import { shareLook } from '../colours.js';
import { el } from '../dom.js';
import { formatBytes, formatCount, formatDuration, formatPercent, formatPlural, formatReal } from '../format.js';
import { createTable } from '../table.js';
import { programTimeMeaning, programTimeWords } from '../words.js';
import { ALL, formatAddress } from './address.js';
import { formatChange, percentText } from './change.js';
import { DURATION, withBase } from './history.js';
import { emptiness } from './region.js';
import { formatWhen } from './when.js';

const formats = { ns: formatDuration, percent: formatPercent, bytes: formatBytes, count: formatCount };
const runSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000]; // between ticks: whole runs
const DOTTED_RUNS = 100; // of more the dots would run together
const thresholds = [1, 2, 5, 10, 20, 50];
const groups = [['The run', /^[^.]*$/], ['What time went to', /^budget\./], ['Kernels', /^kernel\./], ['Others', /./]];

const compareAddress = (project, { id, base }) => formatAddress({ page: 'compare', params: { project, base, new: [id] } });

function columnsOf(project, format) {
	return [
		{ id: 'recorded', title: 'Recorded', value: (p) => p.recorded_ns, text: (p) => formatWhen(p.recorded_ns),
			node: (p) => el('a', { href: formatAddress({ page: 'runs', id: p.id, params: { project } }) }, formatWhen(p.recorded_ns)) },
		{ id: 'commit', title: 'Commit', value: (p) => p.commit, text: (p) => p.commit?.slice(0, 12) ?? '-' },
		{ id: 'value', title: 'Value', isNumber: true, value: (p) => p.value, text: (p) => format(p.value) },
		{ id: 'baseline', title: 'Before', isNumber: true, value: (p) => p.baseline, text: (p) => (p.baseline === null ? '-' : format(p.baseline)), explanation: 'the median of the runs before it' },
		{ id: 'change', title: 'Change', isNumber: true, value: (p) => p.change_percent, text: (p) => (p.change_percent === null ? '-' : percentText(p.change_percent)),
			node: (p) => (p.is_regression ? formatChange(p.change_percent) : p.change_percent === null ? '-' : percentText(p.change_percent)) },
		{ id: 'compare', isFixed: true, title: 'Compare', value: () => '',
			node: (p) => (p.base.length ? el('a', { href: compareAddress(project, p) }, 'with the runs before') : el('span', { class: 'soft' }, 'the first')) },
	];
}

const nameOfPoint = (point) => point.commit?.slice(0, 7) ?? formatWhen(point.recorded_ns).slice(5, 16);

function chartOf(points, title, format, pick) {
	const bad = points.filter((point) => point.is_regression);
	return createChart({
		title: `${title} of ${formatPlural(points.length, 'run')}, ${formatPlural(bad.length, 'regression')}; the table below has the numbers`,
		x: points.map((_, i) => i), xLabel: 'run, by commit', formatX: (i) => (points[i] ? nameOfPoint(points[i]) : ''), formatY: format, height: 300, xSteps: runSteps, hasLastX: true, isFloating: true, onpick: pick,
		lines: [
			{ label: title, values: points.map((point) => point.value), colour: shareLook('kernel').colour, isDotted: points.length <= DOTTED_RUNS },
			{ label: 'median before', values: points.map((point) => point.baseline), colour: shareLook('start-up').colour },
			{ label: 'regression', values: points.map((point) => (point.is_regression ? point.value : null)), colour: shareLook('queue').colour, shape: 'points', size: 11 },
		],
	});
}

const option = (value, text, chosen) => el('option', { value, selected: value === chosen }, text);

export function open(host, { api, address, project, region }) {
	const shown = region('the trend');
	const selects = Object.fromEntries([['measure', 'Measure'], ['name', 'Program'], ['branch', 'Branch'], ['gpu', 'GPU'], ['threshold', 'Regression from']].map(([name, label]) =>
		[name, el('select', { 'aria-label': label, onchange: (event) => change(name, event.target.value) })]));
	const labelled = (text, name) => el('label', {}, text, selects[name]);
	let chart = null;
	let redraw = null;

	// What another program need not have: it has its own branches, GPUs and kernels.
	const ofAnother = (measure) => ({ branch: null, gpu: null, measure: measure?.startsWith('kernel.') ? null : measure });

	function change(name, value) {
		const { params } = address.current();
		const { measure } = params;
		address.go({ page: 'trends', params: { ...params, project, ...(name === 'name' ? ofAnother(measure) : {}), [name]: value } });
	}

	// What is looked at where the address does not say: the duration of the newest program on its branch.
	function choose(params, name, programs, measures) {
		const of = programs.filter((program) => (program.name ?? '') === name);
		return { measure: params.measure ?? (measures.some((measure) => measure.name === DURATION) ? DURATION : 'duration_ns'), name, branch: params.branch ?? of[0]?.branch ?? ALL, gpu: params.gpu ?? ALL, threshold: params.threshold ?? '5' };
	}

	function offer(chosen, programs, measures, trend) {
		const titles = new Map(measures.map(({ name, title }) => [name, title]));
		const unique = (values, own) => [...new Set([...values, own])];
		const of = programs.filter((program) => (program.name ?? '') === chosen.name);
		const left = new Set(titles.keys());
		selects.measure.replaceChildren(...groups.map(([title, form]) => {
			const names = [...left].filter((name) => form.test(name));
			names.forEach((name) => left.delete(name));
			return names.length ? el('optgroup', { label: title }, names.map((name) => option(name, titles.get(name), chosen.measure))) : '';
		}), titles.has(chosen.measure) ? '' : option(chosen.measure, trend.title, chosen.measure));
		selects.name.replaceChildren(...unique(programs.map((program) => program.name ?? ''), chosen.name).map((name) => option(name, name || 'any', chosen.name)));
		selects.measure.title = chosen.measure === DURATION ? programTimeMeaning : '';
		for (const what of ['branch', 'gpu'])
			selects[what].replaceChildren(...unique([ALL, ...of.map((program) => program[what]).filter(Boolean)], chosen[what]).map((name) => option(name, name === ALL ? 'all' : name, chosen[what])));
		selects.threshold.replaceChildren(...unique(thresholds.map(String), chosen.threshold).map((value) => option(value, `${value} % worse`, chosen.threshold)));
	}

	function content(trend) {
		const { method } = trend;
		const points = withBase(trend.points);
		if (!points.length)
			return emptiness('No run has this', 'No run of this program on this branch has this measure.');
		const format = formats[trend.unit] ?? formatReal;
		const compare = (i) => points[i].base.length && address.go(compareAddress(project, points[i]));
		const figure = el('div');
		const isCurve = points.length > 1;
		redraw = isCurve && (() => {
			chart?.close();
			chart = chartOf(points, trend.title, format, compare);
			figure.replaceChildren(chart.element);
		});
		if (isCurve)
			redraw();
		const bad = points.filter((point) => point.is_regression).length;
		return [!isCurve ? null : el('p', { class: 'method' }, el('strong', {}, bad ? formatPlural(bad, 'regression') : 'No regression'), ` in ${formatPlural(points.length, 'run')}: ${method}.`, trend.measure === DURATION ? ` Program time is ${programTimeWords}.` : null),
			isCurve ? figure : null, el('p', { class: 'soft' }, isCurve ? 'A click on a run compares it with those before it.' : 'One run so far. With more of this program on this branch there is a curve here, and what got worse is said.'),
			createTable({ caption: 'Runs', columns: columnsOf(project, format), rows: points, sort: 'recorded' })];
	}

	host.append(el('main', { id: 'main', tabindex: '-1' }, el('h1', {}, `Trends of ${project}`),
		el('div', { class: 'tools' }, labelled('Measure', 'measure'), labelled('Program', 'name'), labelled('Branch', 'branch'), labelled('GPU', 'gpu'), labelled('Regression from', 'threshold')), shown.element));
	return {
		show({ params }) {
			shown.load(async (signal) => {
				const { programs } = await api.get('programs', { project }, signal);
				if (!programs.length)
					return emptiness('No run yet', el('a', { href: formatAddress({ page: 'runs', params: { project } }) }, 'How to send one'));
				const name = params.name ?? programs[0].name ?? '';
				const { measures } = await api.get('measures', { project, name }, signal);
				const chosen = choose(params, name, programs, measures);
				const trend = await api.get('trend', { project, ...chosen, ...Object.fromEntries(['branch', 'gpu'].filter((what) => chosen[what] === ALL).map((what) => [what, null])) }, signal);
				offer(chosen, programs, measures, trend);
				return content(trend);
			});
		},
		recolour: () => redraw && redraw(),
		close() {
			shown.close();
			chart?.close();
		},
	};
}
