// SPDX-License-Identifier: MIT
// The runs of a project: filtered, searched, sorted and paged by the server; some of them chosen to be compared.
import { el } from '../dom.js';
import { formatDuration, formatPercent, formatPlural } from '../format.js';
import { PROGRAM_TIME, programTimeMeaning } from '../words.js';
import { formatAddress } from './address.js';
import { beginning } from './beginning.js';
import { historyChange, historyDuration, historySparkline, loadHistory } from './history.js';
import { createPicks } from './picks.js';
import { emptiness } from './region.js';
import { findingsOf, gainOf, gpuOf, placeOf, runAddress, whenOf } from './run_cells.js';
import { formatDay } from './when.js';

const TYPING_MS = 250;
const filters = [['branch', 'Branch'], ['gpu', 'GPU'], ['host', 'Host'], ['commit', 'Commit']];
const sortings = [['', 'Newest first'], ['duration', 'Longest first'], ['gain', 'Most to gain first']];

function rowOf(run, past, picks) {
	return el('tr', {},
		el('td', { class: 'program' }, el('a', { href: runAddress(run), title: run.name }, run.name), placeOf(run)),
		el('td', { class: 'when' }, whenOf(run)),
		el('td', { class: 'gpu' }, gpuOf(run)),
		el('td', { class: 'number duration' }, formatDuration(run.duration_ns), past ? [historyDuration(past), historyChange(past)] : null),
		el('td', { class: 'curve' }, past && past.points.length > 1 ? historySparkline(past, run) : null),
		el('td', { class: 'number busy' }, run.gpu_busy_percent === null ? '-' : formatPercent(run.gpu_busy_percent)),
		gainOf(run), el('td', { class: 'findings' }, findingsOf(run)), el('td', { class: 'pick' }, picks.buttons(run)));
}

const heads = () => [['Program'], ['Recorded'], ['GPU'], [['Run', el('div', { class: 'soft compared-by', title: programTimeMeaning }, PROGRAM_TIME)], 'number'], ['On its branch'], ['GPU busy', 'number busy'], ['Most to gain'], ['Findings'], ['Compare']];

function tableOf(rows) {
	return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Runs' }, el('table', { class: 'runs' }, el('caption', { class: 'unseen' }, 'Runs'),
		el('thead', {}, el('tr', {}, heads().map(([title, look]) => el('th', { scope: 'col', class: look }, title)))), el('tbody', {}, rows)));
}

