// SPDX-License-Identifier: MIT
// A finding: what happened, what it cost, what a fix would win, the evidence, what to do, and where it is.
import { el, prose } from '../dom.js';
import { formatDuration, formatPercent } from '../format.js';
import { formatRoute } from '../router.js';
import { linkedCode, namesCode } from '../host/links.js';
import { shareOfRun } from './headline.js';
import { sentence, term } from '../words.js';

const EXAMPLES = 3; // that are seen at once

const fact = (label, ...text) => el('div', {}, el('dt', {}, term(label)), el('dd', {}, text));

// A gain that may as well be nothing: what it may be at most is said, as in the text report. null: it is none.
export function mostOfGain({ gain }, { wall_ns: wall, alone }) {
	if (!gain || gain.error_ns < gain.ns)
		return null;
	const whole = (alone ?? { wall_ns: wall }).wall_ns;
	const ns = Math.min(gain.ns + gain.error_ns, whole);
	return { ns, percent: 100 * ns / whole };
}

function gainText(finding, process) {
	const { gain, not_predicted: why } = finding;
	const most = mostOfGain(finding, process);
	if (!gain)
		return prose(`not predicted: ${why}`);
	if (most)
		return [`at most ${formatDuration(most.ns)}`, shareOfRun(process, most.percent, most.ns, true), `: predicted ${formatDuration(gain.ns)}, ± ${formatDuration(gain.error_ns)}`];
	return [formatDuration(gain.ns), shareOfRun(process, gain.percent, gain.ns, true), `, predicted, ± ${formatDuration(gain.error_ns)}`];
}

function exampleElement(operation, first_ns, process) {
	const wait = operation.wait_ns > 0 && operation.cause !== 'issue' ? `, waited ${formatDuration(operation.wait_ns)}${operation.cause === 'unexplained' ? '' : ` (${operation.cause})`}` : '';
	const range = operation.range ? `, in range ${operation.range}` : '';
	return el('li', {}, el('a', { title: operation.name, href: formatRoute({ view: 'timeline', params: {
		process: process || null, at: operation.start_ns, device: operation.device, stream: operation.stream } }) }, operation.name),
	` at ${formatDuration(operation.start_ns - first_ns)} for ${formatDuration(operation.duration_ns)}, stream ${operation.stream}${wait}${range}`);
}

// The first of them; the others unfold.
function examples({ operations, process }, first_ns) {
	const list = (of) => el('ul', {}, of.map((operation) => exampleElement(operation, first_ns, process)));
	const rest = operations.slice(EXAMPLES);
	return [list(operations.slice(0, EXAMPLES)), rest.length ? el('details', {}, el('summary', {}, `${rest.length} more`), list(rest)) : null];
}

// The processes that have FINDING.
export function processesText(model, finding) {
	const worst = model.processes[finding.process].label;
	if (finding.processes.length === model.processes.length)
		return `all ${finding.processes.length} processes, most in ${worst}`;
	return finding.processes.length === 1 ? worst : `${finding.processes.length} of ${model.processes.length} processes, most in ${worst}`;
}

// Leads to the line in the kernel's source, where the report has one that it is of.
function locationElement(model, finding) {
	const { file, line } = finding.location;
	const text = `${file}${line ? `:${line}` : ''}`;
	const place = model.sourceOf(finding);
	return place ? el('a', { href: formatRoute({ view: 'kernels', params: { process: finding.process || null, ...place } }) }, text) : text;
}

function evidenceElement(evidence, process, index) {
	const text = `${evidence.label}: ${evidence.text}`;
	return el('li', {}, namesCode(evidence) ? linkedCode(text, process.host_time, index, sentence) : sentence(text));
}

// Before what a note costs, as in the text report.
export const hintWord = ({ is_cost_estimate: isEstimate, is_unmeasured: isUnmeasured }) => (isUnmeasured ? 'perhaps' : isEstimate ? 'about' : 'at most');

function worthText(finding, process) {
	const { gain, cost_ns: cost, severity, is_explanation: isExplanation, is_unmeasured: isUnmeasured } = finding;
	const most = mostOfGain(finding, process);
	if (most)
		return `at most ${formatDuration(most.ns)}`;
	if (gain)
		return `-${formatDuration(gain.ns)}`;
	const word = isExplanation ? 'took' : severity === 'note' || isUnmeasured ? hintWord(finding) : 'costs';
	return cost ? `${word} ${formatDuration(cost)}` : '';
}

// What to do: where several notes are for users of a framework, they are a list.
export function adviceElements({ advice, advice_parts: parts }) {
	if (!(parts?.notes?.length > 1))
		return [sentence(advice)];
	return [sentence(parts.general), ` In ${parts.framework}:`, el('ul', { class: 'advice' }, parts.notes.map((note) => el('li', {}, sentence(note))))];
}

// An element that unfolds.
export function findingElement(model, number, finding, isOpen) {
	const process = model.processes[finding.process];
	const rule = model.rule(finding.id);
	const gain = finding.gain?.ns ?? 0;
	const isCostly = finding.cost_ns > gain + Math.floor(gain / 100); // else the gain says it
	return el('details', { class: 'finding', open: isOpen, 'data-finding': number, 'data-severity': finding.severity },
		el('summary', {}, el('span', { class: 'mark', role: 'img', 'aria-label': finding.severity, title: finding.severity }), el('span', { class: 'name' }, el('b', {}, `${number}  ${finding.title}`), model.distinctionOf(number)), el('span', { class: 'worth' }, worthText(finding, process))),
		el('p', {}, sentence(finding.headline)),
		el('dl', {},
			finding.subject ? fact('where', finding.subject) : null,
			model.processes.length > 1 ? fact('in', processesText(model, finding)) : null,
			fact('gain', gainText(finding, process)),
			isCostly ? fact('cost', formatDuration(finding.cost_ns), shareOfRun(process, finding.cost_percent, finding.cost_ns)) : null,
			finding.location ? fact('source', locationElement(model, finding)) : null,
			finding.evidence.length ? fact('evidence', el('ul', {}, finding.evidence.map((one) => evidenceElement(one, process, finding.process)))) : null,
			finding.operations.length ? fact('examples', ...examples(finding, process.first_ns)) : null,
			fact('do', ...adviceElements(finding)),
			rule ? fact('means', el('details', {}, el('summary', {}, `rule ${finding.id}`), rule.meaning.split(/\n\n+/).map((text) => el('p', {}, text)))) : null),
		finding.operations.length ? el('a', { class: 'button', href: formatRoute({ view: 'timeline', params: { process: finding.process || null, finding: number } }) },
			'See it in the timeline') : null);
}
