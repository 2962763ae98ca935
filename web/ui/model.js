// SPDX-License-Identifier: MIT
// The model: the report as the analyzer wrote it, with the look-ups that several views need. It is read only; views
// compute nothing that the analyzer knows.

// LOAD(index) gives a promise of the timeline of process INDEX.
export function createModel(report, load) {
	const timelines = new Map();
	const shares = new Map(report.legend.shares.map((share) => [share.id, share]));
	const rules = new Map(report.legend.rules.map((rule) => [rule.id, rule]));
	const causes = report.legend.causes;

	return Object.freeze({
		report,
		processes: report.processes,
		findings: report.findings,
		causes,

		// { id, label, text } of a share of the time budget.
		share: (id) => shares.get(id),

		// { id, title, meaning } of the rule of a finding.
		rule: (id) => rules.get(id),

		// The shares of BUDGET, the largest first: [{ id, label, text, ns, percent }].
		budget(budget) {
			return report.legend.shares.filter(({ id }) => budget.share_ns[id]).map((share) => ({
				...share,
				ns: budget.share_ns[share.id],
				percent: 100 * budget.share_ns[share.id] / budget.wall_ns,
			})).sort((a, b) => b.ns - a.ns);
		},

		// What tells finding NUMBER from others that have its title, " host to device"; '': nothing need.
		distinctionOf(number) {
			const { title, subject } = report.findings[number - 1];
			return subject && report.findings.some((other, i) => i !== number - 1 && other.title === title) ? ` ${subject}` : '';
		},

		// The findings of a process, with their numbers in the report, from 1.
		findingsOf(process) {
			return report.findings.map((finding, index) => ({ number: index + 1, finding }))
				.filter(({ finding }) => finding.processes.includes(process));
		},

		// Where the source of what FINDING is about is shown: { kernel, line } of the view of kernels, where line is
		// FILE.LINE by the files of the kernel's code. null: it is about no kernel that is listed.
		sourceOf({ process, operations: [first], location }) {
			const { kernels, profiles } = report.processes[process];
			const kernel = first ? kernels.rows.findIndex(({ name }) => name === first.name) : -1;
			if (kernel < 0 || !location)
				return null;
			const profile = profiles?.rows.find(({ mangled }) => mangled === kernels.rows[kernel].mangled);
			const file = profile?.code?.files.findIndex(({ path }) => path === location.file) ?? -1;
			return { kernel, line: file < 0 ? null : `${file}.${location.line}` };
		},

		// A promise; the timeline is read when it is first asked for. TOLD(text) hears how far that is.
		timeline(process, told) {
			if (!timelines.has(process))
				timelines.set(process, load(process, told));
			return timelines.get(process);
		},
	});
}