export function open(host, context) {
	const { api, address, project, region, session } = context;
	const runs = region('the runs');
	const narrowing = el('p', { class: 'soft' });
	const status = el('p', { class: 'count', role: 'status' });
	const picks = createPicks((chosen) => address.replace({ page: 'runs', params: { ...address.current().params, project, ...chosen } }),
		(chosen) => address.go({ page: 'compare', params: { project, ...chosen } }));
	const fields = new Map();
	let timer = 0;

	// All fields as they are: another one may have been typed into a moment before.
	function apply() {
		clearTimeout(timer);
		const values = Object.fromEntries([...fields].map(([name, field]) => [name, field.value.trim()]));
		address.replace({ page: 'runs', params: { ...address.current().params, project, ...values } });
		load();
	}

	function typed() {
		clearTimeout(timer);
		timer = setTimeout(apply, TYPING_MS);
	}

	function textField(name, title) {
		const field = el('input', { type: 'search', placeholder: title, 'aria-label': name === 'q' ? title : `Only this ${title.toLowerCase()}`,
			list: `runs-${name}`, oninput: typed });
		fields.set(name, field);
		return [field, el('datalist', { id: `runs-${name}` })];
	}

	const sort = el('select', { 'aria-label': 'Order', onchange: apply },
		sortings.map(([value, title]) => el('option', { value }, title)));
	fields.set('sort', sort);
	const tools = el('form', { class: 'tools', role: 'search', onsubmit(event) {
		event.preventDefault();
		apply();
	} },
		textField('q', 'Search programs, findings, commits, tags'), filters.map(([name, title]) => textField(name, title)), sort, status);

	// What can be chosen is what was seen.
	function offer(rows) {
		for (const [name] of filters) {
			const list = tools.querySelector(`#runs-${name}`);
			const values = new Set([...list.options].map((option) => option.value));
			for (const run of rows)
				if (run[name] && !values.has(run[name]))
					list.append(el('option', { value: run[name] }));
		}
	}

	async function rowsOf(reports, signal) {
		const past = reports.length ? await loadHistory(api, project, reports, signal) : null;
		return reports.map((run) => rowOf(run, past(run), picks));
	}

	// The next page is added to what is there.
	function createMore(query, table, signal) {
		const button = el('button', { type: 'button', class: 'more', async onclick() {
			button.disabled = true;
			try {
				const { reports, next } = await api.get('reports', query, signal);
				const rows = await rowsOf(reports, signal);
				offer(reports);
				table.querySelector('tbody').append(...rows);
				button.replaceWith(next ? createMore({ ...query, after: next }, table, signal) : '');
				rows[0]?.querySelector('a').focus();
				count(table, next);
			} catch (error) {
				if (!signal.aborted)
					button.textContent = `${error.message}: try again`;
			}
			button.disabled = false;
		} }, 'Show more');
		return button;
	}

	function count(table, next) {
		const shown = table.querySelectorAll('tbody tr').length;
		status.textContent = next ? `The first ${formatPlural(shown, 'run')}` : formatPlural(shown, 'run');
	}

	// What the fields ask for: 'the words "solver", the branch "side"'.
	const filtersText = (params) => [['q', 'the words'], ...filters].filter(([name]) => params[name])
		.map(([name, title]) => `${name === 'q' ? title : `the ${title === 'GPU' ? title : title.toLowerCase()}`} "${params[name]}"`).join(', ');

	// What no field says: a link was followed.
	function showNarrowing({ tag, rule, from, ...others }) {
		const said = [rule && `with a finding of ${rule}`, tag && `with the tag ${tag}`, from && `recorded since ${formatDay(from)}`].filter(Boolean);
		narrowing.replaceChildren(...said.length ? [`Only runs ${said.join(', ')}. `,
			el('a', { href: formatAddress({ page: 'runs', params: { ...others, project } }) }, 'Show the others, too')] : []);
	}

	function load() {
		const { params } = address.current();
		const query = { project, sort: params.sort, q: params.q, branch: params.branch, gpu: params.gpu, host: params.host, commit: params.commit, tag: params.tag, rule: params.rule, from: params.from };
		const isFiltered = Boolean(query.q || query.branch || query.gpu || query.host || query.commit || query.tag || query.rule || query.from);
		showNarrowing(params);
		runs.load(async (signal) => {
			const { reports, next } = await api.get('reports', query, signal);
			if (!reports.length) {
				status.textContent = '';
				return isFiltered ? emptiness('No run is like that', filtersText(params) && `Asked for: ${filtersText(params)}.`, el('a', { href: formatAddress({ page: 'runs', params: { project } }) }, 'Show all'))
					: emptiness('No run yet', beginning(session, project));
			}
			const table = tableOf(await rowsOf(reports, signal));
			offer(reports);
			count(table, next);
			return [table, next && createMore({ ...query, after: next }, table, signal)];
		});
	}

	host.append(el('main', { id: 'main', tabindex: '-1' }, el('h1', {}, `Runs of ${project}`), tools, narrowing, runs.element, picks.bar));
	return {
		show({ params }) {
			for (const [name, field] of fields)
				if (field !== document.activeElement)
					field.value = params[name] ?? '';
			picks.set(params);
			load();
		},
		close() {
			clearTimeout(timer);
			runs.close();
		},
	};
}
