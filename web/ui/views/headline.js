// SPDX-License-Identifier: MIT
// The first lines of an overview, in the words of the text report: how long, how busy, and what of the run is CUDA's start.
import { el, explained, prose } from '../dom.js';
import { formatBytes, formatCount, formatDuration, formatPercent } from '../format.js';
import { PROGRAM_TIME, programTimeMeaning } from '../words.js';

// Starting CUDA is worth a line from here on, as in the text report.
const START_PERCENT = 10;
const START_NS = 20000000;
// Of the program's own work: then it is said where that is.
const NEARLY_ALL = 0.9, ALL = 0.99;

const mainPart = () => explained('main part', 'The program time without the program\'s own start and end. The start is all that comes before the GPU\'s steady work: ' +
	'imports, compiling, reading data. The end is what comes after it.');

// Gains are of the run without the recorder: where that is clearly a shorter one, it is said.
const SHORTER_PERCENT = 5;

// CUDA starts more slowly while kernels are looked into: shares are of no other run then.
const isStartSlowed = ({ start_call: call }) => Boolean(call?.is_slowed);

const wholeOf = (process) => (process.range ? 'the range' : isStartSlowed(process) ? 'the recorded run' : 'the run');

function wholeOfGain(process) {
	const { alone, wall_ns: wall } = process;
	if (alone && 100 - 100 * alone.wall_ns / wall >= SHORTER_PERCENT)
		return `the ${formatDuration(alone.wall_ns)}${alone.is_most ? ' at most' : ''} without the recorder`;
	return wholeOf(process);
}

const MAIN_MOST_PERCENT = 90;

// What shares are of beside the run; null: nothing.
function mainOfShare(process) {
	const { rest_ns: rest, main_ns: main, wall_ns: wall } = process;
	return rest ?? (isStartSlowed(process) && 100 * main / wall <= MAIN_MOST_PERCENT ? main : null);
}

// NS, which are PERCENT of the run: " (8.6 % of the run, 83.7 % of its main part)".
export function shareOfRun(process, percent, ns, isGain = false) {
	const { wall_ns: wall, alone } = process;
	const main = mainOfShare(process);
	const rest = main && isGain && alone ? main - (wall - alone.wall_ns) : main; // gains are of the run without the recorder
	const whole = ` (${formatPercent(percent)} of ${isGain ? wholeOfGain(process) : wholeOf(process)}`;
	return rest > 0 && ns <= rest
		? [`${whole}, ${formatPercent(100 * ns / rest)} of its `, mainPart(), ')'] : `${whole})`;
}

// Kernels that kernels launched have no records: how long they kept the GPU busy beside what has.
function besideRecords({ budget }) {
	const ns = budget.share_ns.children;
	return ns ? `, for another ${formatPercent(100 * ns / budget.wall_ns)} by kernels that kernels launched` : '';
}

// A GPU is busy then, and does next to nothing.
function waitingForPages({ devices, gpu_busy_ns: busy }) {
	const ns = devices.reduce((sum, { fill_pages_ns: pages }) => sum + (pages ?? 0), 0);
	return ns > busy / 2 ? ', most of that in memory sets that waited for pages of managed memory' : '';
}

// The same of the main part, unless that is nearly all: in the program's start and end a GPU can do nothing. Reports before version 1.6 have
// only one that is half of the run or less.
function busyOfMain({ rest_ns: rest, main_ns: main = rest, wall_ns: wall, gpu_busy_ns: busy, budget }) {
	return main > 0 && 100 * main / wall <= MAIN_MOST_PERCENT && busy <= main && !budget.share_ns.children
		? [`, for ${formatPercent(100 * busy / main)} of its `, mainPart(), ` of ${formatDuration(main)}`] : [];
}

