// SPDX-License-Identifier: MIT
// The first screen: how long and how busy, what to change first and what that wins, what the time went to, and then
// every finding. All words of findings are the report's.
import { el, prose } from '../dom.js';
import { unrecordedText } from '../unrecorded.js';
import { formatDuration, formatPercent } from '../format.js';
import { formatRoute } from '../router.js';
import { createCombinations } from '../combinations.js';
import { busyElement } from './busy.js';
import { excerptElement } from './excerpt.js';
import { sentence } from '../words.js';
import { adviceElements, findingElement, hintWord, mostOfGain, processesText } from './finding.js';
import { asides, headline, isMostlyCut, lengthsText, ofMainPart, shareOfFirst, shareOfRun } from './headline.js';
import { createWhatIf } from './whatif.js';

const RECORDER_NS = 100000; // less is not worth a line, as in the text report

const fact = (name, ...content) => el('div', {}, el('dt', {}, name), el('dd', {}, ...content));

function waitText(model, { largest_wait: wait }) {
	return [el('strong', {}, formatDuration(wait.ns)), ' (', ofMainPart(wait.percent), `), ${model.share(wait.share).text}.`];
}

// What --min-gain or a choice of rules left unsaid, before "no rule found ...": null where that can be said.
function unsaidText({ summary, abstentions, processes }) {
	const left = summary.left_out;
	if (left)
		return `${left.findings} finding${left.findings === 1 ? ' below' : 's below'} --min-gain ${left.min_gain_percent} ${left.findings === 1 ? 'is' : 'are'} not shown`;
	const reasons = new Map(abstentions.map(({ id, reason }) => [id, reason]));
	const unjudged = [...reasons].filter(([id]) => abstentions.filter((one) => one.id === id).length === processes.length);
	return unjudged.length && unjudged.length === summary.rules_asked ? unjudged.map(([id, reason]) => `${id} could not be judged: ${reason}`).join('; ') : null;
}

const MOSTLY = 0.5; // of the program time

// That no rule found a fix says little of a run that is the host's own work above all.
function noFixText({ budget, program_ns: program, compiling, own_work: own }) {
	const host = budget.share_ns.host ?? 0;
	if (host < MOSTLY * program)
		return `No rule found anything ${compiling ? 'else ' : ''}that a fix would make faster`;
	const what = own ? '' : `: ${formatPercent(100 * host / budget.wall_ns)} of the run is the program's own work between CUDA calls${compiling ? ', with the compiling' : ''}`;
	return `No rule found anything that would make the GPU's part faster${what}`;
}

// No fix was found: what the GPU waited for most, if it waited, and what would tell more.
function noStep(model, process, findings) {
	const wait = process.largest_wait;
	const unsaid = findings.length ? null : unsaidText(model.report);
	if (!process.active_devices || isMostlyCut(process) || process.ending?.is_start_alone)
		return '';
	if (!wait)
		return el('p', { class: 'first-step none' }, `${unsaid ?? noFixText(process)}.`);
	return el('section', { class: 'first-step' },
		el('div', {},
			el('h3', {}, unsaid ?? 'No rule found a fix'),
			el('dl', {},
				fact('Largest wait', ...waitText(model, process)),
				wait.code ? fact('What that is', wait.code) : null,
				fact('To learn more', prose(`${wait.hint}.`)))));
}

const hasFirstStep = (findings, process) => findings.length > 0 && !process.ending?.is_start_alone && !(process.largest_wait && findings.every(({ finding }) => finding.severity === 'note' && !finding.gain));

const hasCostAlone = ({ finding }) => !finding.gain && finding.severity === 'warning' && !finding.is_explanation;

// "; together with findings 2 and 3: 12.3 ms (4.5 % of the run)": the first finding and NUMBERS.
function beside(process, numbers, percent, ns, isGain) {
	const last = numbers.at(-1), before = numbers.slice(0, -1);
	return [`; together with ${before.length ? `findings ${before.join(', ')} and` : 'finding'} ${last}: `, el('strong', {}, formatDuration(ns)), ...[shareOfRun(process, percent, ns, isGain)].flat()];
}

