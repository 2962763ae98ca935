// SPDX-License-Identifier: MIT
// What findings name of the host's code, as "collate() data.py:31", leads to it in the view of the host.
import { el } from '../dom.js';
import { formatRoute } from '../router.js';
import { nameOf } from './tree.js';

const CODE = new Set(['host code', 'launched from']);
// Whether an evidence of a finding is about the program's own code.
export const namesCode = ({ label }) => CODE.has(label);

const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// TEXT with links, in parts: [{ text, href? }]. HOST: what the report has of the host's time, if anything; PROCESS: its number.
function partsOf(text, host, process) {
	const names = [...new Set((host?.functions.rows ?? []).map(nameOf))].sort((a, b) => b.length - a.length);
	if (!names.length)
		return [{ text }];
	const named = new RegExp(`(?<![\\w.>:])(${names.map(quoted).join('|')})(?![\\w.])(:\\d+)?`); // whole names alone
	const parts = [];
	let rest = text;
	for (let found = named.exec(rest); found; found = named.exec(rest)) {
		const [whole, name] = found;
		parts.push({ text: rest.slice(0, found.index) }, { text: whole, href: formatRoute({ view: 'host', params: { process: process || null, filter: name } }) });
		rest = rest.slice(found.index + whole.length);
	}
	return [...parts, { text: rest }];
}

// The same as children of an element; what is no link is given to OTHER(text).
export function linkedCode(text, host, process, other) {
	return partsOf(text, host, process).map(({ text: part, href }) => (href ? el('a', { class: 'to-code', href, title: 'See it in the view of the host' }, part) : other(part)));
}
