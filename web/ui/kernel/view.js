// SPDX-License-Identifier: MIT
// A kernel's own view: launches of one function in one shape, with all that is known of them.
import { el } from '../dom.js';
import { formatBytes, formatCount, formatDuration, formatFixed, formatPercent, formatPlural, formatReal } from '../format.js';
import { formatRoute } from '../router.js';
import { term } from '../words.js';
import { laneElements } from './lanes.js';
import { durationElements, launchesChart } from './launches.js';
import { occupancyPart } from './occupancy.js';
import { rooflinePart } from './roofline.js';
import { sourcePart } from './source.js';
import { stallElements } from './stalls.js';

const FEW_SAMPLES = 100; // as kernel_figures.h: a share of fewer says little

const fact = (label, ...text) => el('div', {}, el('dt', {}, term(label)), el('dd', {}, ...text));
const size = (values) => values.filter((value, i) => i === 0 || value > 1 || values.slice(i).some((later) => later > 1)).map(formatCount).join(' × ');
const counted = (values, noun) => `${size(values)} ${noun}${size(values) === '1' ? '' : 's'}`;

const launches = (count) => formatPlural(count, 'launch', 'launches');

// The busy unit comes first, as in the text report.
function verdictText({ verdict }) {
	if (!verdict)
		return null;
	const units = [[verdict.memory_unit ?? 'moving data', verdict.memory_percent], [verdict.compute_unit ?? 'issue slots', verdict.compute_percent]];
	const [first, second] = verdict.bound === 'compute-bound' ? units.reverse() : units;
	const atWork = verdict.at_work_percent === undefined ? '' : `; where an SM has work, one of its units is at ${formatPercent(verdict.at_work_percent)}`;
	return `${verdict.bound}: ${first[0]} at ${formatPercent(first[1])} of peak, ${second[0]} at ${formatPercent(second[1])}${atWork}`;
}

function schedulersText({ counters: { issue_active: issuing, eligible_warps: eligible } }) {
	return [issuing === undefined ? null : `issue in ${formatPercent(issuing)} of the cycles`,
		eligible === undefined ? null : `${formatReal(eligible)} warps eligible on average`].filter(Boolean).join('; ') || null;
}

// Launches of one shape may do different work: which of them the counters tell about.
function representedText({ measured_launches: measured, measured_percent: percent }) {
	return measured && percent < 90 ? `; ${measured === 1 ? 'it' : 'those'} took as long as launches that have ${formatPercent(percent)} of its time${percent < 50 ? ', which says nothing of the others' : ''}` : '';
}

// The program's own lines that launch it, the one with most of its time first; shares of what is known, where it has not nearly all.
function launchedText({ launched_from: lines }) {
	const known = lines[0].known_percent ?? 100;
	const texts = lines.map(({ code, caller, launches_percent: percent }) =>
		`${lines.length > 1 || percent < 0.95 * known ? `${formatPercent(100 * percent / known)} in ` : ''}${code}${caller ? `, called from ${caller}` : ''}`);
	return `${texts.join('; ')}${known < 95 ? ` (known of ${formatPercent(known)} of its time)` : ''}`;
}