const isHintOfCost = ({ severity, gain, is_explanation: isExplanation }) => severity === 'note' && !gain && !isExplanation;

// Kernels of one template, at one line of it.
const areOfOneLine = (a, b) => a.subject.includes('<') && a.subject.split('<')[0] === b.subject.split('<')[0] && b.subject.includes('<') &&
	a.location?.file && a.location.file === b.location?.file && a.location.line === b.location.line;

// What the first finding and others of its rule cost, or their fixes win, as the text report's first line adds it up.
function togetherText(model, findings) {
	const [first, ...rest] = findings;
	const process = model.processes[first.finding.process];
	const others = rest.filter(({ finding }) => finding.id === first.finding.id && finding.process === first.finding.process);
	if (first.finding.gain) {
		const combinations = createCombinations(process);
		const numbers = [first, ...others].map(({ number }) => number).filter((number) => combinations.has(number));
		const gain = numbers.length > 1 ? combinations.gain(numbers) : 0;
		return gain > first.finding.gain.ns ? beside(process, numbers.slice(1), 100 * gain / (process.alone ?? process).wall_ns, gain, true) : [];
	}
	const costly = isHintOfCost(first.finding) ? others.filter(({ finding }) => isHintOfCost(finding) && areOfOneLine(first.finding, finding)) : others.filter(hasCostAlone);
	if (!(hasCostAlone(first) || isHintOfCost(first.finding)) || !costly.length)
		return [];
	const whole = first.finding.cost_ns / first.finding.cost_percent * 100;
	const cost = Math.min(costly.reduce((sum, { finding }) => sum + finding.cost_ns, first.finding.cost_ns), whole);
	return beside(process, costly.map(({ number }) => number), 100 * cost / whole, cost);
}

// What its fix asks for that only people know; reports before this was said have none.
const conditionText = ({ condition }) => (condition ? `, if ${condition}` : '');

const toFinding = (number, finding, text) => el('a', { href: formatRoute({ view: 'overview', params: { process: finding.process || null, finding: number } }) }, text);

const isHint = ({ severity, gain }) => severity === 'note' && !gain;

// A hint behind the first finding may be worth much more, as in the text report.
const MUCH_MORE_TIMES = 2, LITTLE_PERCENT = 5;

function hintBeside([{ finding: first }, ...rest]) {
	const least = MUCH_MORE_TIMES * (first.gain?.ns ?? first.cost_ns);
	const found = isHint(first) ? null : rest.find(({ finding }) => isHint(finding) && !finding.is_explanation && finding.cost_ns >= least && finding.cost_percent >= LITTLE_PERCENT);
	return found ? fact('Worth a look', toFinding(found.number, found.finding, `finding ${found.number}, ${found.finding.title}`), `, ${hintWord(found.finding)} ${formatDuration(found.finding.cost_ns)}`) : null;
}

// What the first finding wins, or costs.
function worthElement(model, findings) {
	const [{ finding }] = findings;
	const { gain } = finding;
	const process = model.processes[finding.process];
	const most = mostOfGain(finding, process);
	if (most)
		return fact('What it wins', 'at most ', el('strong', {}, formatDuration(most.ns)), ...shareOfFirst(process, most.percent, most.ns, true), conditionText(finding), `: predicted ${formatDuration(gain.ns)}, ± ${formatDuration(gain.error_ns)}`);
	if (gain)
		return fact('What it wins', el('strong', {}, formatDuration(gain.ns)), ...shareOfFirst(process, gain.percent, gain.ns, true), conditionText(finding), ', predicted', ...togetherText(model, findings));
	return fact(finding.is_explanation ? 'What it took' : 'What it costs', finding.severity === 'note' && !finding.is_explanation ? `${hintWord(finding)} ` : '',
		el('strong', {}, formatDuration(finding.cost_ns)), ...shareOfFirst(process, finding.cost_percent, finding.cost_ns), conditionText(finding),
		finding.is_explanation ? ': no fix of it is sure to pay' : '', ...togetherText(model, findings));
}

