// SPDX-License-Identifier: MIT
// The column of names beside the lanes: headings that open and close their group, and a name for each lane.
import { el } from '../dom.js';

const place = (row) => ({ top: `${row.y}px`, height: `${row.height}px` });

// TOGGLED(group) is called when a heading was pressed.
export function showNames(host, layout, toggled) {
	host.replaceChildren(...layout.rows.map((row) => {
		if (row.group)
			return el('button', {
				type: 'button', class: 'group', 'aria-expanded': String(row.group.isOpen), style: place(row),
				onclick: () => toggled(row.group),
			}, row.group.title);
		const { label, title } = row.lane;
		return el('div', { class: 'lane', title, style: place(row) }, row.height >= 13 ? label : '');
	}));
}
