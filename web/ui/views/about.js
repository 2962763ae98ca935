// SPDX-License-Identifier: MIT
// The trace: program and machine, versions and settings, what was not recorded, lost, or could not be judged.
import { el, prose } from '../dom.js';
import { diagnosticText, noteTexts, nothingMissing } from '../notes.js';
import { unrecordedText } from '../unrecorded.js';
import { formatBytes, formatCount, formatDuration, formatPercent, formatPlural, formatRate } from '../format.js';

const fact = (label, ...text) => el('div', {}, el('dt', {}, label), el('dd', {}, ...text));

function machine(process) {
	return process.devices.map((device) => fact(`GPU ${device.id}`, `${device.name}, compute capability ${device.compute_capability}, ` +
		`${device.multiprocessors} SMs, ${formatBytes(device.memory_bytes)}, ${formatRate(device.memory_bandwidth_bytes_per_s)} of memory bandwidth`));
}

// Launches of CUDA graphs of which some were recorded as one operation.
function graphText({ launches, measured_launches: measured, scaled_operations: scaled, unknown_graphs: unknown, unknown_launches: whole }) {
	const parts = [];
	if (scaled)
		parts.push(`${formatCount(measured)} of ${formatCount(launches)} launches were measured by node; the operations of the others (${formatCount(scaled)}) have the times of these, fitted into the launch`);
	if (unknown)
		parts.push(`${formatPlural(unknown, 'graph')} (${formatCount(whole)} launches) ${unknown === 1 ? 'was' : 'were'} recorded as one operation: what ran in ${unknown === 1 ? 'it' : 'them'} is not known`);
	return parts.join('. ');
}

const sum = (devices, member) => devices.reduce((total, device) => total + device[member], 0);

function ranText({ devices, functions }) {
	const copies = sum(devices, 'copies');
	return `${formatPlural(sum(devices, 'kernels'), 'kernel')} of ${formatPlural(functions, 'function')}, ` +
		`${formatCount(copies)} ${copies === 1 ? 'copy' : 'copies'} (${formatBytes(sum(devices, 'copied_bytes'))}), ${formatPlural(sum(devices, 'fills'), 'memory set')}`;
}

function program(process, tool) {
	return [
		fact('program', process.command_line ?? process.executable ?? 'not known'),
		fact('when', `${new Date(process.start_unix_ns / 1e6).toISOString().replace('T', ' ').slice(0, 19)} UTC, process ${process.pid}${process.host ? ` on ${process.host}` : ''}`),
		...(process.exit_status ? [fact('ended', `with exit status ${process.exit_status}`)] : []),
		...(process.end_signal ? [fact('ended', `by a signal, ${process.end_signal}: what it had still to do is not in here`)] : []),
		fact('CUDA', [process.driver_version ? `driver ${process.driver_version}` : null, process.runtime_version ? `runtime ${process.runtime_version}` : null]
			.filter(Boolean).join(', ') || 'not known'),
		fact('kernels timed', process.kernel_times === 'hardware' ? 'by the GPU itself, which does not tell their hardware queues' : 'by code of CUPTI in each of their blocks'),
		fact('settings', Object.entries(process.environment).map(([name, value]) => `${name}=${value}`).join(' ') || 'none that matter'),
		fact('ran', ranText(process)),
		fact('trace', process.trace),
		fact('recorded', process.collector_version ? `by warpwise ${process.collector_version}` : 'by an unknown version', process.is_complete ? ''
			: `; the program was ${process.end_signal ? 'ended by a signal' : 'killed, still runs or is in Go'}: the last second may be missing`),
		fact('analysed', `by ${tool.name} ${tool.version}`),
		...(process.in_graphs_percent ? [fact('in graphs', `${formatPercent(process.in_graphs_percent)} of the time in kernels is that of kernels launched by CUDA graphs alone, which counters cannot measure`)] : []),
		...(process.graphs ? [fact('CUDA graphs', graphText(process.graphs))] : []),
		fact('replay', `the run replayed from its constraints takes ${formatDuration(process.replay.wall_ns)}, a replay error of ${formatPercent(process.replay.error_percent)} of the program time`),
	];
}

const listOf = (items) => el('ul', {}, items.map((item) => el('li', {}, item)));

function missing(process) {
	const lost = [
		process.unrecorded ? unrecordedText(process) : null,
		process.untimed_operations ? `${formatPlural(process.untimed_operations, 'operation')} ran, but without times: counted here alone` : null,
		...process.diagnostics.filter(({ severity }) => severity !== 'note').map((diagnostic) => [el('b', {}, `${diagnostic.severity} `), diagnosticText(diagnostic)]),
	].filter(Boolean);
	return lost.length ? listOf(lost) : el('p', {}, nothingMissing(process.diagnostics));
}

function notes({ diagnostics }) {
	const lines = noteTexts(diagnostics);
	return lines.length ? [el('h2', {}, 'Notes on the trace'), listOf(lines)] : [];
}

export function open(host, { model, process }) {
	const index = process();
	const shown = model.processes[index];
	if (!shown) {
		host.append(el('p', {}, 'The report has no process.'));
		return {};
	}
	const abstentions = model.report.abstentions.filter((abstention) => abstention.process === index);
	host.append(el('h2', {}, 'The program'), el('dl', { class: 'facts' }, program(shown, model.report.tool)),
		el('h2', {}, 'The machine'), el('dl', { class: 'facts' }, machine(shown)),
		el('h2', {}, 'What the trace is missing'), missing(shown), ...notes(shown),
		el('h2', {}, 'What could not be judged'),
		abstentions.length ? el('dl', { class: 'facts' }, abstentions.map(({ id, reason, hint }) => fact(id, prose(hint ? `${hint}; ${reason}` : reason)))) : el('p', {}, 'Every rule could judge.'));
	return {};
}