// What is wrong, what to do, and what that wins: of the first finding.
function firstStep(model, findings, process, index) {
	if (!hasFirstStep(findings, process))
		return noStep(model, process, findings);
	const [{ number, finding }] = findings;
	const params = { process: index || null, finding: number };
	return el('section', { class: 'first-step', 'aria-label': 'What to change first' },
		el('div', {},
			el('h3', {}, finding.title),
			el('dl', {},
				fact('What is wrong', sentence(finding.headline), '.'),
				fact('What to do', ...adviceElements(finding)),
				worthElement(model, findings),
				hintBeside(findings),
				process.largest_wait ? fact('Largest wait', ...waitText(model, process), ' No finding is about it.') : null),
			el('p', { class: 'buttons' },
				finding.operations.length ? el('a', { class: 'button', href: formatRoute({ view: 'timeline', params }) }, 'See it in the timeline') : null,
				el('a', { class: 'button', href: formatRoute({ view: 'overview', params }) }, `Read finding ${number} in full`))),
		excerptElement(model, number, finding));
}

// Of several processes each has an overview: where to look first may be in another's.
function lookFirst(model, index) {
	const [finding] = model.findings;
	if (!finding || finding.processes.includes(index))
		return '';
	return el('p', { class: 'look-first' }, 'Of all processes, look first at ', toFinding(1, finding, `finding 1, ${finding.title}`), `, in ${processesText(model, finding)}.`);
}

// What this process does not show is not to be missed, either.
function elsewhere(model, index) {
	const others = model.findings.map((finding, i) => ({ number: i + 1, finding })).filter(({ finding }) => !finding.processes.includes(index));
	if (!others.length)
		return null;
	return el('section', { class: 'elsewhere' }, el('h2', {}, 'Findings of other processes'), el('ul', {}, others.map(({ number, finding }) =>
		el('li', {}, toFinding(number, finding, `${number}  ${finding.title}${model.distinctionOf(number)}`), ` in ${processesText(model, finding)}: ${finding.headline}`))));
}

export function open(host, { model, process, router }) {
	const index = process();
	const shown = model.processes[index];
	if (!shown) {
		host.append(el('p', {}, 'The report has no process.'));
		return {};
	}
	const findings = model.findingsOf(index);
	const whatIf = createWhatIf(model, index, (fixes) => router.replace('overview', { ...router.current().params, fixes }));
	const isSaid = hasFirstStep(findings, shown); // what the first finding says
	const elements = new Map(findings.map(({ number, finding }, i) => [String(number), findingElement(model, number, finding, i === 0 && !isSaid)]));
	host.append(...headline(shown, model.processes.length > 1 ? shown.label : null), lookFirst(model, index), firstStep(model, findings, shown, index), ...asides(shown));
	if (shown.budget.wall_ns > 0)
		host.append(whatIf.element);
	const lengths = lengthsText(shown);
	if (lengths)
		host.append(el('p', { class: 'lengths' }, lengths));
	if (shown.recorder_ns >= RECORDER_NS)
		host.append(el('p', { class: 'recorder' }, `Recording took another ${formatDuration(shown.recorder_ns)} in which the program stood still: that is cut out of all times here.`));
	if (shown.unrecorded)
		host.append(el('p', { class: 'unrecorded' }, unrecordedText(shown)));
	if (findings.length)
		host.append(el('h2', {}, 'What to change, what should win most first'), ...elements.values());
	host.append(elsewhere(model, index) ?? '', ...shown.devices.filter(({ busy_ns: busy }) => busy).map((device) => busyElement(model, index, device)));
	return {
		show({ finding, fixes }) {
			whatIf.show(fixes);
			const element = elements.get(finding);
			const elsewhere = model.findings[finding - 1];
			if (!element && elsewhere) // a link that does not know in which process it is
				router.go('overview', { process: elsewhere.process || null, finding });
			if (!element)
				return;
			element.open = true;
			element.scrollIntoView({ block: 'start' });
			element.querySelector('summary').focus({ preventScroll: true });
		},
	};
}