// The shorter lengths that shares are of, by name; reports before version 1.6 have no main part. null: there are none.
export function lengthsText(process) {
	const { wall_ns: wall, program_ns: program, main_ns: main } = process;
	const parts = [];
	if (program < wall)
		parts.push([`${formatDuration(program)} are `, explained(PROGRAM_TIME, programTimeMeaning), ', without CUDA\'s start and end']);
	if (main > 0 && main < program)
		parts.push([`${formatDuration(main)} ${parts.length ? 'of these ' : ''}are the `, mainPart(), ', without the program\'s own start and end']);
	return parts.length ? [`Of ${wholeOf(process)}, `, parts[0], ...parts.slice(1).map((part) => ['; ', ...part]), '.'] : null;
}

// What the largest wait is of.
export const ofMainPart = (percent) => [`${formatPercent(percent)} of the `, mainPart()];

// A text, or several and elements.
function ranText(process) {
	const { active_devices: devices, wall_ns: wall, gpu_busy_ns: busy, untimed_operations: untimed } = process;
	const range = process.range ? ` in the NVTX range ${process.range.name}` : '';
	const recorded = isMostlyCut(process) ? ' of it recorded' : '';
	const profiles = process.profiles?.rows.length;
	if (!devices && profiles && !process.call_count && !untimed)
		return 'recorded without a timeline, only what was sampled or counted inside kernels. \'warpwise merge\' joins it with a trace that has one';
	if (!devices)
		return profiles || untimed ? `nothing that ran on a GPU${range} has times` : `nothing ran on a GPU${range}`;
	const percent = formatPercent(100 * busy / (wall * devices));
	if (devices > 1)
		return `${formatDuration(wall)}${recorded}${range}, ${devices} GPUs were busy for ${percent} of it on average`;
	return [`${formatDuration(wall)}${recorded}${range}, the GPU was busy for ${percent} of it${waitingForPages(process)}${besideRecords(process)}`, ...busyOfMain(process), process.functions ? '' : ', without a kernel'];
}

// What a program that was killed was at then.
const cutText = ({ ns, kernel, code }) => `Its last ${formatDuration(ns)} are not in the trace: the program was killed, or still runs, ` +
	`${kernel ? `in the kernel ${kernel}, of which no launch had ended` : 'while a call, a kernel or a copy had not ended, or it did nothing with CUDA'}.` +
	`${code ? ` Where its host was then: ${code}.` : ''}`;

// Whether that is longer than all that its trace has of it.
export const isMostlyCut = ({ cut, wall_ns: wall }) => cut?.ns > wall;

function endText({ diagnostics, cut, ending, is_complete: isComplete, exit_status: status }) {
	const early = diagnostics.find(({ code }) => code === 'ended-early');
	if (early)
		return `The recording ended before the program: ${early.message}`;
	if (cut)
		return cutText(cut);
	if (ending)
		return `${ending.text}.`;
	if (!isComplete) // a report of before version 1.6
		return 'The program was killed, still runs or is in Go: the last second may be missing.';
	return status ? `The program ended with exit status ${status}: if it failed, its work is not all in here.` : null;
}

// What no fix of the GPU's work changes.
function startText({ start_call: call, wall_ns: wall }) {
	if (!call || call.duration_ns < START_NS || call.duration_ns < wall * START_PERCENT / 100)
		return null;
	return `${formatDuration(call.duration_ns)} of the run was one call before any GPU work, ${call.name}: CUDA starts there, once a run` +
		`${call.is_slowed ? '; the recorder may have made that longer, to look inside kernels (--stalls, --metrics)' : ''}.`;
}

function startBeforeText({ start_before_ns: before, wall_ns: wall }) {
	if (!before || before < START_NS || before < wall * START_PERCENT / 100)
		return null;
	return `${formatDuration(before)} more at most, no part of the run, went by before its first call that is recorded: another, such as ` +
		'cudaSetDevice(), started CUDA there, once a run.';
}

const PINNED_PERCENT = 5;

