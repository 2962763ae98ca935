// SPDX-License-Identifier: MIT
// The timelines of a run: of its stored traces, which the server draws, or of what the report itself carries.
import { inflate } from '../embedded.js';
import { decodeColumns } from '../timeline/columns.js';
import { timelineOfReport } from '../timeline/report.js';

const isOf = (timeline, process) => timeline.first_ns === process.first_ns && timeline.last_ns === process.last_ns;

// Returns load(index), a promise of the timeline of process INDEX of REPORT. TRACES are those that are stored.
export function createDrawing(api, project, traces, report) {
	const drawn = new Map();

	async function draw(sha256) {
		const { bytes, version } = await api.bytes(`traces/${sha256}/timeline`, { project });
		// Causes and shares are numbers, which the report's legend must have the words of.
		if (version !== report.tool.version)
			throw new Error(`the report was made by warpwise ${report.tool.version}, this server has ${version}`);
		return decodeColumns(await inflate(bytes));
	}

	function drawOnce(sha256) {
		if (!drawn.has(sha256))
			drawn.set(sha256, draw(sha256));
		return drawn.get(sha256);
	}

	return async (index) => {
		const process = report.processes[index];
		let why = traces.length ? 'none of its traces is of this process' : null;
		// Most often the traces were sent in the order of the processes.
		for (const { sha256 } of [...traces.slice(index), ...traces.slice(0, index)])
			try {
				const timeline = await drawOnce(sha256);
				if (isOf(timeline, process))
					return timeline;
			} catch (error) {
				why = error.message;
				break;
			}
		const timeline = timelineOfReport(report, index);
		return why ? { ...timeline, note: `${timeline.note} It is stored, but not drawn: ${why}.` } : timeline;
	};
}
