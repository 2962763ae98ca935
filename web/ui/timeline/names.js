// SPDX-License-Identifier: MIT
// The column of names beside the lanes: headings that open and close their group, and a name for each lane.
import { el } from '../dom.js';

const place = (row) => ({ top: `${row.y}px`, height: `${row.height}px`, 'line-height': `${row.height - 1}px` });
const textOf = ({ group, lane, y }) => (group ? `${y} ${group.title} ${group.isOpen}` : `${y} ${lane.label} ${lane.title}`);

// TOGGLED(id) is called when the heading of a group was pressed. Returns { show(layout) }.
export function createNames(host, toggled) {
	let shown = null; // as text: windows of a long timeline change its lanes, but seldom their names

	function elementOf(row) {
		if (row.group)
			return el('button', {
				type: 'button', class: 'group', 'data-group': row.group.id, 'aria-expanded': String(row.group.isOpen), title: row.group.title, style: place(row),
				onclick: () => toggled(row.group.id),
			}, row.group.title);
		const { label, most, title } = row.lane;
		if (most)
			return el('div', { class: 'lane', title, style: { ...place(row), 'line-height': `${row.height / 2 - 1}px` } }, `${label} `, el('br', {}), `up to ${most}`);
		return el('div', { class: 'lane', title, style: place(row) }, row.height >= 13 ? label : '');
	}

	return {
		show({ rows }) {
			const text = rows.map(textOf).join('\n');
			if (text === shown)
				return;
			shown = text;
			const focused = host.contains(document.activeElement) ? document.activeElement.dataset.group : null;
			host.replaceChildren(...rows.map(elementOf));
			if (focused)
				[...host.children].find((name) => name.dataset.group === focused)?.focus();
		},
	};
}
