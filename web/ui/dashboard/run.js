// SPDX-License-Identifier: MIT
// A run: its report with all views of the report's page, what is known of it besides, and the runs before it.
import { el } from '../dom.js';
import { formatBytes } from '../format.js';
import { createModel } from '../model.js';
import { openShell } from '../shell.js';
import { ALL, formatAddress } from './address.js';
import { below } from './base.js';
import { commitLink, isRepository } from './commit.js';
import { createDrawing } from './drawing.js';
import { ask } from './form.js';
import { historyChange, historyDuration, historySparkline, loadHistory } from './history.js';
import { administers } from './rights.js';
import { formatAgo, formatWhen } from './when.js';

const fact = (label, ...value) => el('div', {}, el('dt', {}, label), el('dd', {}, ...value));

function compareLink(project, run, past) {
	const before = past?.points[past.at].base ?? [];
	if (!before.length)
		return null;
	const text = before.length === 1 ? 'Compare with the run before' : `Compare with the ${before.length} runs before`;
	return el('a', { class: 'button', href: formatAddress({ page: 'compare', params: { project, base: before, new: [run.id] } }) }, text);
}

function deleteButton({ api, address, project, session, expired }, run) {
	if (!administers(session, project))
		return null;
	const begin = () => ask({
		expired, title: 'Delete this run?', verb: 'Delete', isDangerous: true,
		content: el('p', {}, `Its report${run.traces.length ? ' and its trace are' : ' is'} gone then. It can be sent again by whoever has the trace.`),
		async act() {
			await api.remove(`reports/${encodeURIComponent(run.id)}`, { project });
			address.go({ page: 'runs', params: { project } });
		},
	});
	return el('button', { type: 'button', onclick: begin }, 'Delete ...');
}

function trendLink(project, run) {
	return el('a', { class: 'button', href: formatAddress({ page: 'trends', params: { project, name: run.name, branch: run.branch ?? ALL } }) }, 'Trend');
}

// What the report does not say of itself. On a phone it unfolds, since it stands above every view; SIGNAL ends that.
function aboutElement(context, run, past, signal) {
	const { project } = context;
	const link = (path, name, text) => el('a', { href: path, download: name }, text);
	const report = below(`/api/v1/reports/${run.id}?project=${encodeURIComponent(project)}`);
	const narrow = matchMedia('(max-width: 760px)');
	const details = el('details', { class: 'about-run', open: !narrow.matches },
		el('summary', {}, [run.branch, run.commit?.slice(0, 10)].filter(Boolean).join(' · ') || 'About this run', ' ', past ? historyChange(past) : null),
		el('div', {}, el('dl', {},
			run.branch && fact('branch', run.branch), run.commit && fact('commit', commitLink(run, 12)), run.host && fact('host', run.host),
			fact('recorded', el('time', { title: formatAgo(run.recorded_ns) }, formatWhen(run.recorded_ns))),
			Object.entries(run.tags).filter(([key, value]) => !isRepository(key, value)).map(([key, value]) => fact(key, value)),
			fact('files', link(report, `${run.name}.json`, 'report'), run.traces.map(({ sha256, size }) => [', ', link(
				below(`/api/v1/traces/${sha256}/content?project=${encodeURIComponent(project)}`), `${run.name}.db`, `trace (${formatBytes(size)})`)]))),
		past && past.points.length > 1 ? historySparkline(past, run) : null,
		past ? [historyDuration(past), historyChange(past)] : null, el('div', { class: 'actions' }, compareLink(project, run, past), trendLink(project, run), deleteButton(context, run))));
	narrow.addEventListener('change', () => {
		details.open = !narrow.matches;
	}, { signal });
	return details;
}

export function open(host, context) {
	const { api, project, region, title, address } = context;
	const { id } = address.current();
	const shown = region('the report');
	const main = el('main', { id: 'main', tabindex: '-1' }, shown.element);
	const closing = new AbortController();
	let shell = null;

	host.append(main);
	shown.load(async (signal) => {
		const [run, report] = await Promise.all([api.get(`reports/${encodeURIComponent(id)}/summary`, { project }, signal),
			api.get(`reports/${encodeURIComponent(id)}`, { project }, signal)]);
		const past = (await loadHistory(api, project, [run], signal))(run);
		const frame = el('div', { class: 'report' });
		const about = aboutElement(context, run, past, closing.signal);
		title(`${run.name}${run.commit ? ` ${run.commit.slice(0, 10)}` : ''}`);
		host.replaceChildren(frame);
		shell = openShell(frame, createModel(report, createDrawing(api, project, run.traces, report, closing.signal)), { about });
		return [];
	});
	return {
		recolour: () => shell?.reopen(),
		close() {
			closing.abort();
			shown.close();
			shell?.close();
		},
	};
}
