// SPDX-License-Identifier: MIT
// Where groups and lanes stand, from top to bottom, in CSS pixels: [{ y, height, lane } or { y, height, group }].

const HEADING = 20;
const LANE = 22;
const DENSE_LANE = 13; // where there are many
const VALUES = 34;
const MANY = 40;

export function layOut(groups) {
	const rows = [];
	let y = 0;
	const add = (height, row) => {
		rows.push({ y, height, ...row });
		y += height;
	};
	for (const group of groups) {
		if (group.title)
			add(HEADING, { group });
		if (!group.isOpen)
			continue;
		for (const lane of group.lanes)
			add(lane.values ? VALUES : group.lanes.length > MANY ? DENSE_LANE : LANE, { lane });
	}
	return { rows, height: y };
}

// The row at Y, or null.
export function rowAt({ rows }, y) {
	return rows.find((row) => y >= row.y && y < row.y + row.height) ?? null;
}
