// SPDX-License-Identifier: MIT
// What of a timeline is there to be drawn: its lanes in groups, and where findings are. Of a timeline in windows that
// changes, and rows get other numbers: what is selected is known by the lane and the time at which it begins.
import { createGroups } from './lanes.js';
import { laneNumber, rowAt } from './links.js';
import { NONE } from './columns.js';
import { createPlaces } from './places.js';

export function createContent(model, timeline, process) {
	const content = { groups: [], allLanes: [], lanes: {}, places: null, findings: [] };

	function fill() {
		const closed = new Map(content.groups.map(({ id, isOpen }) => [id, isOpen]));
		content.groups = createGroups(model, timeline, process);
		for (const group of content.groups)
			group.isOpen = closed.get(group.id) ?? group.isOpen;
		content.allLanes = content.groups.flatMap((group) => group.lanes);
		content.lanes.steps = content.allLanes.find((lane) => lane.table === 'steps');
		content.lanes.streams = content.allLanes.filter((lane) => lane.isStream);
		content.places = createPlaces(timeline, model.findingsOf(process), process);
		content.findings = model.findingsOf(process).filter(({ number }) => content.places.has(number));
	}

	// Other windows: the tables are replaced.
	content.renew = () => {
		Object.assign(timeline, timeline.windows.tables());
		fill();
	};
	// START: of what is meant, where ITEM is a box of several.
	content.keyOf = ({ table, row, start }) => ({ table, lane: laneNumber(timeline, table, row), start: start ?? timeline[table].start_ns[row] });
	// { table, row }, or null.
	content.itemOf = ({ table, lane, start }) => {
		const row = rowAt(timeline, table, lane, start);
		return row === NONE ? null : { table, row, start };
	};
	fill();
	return content;
}