function facts(kernel, profile, process) {
	const verdict = verdictText(profile ?? kernel);
	const achieved = profile?.counters.achieved_occupancy;
	return el('dl', { class: 'facts' },
		fact('time', `${formatDuration(kernel.total_ns)} in ${launches(kernel.count)}, ` +
			`${formatPercent(kernel.share_percent)} of the time in kernels; ${formatDuration(kernel.critical_ns)} of it held the run up`),
		kernel.count === 1 ? null : fact('a launch', `${formatDuration(kernel.average_ns)} on average, median ${formatDuration(kernel.median_ns)}, from ${formatDuration(kernel.min_ns)} to ${formatDuration(kernel.max_ns)}`),
		fact('shape', `${counted(kernel.grid, 'block')} of ${counted(kernel.block, 'thread')}${kernel.cluster ? `, clusters of ${size(kernel.cluster)}` : ''}; ` +
			`${formatPlural(kernel.registers_per_thread, 'register')} a thread; ${formatBytes(kernel.static_shared_bytes + kernel.dynamic_shared_bytes)} of shared memory a block` +
			`${kernel.local_bytes_per_thread ? `; ${formatBytes(kernel.local_bytes_per_thread)} of local memory a thread` : ''}`),
		kernel.launched_from ? fact('launched from', launchedText(kernel)) : null,
		kernel.waves ? fact('waves', `${formatFixed(kernel.waves, 2)}: its blocks over those that the GPU holds at once`) : null,
		achieved === undefined ? null : fact('occupancy', `${formatPercent(achieved)} achieved of ${formatPercent(kernel.grid_occupancy_percent ?? kernel.occupancy_percent)} possible${kernel.grid_occupancy_percent === undefined ? '' : ', limited by the grid'}`),
		verdict ? fact('verdict', verdict) : null,
		profile && schedulersText(profile) ? fact('schedulers', schedulersText(profile)) : null,
		profile && profile.measured_launches + profile.samples ? fact('measured', `${launches(profile.measured_launches)} by counters, ${formatPlural(profile.samples, 'sample')} of warps, ` +
			`of all launches of the function${representedText(profile)}`) : null,
		fact('links', el('a', { href: formatRoute({ view: 'timeline', params: { process: process || null, kernel: kernel.name } }) }, 'Its launches in the timeline')));
}

function findings(model, kernel, process) {
	const named = model.findingsOf(process).filter(({ finding }) => finding.subject === kernel.name || finding.operations.some(({ name }) => name === kernel.name));
	return named.length ? el('p', {}, 'Findings that name it: ', named.map(({ number, finding }, i) => [i ? ', ' : '',
		el('a', { href: formatRoute({ view: 'overview', params: { process: process || null, finding: number } }) }, `${number} ${finding.title}`)])) : null;
}

// Charts over time: they come when the timeline is read, which takes a moment in a long run.
function launchesSection(model, process, index, closers) {
	const host = el('div', { class: 'launches' }, el('p', { class: 'note' }, 'Reading the timeline …'));
	let isClosed = false;
	closers.push(() => {
		isClosed = true;
	});
	model.timeline(process).then((timeline) => {
		if (isClosed)
			return;
		const chart = launchesChart(timeline, index, model.processes[process].kernels.rows[index]);
		host.replaceChildren(...(chart ? [chart.element, chart.note ? el('p', { class: 'note' }, chart.note) : ''] : [el('p', {}, 'The timeline has none of its launches.')]));
		if (chart)
			closers.push(chart.close);
		host.dataset.ready = '';
	}, (error) => {
		if (!isClosed)
			host.replaceChildren(el('p', { class: 'failure' }, `The timeline cannot be read: ${error.message}`));
	});
	return host;
}

// Shows row INDEX of the kernels of PROCESS in HOST. Returns { show(params), close() }.
export function openKernel(host, { model, router, process }, index) {
	const number = process();
	const shown = model.processes[number];
	const kernel = shown.kernels.rows[index];
	const profile = shown.profiles?.rows.find(({ mangled }) => mangled === kernel.mangled) ?? null;
	const closers = [];
	const base = { process: number || null, kernel: index };
	const occupancy = occupancyPart(kernel);
	const roofline = rooflinePart(profile);
	const source = sourcePart(profile, model.report.legend.stalls, (line) => router.go('kernels', { ...base, line }));
	closers.push(occupancy.close, roofline.close);
	const part = (title, ...children) => el('section', { class: 'part-of-kernel' }, el('h3', {}, term(title)), ...children);
	host.append(el('p', {}, el('a', { href: formatRoute({ view: 'kernels', params: { process: number || null } }) }, '← All kernels')),
		el('h2', { class: 'headline' }, kernel.name), facts(kernel, profile, number), findings(model, kernel, number) ?? '',
		part('Occupancy', ...occupancy.elements),
		part('What warps waited for', ...stallElements(profile, model.report.legend.stalls, FEW_SAMPLES)),
		part('Lanes', ...laneElements(profile)),
		part('Roofline', ...roofline.elements.filter(Boolean)),
		part('Source', ...source.elements),
		part('Launches', el('div', { class: 'charts two' }, el('section', {}, el('h4', {}, 'Over time'), launchesSection(model, number, index, closers)),
			el('section', {}, el('h4', {}, 'How long they took'), ...durationElements(kernel)))));
	return { show: source.show, close: () => closers.forEach((close) => close()) };
}
