// SPDX-License-Identifier: MIT
// A function's source with what was measured at each line as a heat map, and beside it, on demand, the instructions of a
// line.
import { el, prose } from '../dom.js';
import { formatCount, formatFixed, formatPercent } from '../format.js';
import { reasonWords } from './stalls.js';

const LANES = 32;

function groupBy(rows, keyOf) {
	const groups = new Map();
	for (const row of rows) {
		const key = keyOf(row);
		if (!groups.has(key))
			groups.set(key, []);
		groups.get(key).push(row);
	}
	return groups;
}

const present = (value) => value !== null && value !== undefined;
const percent = (value) => (present(value) ? formatPercent(value) : '');
const count = (value) => (value > 0 ? formatCount(value) : '');

// What is measured at a line or an instruction: a figure warms its cell from 0 to 1.
const figures = [
	{ id: 'samples_percent', title: 'Share', explanation: 'of the samples of warps: where they spent their time', text: (row) => (row.samples > 0 ? percent(row.samples_percent) : ''),
		heat: (row, most) => (row.samples_percent ?? 0) / most.samples_percent },
	{ id: 'samples', title: 'Samples', explanation: 'of warps: too few to tell shares', text: (row) => count(row.samples), heat: (row, most) => (row.samples ?? 0) / most.samples },
	{ id: 'lanes', title: 'Lanes', explanation: 'active in an instruction, of 32', text: (row) => (present(row.lanes) ? formatFixed(row.lanes, 1) : ''),
		heat: (row) => (present(row.lanes) ? 1 - row.lanes / LANES : 0) },
	{ id: 'excess_sectors', title: '+Sectors', explanation: 'of 32 bytes of global memory, moved beyond what the accesses need', text: (row) => count(row.excess_sectors),
		heat: (row, most) => (row.excess_sectors ?? 0) / most.excess_sectors },
	{ id: 'excess_wavefronts', title: '+Wavefronts', explanation: 'passes through shared memory beyond what the accesses need: bank conflicts',
		text: (row) => count(row.excess_wavefronts), heat: (row, most) => (row.excess_wavefronts ?? 0) / most.excess_wavefronts },
];

// The figures that say anything of ROWS, and the most of each.
function shownFigures(rows) {
	const most = Object.fromEntries(figures.map(({ id }) => [id, Math.max(0, ...rows.map((row) => row[id] ?? 0))]));
	return { most, shown: figures.filter(({ id }) => (id === 'samples' ? most.samples && !most.samples_percent : most[id] > 0)) };
}

const heatStyle = (heat) => (heat > 0.004 ? { background: `color-mix(in srgb, var(--warm) ${Math.round(45 * Math.min(1, heat))}%, transparent)` } : null);
const cells = ({ shown, most }, row) => shown.map((figure) => el('td', { class: 'number', style: heatStyle(figure.heat(row, most)) ?? {} }, figure.text(row)));
const heads = ({ shown }) => shown.map((figure) => el('th', { scope: 'col', class: 'number', title: figure.explanation }, figure.title));

const waitsText = (row) => (row.waits ?? []).map(({ reason, percent: share }) => `${reasonWords(reason)} ${Math.round(share)} %`).join(', ');

// What these reasons are, for the names are the hardware's.
const explain = (reasons, legend) => reasons.filter((reason) => legend?.[reason]).map((reason) => `${reasonWords(reason)}: ${legend[reason]}`).join('\n') || null;

function notes(row) {
	return [row.waits?.length ? `waits: ${waitsText(row)}` : null, row.splits > 0 ? `${formatCount(row.splits)} branches split their warp` : null].filter(Boolean).join('; ');
}

// { index, offset_bytes, file, line ... } of instruction I.
function instructionOf(columns, i) {
	const row = { index: i };
	for (const [name, values] of Object.entries(columns))
		if (Array.isArray(values))
			row[name] = values[i];
	return row;
}

const fileName = (path) => path?.split('/').at(-1) ?? 'an unknown file';

function instructionTable(rows, files, legend, caption) {
	const columns = shownFigures(rows);
	const hasText = rows.some((row) => row.text);
	return el('table', { class: 'code' }, el('caption', {}, caption),
		el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Offset'), hasText ? el('th', { scope: 'col' }, 'Instruction') : null, heads(columns), el('th', { scope: 'col' }, 'Waits for'), el('th', { scope: 'col' }, 'Line'))),
		el('tbody', {}, rows.map((row) => el('tr', {}, el('th', { scope: 'row' }, `0x${row.offset_bytes.toString(16).padStart(4, '0')}`),
			hasText ? el('td', { class: 'text' }, row.text ?? '') : null, cells(columns, row),
			el('td', { class: 'notes', title: explain([row.waits_for], legend) }, row.waits_for ? reasonWords(row.waits_for) : ''), el('td', { class: 'notes' }, row.line ? `${fileName(files[row.file]?.path)}:${row.line}` : '')))));
}

