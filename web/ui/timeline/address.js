// SPDX-License-Identifier: MIT
// The address of what the timeline shows. What it writes itself: from, to (what is seen), item (TABLE.LANE.START), begin, end
// (the selected span), search. What others link with: finding, share, kernel, and at with device and stream.
import { findPlaces } from './occurrences.js';
import { operationRow } from './places.js';

const number = (text) => (text === undefined || text === '' || !Number.isFinite(Number(text)) ? null : Number(text));

export function writeParams(state, span, content) {
	const { selected, range, query } = state;
	const key = selected && content.keyOf(selected);
	return {
		from: Math.round(span.from),
		to: Math.round(span.to),
		item: key ? `${key.table}.${key.lane}.${key.start}` : null,
		begin: range ? Math.round(range[0]) : null,
		end: range ? Math.round(range[1]) : null,
		search: query || null,
		finding: state.findingNumber ?? null,
		share: state.shareId ?? null,
	};
}

function readItem(text, content) {
	const [, table, lane, start] = /^(operations|calls|ranges|samples|overheads|migrations|steps)\.(\d+)\.(-?\d+)$/.exec(text ?? '') ?? [];
	return table ? content.itemOf({ table, lane: Number(lane), start: Number(start) }) : null;
}

// Puts PARAMS into the state of CONTROL, the parts of createTimelineControl().
export function readParams(params, control) {
	const { model, timeline, span, state, content } = control;
	const { findings } = content;
	const [from, to, begin, end] = ['from', 'to', 'begin', 'end'].map((name) => number(params[name]));
	const finding = findings.find(({ number: own }) => own === number(params.finding));
	const share = finding ? -1 : model.report.legend.shares.findIndex(({ id }) => id === params.share);

	control.searchFor(params.kernel ?? params.search ?? '');
	state.selected = null;
	state.range = begin !== null && end !== null && begin < end ? [begin, end] : null;
	state.findingNumber = finding?.number;
	state.shareId = share < 0 ? null : params.share;
	state.finding = finding ?? findings[0] ?? null;
	state.placesOf = share < 0 ? state.finding?.number ?? null : null;
	findPlaces(state, { model, timeline, places: content.places, lanes: control.lanes });
	if (from !== null && to !== null && from < to)
		span.set(from, to);
	else
		span.all();

	const item = readItem(params.item, content);
	const at = number(params.at) === null ? -1 : operationRow(timeline,
		{ start_ns: number(params.at), device: number(params.device), stream: number(params.stream) });
	if (item)
		control.select(item);
	else if (at >= 0)
		control.select({ table: 'operations', row: at, start: number(params.at) });
	else if (finding && from === null)
		selectFirst(finding, control);
	else if (share >= 0 && from === null)
		control.follow(1);
	else if (from === null && !state.range && !state.query && findings.length)
		selectFirst(findings[0], control, true);
}

const SEEN = 0.01; // of the width: what is shorter is not told from its neighbours

// The operation that a finding names first is the one that waited longest. ISWHOLE: all of the run stays in view, and what cannot
// be seen there is not selected.
function selectFirst({ number: own }, control, isWhole = false) {
	const { content, span, timeline: { operations } } = control;
	const worst = content.places.worst(own);
	if (!worst)
		return;
	const { from, to } = span;
	if (isWhole && operations.wait_ns[worst.row] + operations.duration_ns[worst.row] < SEEN * (to - from))
		return;
	control.select({ table: 'operations', ...worst });
	if (isWhole)
		span.set(from, to);
	else
		control.fitSelected();
}
