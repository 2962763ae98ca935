// SPDX-License-Identifier: MIT
// The timelines of a run: of its stored traces, by window and resolution, or of what the report itself carries.
import { el } from '../dom.js';
import { inflate } from '../embedded.js';
import { formatCount } from '../format.js';
import { decodeColumns } from '../timeline/columns.js';
import { timelineOfReport } from '../timeline/report.js';
import { createWindows } from '../timeline/windows.js';

const ASK_AGAIN_MS = 500;

const isOf = (timeline, process) => timeline.first_ns === process.first_ns && timeline.last_ns === process.last_ns;

function progressText({ state, seconds }) {
	const doing = state === 'waiting' ? 'Other timelines come first' : 'The server prepares the timeline, once';
	return seconds < 2 ? `${doing} ...` : `${doing}: ${seconds} s so far ...`;
}

const pause = (signal) => new Promise((done, stop) => {
	const timer = setTimeout(done, ASK_AGAIN_MS);
	signal.addEventListener('abort', () => {
		clearTimeout(timer);
		stop(new Error('nobody waits for it any more'));
	}, { once: true });
});

// Returns load(index, told), a promise of the timeline of process INDEX of REPORT. TRACES are those that are stored,
// SIGNAL ends what is under way.
export function createDrawing(api, project, traces, report, signal) {
	const heads = new Map();

	async function fetchHead(sha256, told) {
		for (;;) {
			const { bytes, version, unfinished } = await api.bytes(`traces/${sha256}/timeline`, { project }, signal);
			if (unfinished) {
				told?.(progressText(unfinished));
				await pause(signal);
				continue;
			}
			// Causes and shares are numbers, which the report's legend must have the words of.
			if (version !== report.tool.version)
				throw new Error(`the report was made by warpwise ${report.tool.version}, this server has ${version}`);
			return decodeColumns(await inflate(bytes));
		}
	}

	function headOf(sha256, told) {
		if (!heads.has(sha256))
			heads.set(sha256, fetchHead(sha256, told));
		return heads.get(sha256);
	}

	// The timeline of process INDEX in the stored trace: what a page has as a whole, in windows.
	async function openWindows(sha256, head, index) {
		const { findings } = head;
		const numbers = findings.map(({ rule, subject }) => report.findings.findIndex((finding) =>
			finding.id === rule && finding.subject === subject && finding.processes.includes(index)));
		const ask = async (window, stale) => {
			const { bytes, unfinished } = await api.bytes(`traces/${sha256}/timeline/window`, { project, ...window }, stale ?? signal);
			if (unfinished)
				throw new Error('the server prepares the timeline again');
			return bytes;
		};
		const windows = createWindows(head, ask, numbers);
		await windows.open();
		const timeline = { ...head, ...windows.tables(), windows };
		timeline.isWhole = ['operations', 'calls', 'ranges'].every((rows) => timeline[rows].rows >= head.recorded[rows]);
		timeline.placesOf = (number) => findings.reduce((sum, { places }, i) => sum + (numbers[i] === number - 1 ? places : 0), 0);
		if (!timeline.isWhole)
			timeline.note = `Of ${formatCount(head.recorded.operations)} operations and ${formatCount(head.recorded.calls)} calls, neighbours that are too short to see are one box, until you zoom in.`;
		return timeline;
	}

	return async (index, told) => {
		const process = report.processes[index];
		let why = traces.length ? 'none of its traces is of this process' : '';
		// Most often the traces were sent in the order of the processes.
		for (const { sha256 } of [...traces.slice(index), ...traces.slice(0, index)])
			try {
				const head = await headOf(sha256, told);
				if (isOf(head, process))
					return await openWindows(sha256, head, index);
			} catch (error) {
				why = error.message;
				break;
			}
		const timeline = timelineOfReport(report, index);
		return { ...timeline, lack: why ? [`${timeline.lack}, which is stored, but not drawn: ${why}.`]
			: [`${timeline.lack}, which was not sent with it: `, el('code', {}, 'warpwise upload --with-trace'), '.'] };
	};
}