// Whether instructions have texts, and if not, why.
function textNote({ text, text_missing: missing }) {
	if (text)
		return 'By offset in the function; labels are such offsets.';
	return `By offset in the function. Their text is not in this page: ${missing ?? 'it was left out'}. Where nvdisasm is, warpwise makes the page with it.`;
}

function fileNote(file) {
	if (!file.path)
		return null;
	if (!file.found)
		return 'its text is not in this page: to see it here, make the page where the file is, or with --source-dir FOLDER';
	return file.is_newer ? 'the file is newer than the recording: it may not be what was compiled' : null;
}

// One file's lines as a table; ONSELECT(line) shows instructions.
function fileTable(code, index, lines, { columns, legend, has, onselect }) {
	const file = code.files[index];
	let before = null;
	const rows = lines.flatMap((line) => {
		const isGap = before !== null && line.line !== null && line.line > before + 1;
		before = line.line;
		const number = line.line === null ? '' : has(line)
			? el('button', { type: 'button', title: 'Its instructions', 'aria-label': `Line ${line.line}: its instructions`, onclick: () => onselect(line) }, String(line.line)) : String(line.line);
		return [isGap ? el('tr', { class: 'gap' }, el('td', { colspan: columns.shown.length + 3 }, '…')) : null,
			el('tr', { 'data-line': line.line, class: present(line.samples) ? 'measured' : null }, cells(columns, line), el('td', { class: 'number line' }, number),
				el('td', { class: 'text' }, line.text ?? ''), el('td', { class: 'notes', title: explain((line.waits ?? []).map(({ reason }) => reason), legend) }, notes(line)))];
	});
	const note = fileNote(file);
	return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Source: ${fileName(file.path)}` },
		el('table', { class: 'code' }, el('caption', {}, el('b', {}, file.path ?? 'At no known line'), note ? ` (${note})` : ''),
			el('thead', {}, el('tr', {}, heads(columns), el('th', { scope: 'col', class: 'number' }, 'Line'), el('th', { scope: 'col' }, 'Source'), el('th', { scope: 'col' }, 'What happens there'))),
			el('tbody', {}, rows)));
}

// { elements, show(params) }: the address says which instructions are shown: `line=FILE.LINE`, or `line=all`. GO(line) changes it.
export function sourcePart(profile, legend, go) {
	const code = profile?.code;
	if (!code)
		return { elements: [el('p', {}, 'Nothing was measured by line: record with ', el('code', {}, prose('warpwise record --stalls')), ' or ', el('code', {}, prose('--metrics=source')),
			', a program that was compiled with ', el('code', {}, '-lineinfo'), '.')], show() {} };
	const all = code.instructions.offset_bytes.map((_, i) => instructionOf(code.instructions, i));
	const by = groupBy(all, (row) => `${row.file}.${row.line}`);
	const keyOf = (line) => `${line.file}.${line.line}`;
	const columns = shownFigures(code.lines);
	const beside = el('aside', { class: 'instructions', hidden: true, tabindex: '-1', 'aria-label': 'Instructions' });
	const left = [code.lines_left_out ? `${formatCount(code.lines_left_out)} lines` : null, code.instructions.left_out ? `${formatCount(code.instructions.left_out)} instructions` : null].filter(Boolean);
	const files = groupBy(code.lines, (line) => line.file);
	const tables = el('div', { class: 'files' }, [...files].map(([index, lines]) => fileTable(code, index, lines,
		{ columns, legend, has: (line) => by.has(keyOf(line)), onselect: (line) => go(keyOf(line)) })));
	const toggle = el('button', { type: 'button', title: 'What the GPU executes, as nvdisasm prints it', onclick: () => go(beside.hidden ? 'all' : null) }, 'Instructions (SASS)');
	return {
		elements: [el('p', { class: 'tools' }, toggle, el('span', { class: 'note' }, 'or of one line, by its number. ',
			left.length ? `${left.join(' and ')} with fewer samples are not in this page.` : '')), el('div', { class: 'source' }, tables, beside)],
		show({ line }) {
			const rows = line === 'all' ? all : by.get(line);
			beside.hidden = !rows;
			toggle.setAttribute('aria-expanded', String(!beside.hidden));
			for (const row of tables.querySelectorAll('tr.chosen'))
				row.classList.remove('chosen');
			if (!rows)
				return;
			const [file, number] = line.split('.');
			if (line !== 'all')
				tables.children[[...files.keys()].indexOf(Number(file))]?.querySelector(`tr[data-line="${Number(number)}"]`)?.classList.add('chosen');
			const title = line === 'all' ? 'All instructions' : `Instructions of ${fileName(code.files[file]?.path)}:${number}`;
			beside.replaceChildren(el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title }, instructionTable(rows, code.files, title)),
				el('p', { class: 'note' }, textNote(code.instructions)));
		},
	};
}