function pinnedText({ pinned_memory: pinned, wall_ns: wall }) {
	if (!pinned || pinned.duration_ns < START_NS || pinned.duration_ns < wall * PINNED_PERCENT / 100)
		return null;
	const times = (count, noun) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
	const isLoader = pinned.loader_ns > pinned.duration_ns / 2;
	return `${formatDuration(pinned.duration_ns)} ${isLoader ? 'passed while the DataLoader\'s pin_memory thread made' : 'of the run went into'} ` +
		`pinned host memory, ${formatBytes(pinned.bytes)} in ${times(pinned.allocations, 'allocation')} and ${times(pinned.releases, 'release')}: ` +
		(isLoader ? 'PyTorch uses that again, and meanwhile other calls that need the driver wait for it; fewer workers, or a smaller prefetch_factor, need less.'
			: 'pin what is copied while the GPU works, and use it again.');
}

const OWN_TIMES = [
	['before its first GPU work', 'before'],
	['before its loops, or in pauses that do not recur', 'once'],
	['in single pauses between its GPU work', 'pauses'],
	['after its last GPU work', 'after'],
	['before its first call of CUDA', 'outside_before'],
	['behind its last call of CUDA', 'outside_after'],
];

const isOutside = (key) => key.startsWith('outside');

// Whether it has nearly all of the own work that is most of the run.
const isNearlyAll = ({ own_work: own, host_ends: ends }, key) => !isOutside(key) && own && ends?.[`${key}_ns`] >= NEARLY_ALL * own.ns;

// What a program does before its first call of CUDA, or behind its last, is no part of the run; but where it is more than what the first
// finding is about, it is said first.
const leads = ({ own_first: first }, key) => first?.[`has_${key}`];

// The same of the first step, which comes behind what is said of that: whoever waits for it, too, wins less.
export function shareOfFirst(process, percent, ns, isGain = false) {
	const share = [shareOfRun(process, percent, ns, isGain)].flat();
	const first = process.own_first;
	return first ? [...share.slice(0, -1), share.at(-1).replace(/\)$/, ''), `, ${formatPercent(100 * ns / first.whole_ns)} of the whole process)`] : share;
}

// What is outside of the run is a part of the process all the same.
const shareOfProcess = ({ host_ends: ends, wall_ns: wall }, key) => `, ${formatPercent(100 * ends[`${key}_ns`] / (wall + (ends.outside_before_ns ?? 0) + (ends.outside_after_ns ?? 0)))} of the process`;

const endsText = (process) => (process.host_ends ? OWN_TIMES
	.filter(([, key]) => process.host_ends[`${key}_ns`] && !isNearlyAll(process, key) && !leads(process, key) && !(process.recurring && key.endsWith('after')))
	.map(([when, key]) => {
		const code = process.host_ends[`${key}_code`];
		const what = isOutside(key) ? 'more, no part of the run, were' : process.own_work ? 'of the program\'s own work was' : 'of the run was the program\'s own work';
		return `${formatDuration(process.host_ends[`${key}_ns`])} ${what} ${when}${isOutside(key) ? shareOfProcess(process, key) : ''}${code ? `: ${code}` : ''}.`;
	}).join(' ') : null);

const adviceText = ({ own_work_advice: text }) => (text ? `${text}.` : null);

const mainKernelText = ({ main_kernel: kernel }) => (kernel ? `${kernel.text}.` : null);

const operatorsText = ({ operators }) => (operators ? `Time in kernels, by what they compute: ${operators.text}.` : null);

const launchesText = ({ launched_from: text }) => (text ? `Time in kernels, by who launched them: ${text}.` : null);

const loaderText = ({ data_loader: it, wall_ns: wall }) => (it ? `The DataLoader took ${formatDuration(it.ns)} in all (${formatPercent(100 * it.ns / wall)} of the run), of which other lines and findings have parts: ${it.code}.` : null);
const repeatedText = ({ repeated_work: it, wall_ns: wall }) => (it ? `Work of the host that comes again took ${formatDuration(it.ns)} in all (${formatPercent(100 * it.ns / wall)} of the run) while no GPU worked, of which other lines have parts: ${it.code}. Done ahead, in another process, it holds no GPU up.` : null);
// Of a run and a half, that the half's end is no end of the program.
const recurringText = ({ recurring: it }) => (it ? `What the program was at when the recording ended is of its loop: ${formatDuration(it.before_ns)} between the GPU's work, ` +
	`${formatDuration(it.end_ns)} at the end, ${it.code}.` : null);

