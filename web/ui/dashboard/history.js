// SPDX-License-Identifier: MIT
// The runs before a run, of the same program, branch and GPUs: how long they took, and whether it got slower.
import { el } from '../dom.js';
import { formatDuration, formatPlural } from '../format.js';
import { PROGRAM_TIME, programTimeMeaning } from '../words.js';
import { formatChange } from './change.js';
import { createSparkline } from './sparkline.js';

const RUNS_OF_BRANCH = 300; // that are asked for: of all its programs
const RUNS_SHOWN = 30;

// Of a point of a trend and a run of a list alike: both have these.
const seriesOf = (run) => JSON.stringify([run.branch, run.name, run.gpu, run.gpus]);

// The points of a trend, each with the ids of what the server's baseline of it was made of, the oldest first.
export const withBase = (points) => points.map((point, i) => ({ ...point, base: point.before.map((steps) => points[i - steps].id) }));

// What runs are compared by: CUDA's start and end differ from run to run by more than most changes of a short program.
// Reports that the server took before it knew of that have the length of the run alone.
export const DURATION = 'duration_without_start_ns';
const RUN = 'duration_ns';

// What MEASURE tells of RUNS, from one request for each branch: of(run) gives { points, at, measure }, or null.
async function loadSeries(api, project, runs, measure, signal) {
	const series = new Map();
	const branches = [...new Set(runs.map((run) => run.branch))];
	const names = [...new Set(runs.map((run) => run.name))];
	const name = names.length === 1 ? names[0] : null; // then all that come are its runs
	const newest = Math.max(...runs.map((run) => run.recorded_ns));
	const trends = await Promise.all(branches.map((branch) => api.get('trend',
		{ project, branch, name, measure, limit: RUNS_OF_BRANCH, to: newest + 1000 }, signal)));
	trends.forEach(({ points }, i) => withBase(points).filter((point) => point.branch === branches[i]).forEach((point) => {
		const key = seriesOf(point);
		series.set(key, [...series.get(key) ?? [], point]);
	}));
	return (run) => {
		const points = series.get(seriesOf(run)) ?? [];
		const at = points.findIndex((point) => point.id === run.id);
		return at < 0 ? null : { points, at, measure };
	};
}

// What is known of RUNS: of(run) gives { points, at, measure }, or null.
export async function loadHistory(api, project, runs, signal) {
	const of = await loadSeries(api, project, runs, DURATION, signal);
	const others = runs.filter((run) => !of(run));
	const ofOthers = others.length ? await loadSeries(api, project, others, RUN, signal) : () => null;
	return (run) => of(run) ?? ofOthers(run);
}

// What runs are compared by, where that is not the run: "program time 76.19 ms". null: it is.
export function historyDuration({ points, at, measure }) {
	return measure === DURATION ? el('div', { class: 'soft compared-by', title: programTimeMeaning }, el('span', { class: 'measure' }, `${PROGRAM_TIME} `), formatDuration(points[at].value)) : null;
}

// The change of a run that got slower; null: it did not.
export function historyChange({ points, at, measure }) {
	return points[at].is_regression ? formatChange(points[at].change_percent, measure === DURATION ? ` of the ${PROGRAM_TIME}` : '') : null;
}

export function historySparkline({ points, at, measure }, run) {
	const first = Math.max(0, Math.min(at - RUNS_SHOWN / 2, points.length - RUNS_SHOWN));
	const shown = points.slice(first, first + RUNS_SHOWN);
	const values = shown.map((point) => point.value);
	return createSparkline(values, at - first, `${formatPlural(shown.length, 'run')} of ${run.name}${run.branch ? ` on ${run.branch}` : ''}: ` +
		`${formatDuration(Math.min(...values))} to ${formatDuration(Math.max(...values))}${measure === DURATION ? ` of ${PROGRAM_TIME}` : ''}, this one ${formatDuration(values[at - first])}`);
}
