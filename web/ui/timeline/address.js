// SPDX-License-Identifier: MIT
// The address of what the timeline shows. What it writes itself: from, to (what is seen), item (TABLE.ROW), begin, end
// (the selected span), search. What others link with: finding, share, kernel, and at with device and stream.
import { heldOccurrences } from './occurrences.js';
import { operationRow } from './places.js';

const number = (text) => (text === undefined || text === '' || !Number.isFinite(Number(text)) ? null : Number(text));

export function writeParams(state, span) {
	const { selected, range, query } = state;
	return {
		from: Math.round(span.from),
		to: Math.round(span.to),
		item: selected ? `${selected.table}.${selected.row}` : null,
		begin: range ? Math.round(range[0]) : null,
		end: range ? Math.round(range[1]) : null,
		search: query || null,
		finding: state.findingNumber ?? null,
		share: state.shareId ?? null,
	};
}

function readItem(text, timeline) {
	const [, table, row] = /^(operations|calls|ranges|overheads|steps)\.(\d+)$/.exec(text ?? '') ?? [];
	return table && Number(row) < timeline[table].rows ? { table, row: Number(row) } : null;
}

// What nobody chose: the part in which the GPUs worked, where CUDA's start would take most of the room.
function showWork({ timeline, span }) {
	const { operations } = timeline;
	span.all();
	if (!operations.rows)
		return;
	const [first] = operations.start_ns;
	let last = first;
	for (let row = 0; row < operations.rows; row++)
		last = Math.max(last, operations.start_ns[row] + operations.duration_ns[row]);
	if (last - first < 0.6 * (timeline.last_ns - timeline.first_ns) && last > first)
		span.fit(first, last, 0.03);
}

// Puts PARAMS into the state of CONTROL, the parts of createTimelineControl().
export function readParams(params, control) {
	const { model, timeline, span, state, findings } = control;
	const [from, to, begin, end] = ['from', 'to', 'begin', 'end'].map((name) => number(params[name]));
	const finding = findings.find(({ number: own }) => own === number(params.finding));
	const share = finding ? -1 : model.report.legend.shares.findIndex(({ id }) => id === params.share);

	control.searchFor(params.kernel ?? params.search ?? '');
	state.selected = null;
	state.range = begin !== null && end !== null && begin < end ? [begin, end] : null;
	state.findingNumber = finding?.number;
	state.shareId = share < 0 ? null : params.share;
	state.places = null;
	state.finding = finding ?? findings[0] ?? null;
	state.placesOf = share < 0 ? state.finding?.number ?? null : null;
	if (state.placesOf) {
		state.places = control.operationOccurrences(timeline, control.places.rowsOf(state.placesOf));
	} else if (share >= 0) {
		state.places = control.lanes.steps ? control.shareOccurrences(timeline, share, control.lanes.steps)
			: heldOccurrences(timeline, model.causes, params.share);
	}
	if (from !== null && to !== null && from < to)
		span.set(from, to);
	else
		showWork(control);

	const item = readItem(params.item, timeline);
	const at = number(params.at) === null ? -1 : operationRow(timeline,
		{ start_ns: number(params.at), device: number(params.device), stream: number(params.stream) });
	if (item)
		control.select(item);
	else if (at >= 0)
		control.select({ table: 'operations', row: at });
	else if (finding && from === null)
		selectFirst(finding, control);
	else if (share >= 0 && from === null)
		control.follow(1);
	else if (from === null && !state.range && !state.query && findings.length)
		selectFirst(findings[0], control, true);
}

// The operation that a finding names first is the one that waited longest.
function selectFirst({ number: own }, control, isShownWhole = false) {
	const row = control.places.worst(own);
	if (row < 0)
		return;
	const { from, to } = control.span;
	control.select({ table: 'operations', row });
	if (isShownWhole)
		control.span.set(from, to);
	else
		control.fitSelected();
}