const benchmarkText = ({ benchmark: it, wall_ns: wall }) => (it ? `${formatDuration(it.ns)} of the run (${formatPercent(100 * it.ns / wall)}) is ${it.code}.` : null);

function compilingText({ compiling: it, own_work: own, wall_ns: wall }) {
	const part = it ? formatPercent(100 * it.ns / wall) : '';
	return it ? `${formatDuration(it.ns)} of ${own ? `the program's own work (${part} of the run)` : `the run (${part})`}, added up, was ${it.code}.` : null;
}

// Unless it is said of most of the run, or of the largest wait.
const idleText = ({ idle_code: it, own_work: own, largest_wait: wait }) => (it && !own?.code && !wait?.code
	? `While the GPU waited in loops, ${formatDuration(it.ns)}: ${it.code}.` : null);

// A loop on the GPU, in a run that is much else beside.
function stretchesText({ kernel_stretches: it, first_ns: first, benchmark }) {
	if (!it)
		return null;
	const inAll = it.count > 1 ? `, in ${it.count} stretches of ${formatDuration(it.ns)} in all,` : '';
	return `From ${formatDuration(it.start_ns - first)} to ${formatDuration(it.end_ns - first)}${inAll} kernels ran for ${formatPercent(100 * it.kernels_ns / it.ns)} of the time` +
		(benchmark ? '.' : ': there only faster kernels, or fewer, help.');
}

const causeText = ({ one_cause: text }) => (text ? `${text[0].toUpperCase()}${text.slice(1)}.` : null);

const hintText = ({ own_work_hint: hint }) => (hint ? `To learn what that work is: ${hint}.` : null);

// No fix of the GPU's work changes most of such a run.
function ownText(process) {
	const { own_work: own, own_first: first } = process;
	if (first)
		return `${first.text}.`;
	const when = OWN_TIMES.find(([, key]) => isNearlyAll(process, key));
	const part = when && process.host_ends[`${when[1]}_ns`] < ALL * own.ns ? 'nearly all ' : '';
	return own ? `${formatPercent(own.percent)} of ${wholeOf(process)} is the program's own work on the host, ` +
		`${formatDuration(own.ns)}${when ? `, ${part}${when[0]}` : ''}${own.code ? `: ${own.code}` : ''}.` : null;
}

// Gains are gains of that run.
const aloneText = ({ alone }) => (alone ? `Without the recorder the run takes ${alone.is_most ? 'at most ' : ''}${formatDuration(alone.wall_ns)}` +
	`${alone.is_most ? '' : `, ± ${formatDuration(alone.error_ns)}`}: gains are of that.${alone.hint ? ` ${alone.hint}.` : ''}` : null);

// LABEL: which of several it is; null: it is the only one.
export function headline(process, label) {
	const name = label ? `${label}, ${process.name}` : process.name;
	const end = endText(process), benchmark = benchmarkText(process), own = ownText(process), recurring = recurringText(process);
	return [el('h2', { class: 'headline' }, `${name}: `, ...[ranText(process)].flat()), end ? el('p', { class: 'warning' }, prose(end)) : null,
		...[benchmark, own, recurring].map((text) => (text ? el('p', { class: 'own-work' }, prose(text)) : null))].filter(Boolean);
}

// What stands behind the first finding: it is to be read, and must not keep that from being seen.
export function asides(process) {
	return [startText(process), startBeforeText(process), pinnedText(process), endsText(process), adviceText(process), compilingText(process), causeText(process), idleText(process), loaderText(process), repeatedText(process), mainKernelText(process), stretchesText(process), operatorsText(process), launchesText(process), hintText(process), aloneText(process)].filter(Boolean)
		.map((text) => el('p', { class: 'aside' }, prose(text)));
}
