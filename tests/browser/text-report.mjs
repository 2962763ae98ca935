// SPDX-License-Identifier: MIT
// The text report of one process, cut into what the page has in elements of its own.

// As one line; the page has a sign where the text has +-.
export const squeeze = (text) => text.replace(/\s+/g, ' ').replaceAll('±', '+-').trim();
const NUMBER = '[\\d,.]+ (?:ns|us|ms|s)';
const PERCENT = '[<\\d.]+ %';

// The lines below HEADING, up to an empty one.
function below(lines, heading) {
	const at = lines.findIndex((line) => line.startsWith(heading));
	if (at < 0)
		return [];
	const rest = lines.slice(at + 1);
	const end = rest.indexOf('');
	return end < 0 ? rest : rest.slice(0, end);
}

// Of the time budget: { rows: [{ letter, percent, time, text }], more: { percent, time } or null }.
function readBudget(lines) {
	const budget = { rows: [], more: null };
	for (const line of below(lines, 'Where the time went')) {
		const row = new RegExp(`^ {2}(\\S) +(${PERCENT}) +(${NUMBER}) {2}(\\S.*)$`).exec(line);
		const more = new RegExp(`^ +(${PERCENT}) +(${NUMBER}) {2}\\d+ more$`).exec(line);
		if (row)
			budget.rows.push({ letter: row[1], percent: row[2], time: row[3], text: row[4] });
		else if (more)
			budget.more = { percent: more[1], time: more[2] };
		else if (/^ {24}\S/.test(line) && budget.rows.length)
			budget.rows.at(-1).text += ` ${line.trim()}`;
	}
	return budget;
}

// Sentences of times that are not in the budget.
function readAsides(text) {
	const paragraphs = text.split(/\n(?= {0,2}\S)/).map(squeeze);
	return paragraphs.filter((paragraph) => /^(Recording took|Without the recorder|[\d.]+ \w+ of the run (were|was))/.test(paragraph));
}

// What the first LINES say of times: shares of the run, what a wait is.
function readShares(lines) {
	const top = squeeze(lines);
	return [...[...top.matchAll(new RegExp(`\\(${PERCENT} of the [^)]*\\)`, 'g'))].map(([share]) => share),
		.../What that is: (.*?) To learn more:/.exec(top)?.slice(1) ?? []];
}

// One of them: { number, title, worth, headline, facts: { label: [lines, each joined] } }.
function readFinding(text) {
	const [first, ...lines] = text.split('\n');
	const [, number, title, worth] = /^(\d+) {2}(.*?)(?: \((?:note|error)\))?(?: {2,}(-[\d.,]+ \w+|(?:costs|at most|about|perhaps|took) [\d.,]+ \w+))?$/.exec(first);
	const facts = {};
	let headline = '';
	let label = null;
	for (const line of lines) {
		const fact = /^ {3}([a-z]+) +(\S.*)$/.exec(line);
		const more = /^ {13}(\S.*)$/.exec(line);
		if (fact && fact[0].indexOf(fact[2]) === 13)
			(facts[label = fact[1]] ??= []).push(fact[2]);
		else if (more && label)
			facts[label].push(more[1]);
		else if (line.trim() && !label)
			headline += ` ${line}`;
		else if (!line.trim())
			break;
	}
	return { number, title, worth: worth ?? '', headline: squeeze(headline), facts };
}

// The rows of the table below HEADING: { numbers: [share, total, count, average], name }. The text shortens long names.
export function readTable(lines, heading) {
	const rows = [];
	const pattern = new RegExp(`^ *(${PERCENT}) +(${NUMBER}) +([\\d,]+) +(${NUMBER}) +(${NUMBER})(.*)$`);
	for (const line of below(lines, heading).slice(1)) {
		const row = pattern.exec(line);
		if (!row)
			break;
		const cells = row[6].trim().split(/ {2,}/);
		rows.push({ numbers: row.slice(1, 5), name: cells.at(heading.startsWith('Time in kernels') && cells.length > 5 ? 4 : -1) });
	}
	return rows;
}

// How busy the GPUs were: { heading: [[name, percent, time]] }.
function readBusy(lines) {
	const busy = {};
	for (const heading of lines.filter((line) => /^How busy GPU/.test(line)))
		busy[heading] = below(lines, heading).map((line) => new RegExp(`^ +(\\S.*?) +(${PERCENT}) +(${NUMBER})(?: |$)`).exec(line)?.slice(1)).filter(Boolean);
	return busy;
}

// TEXT is what `warpwise analyze --limit 0` prints.
export function readText(text) {
	const lines = text.split('\n');
	const found = text.slice(0, text.indexOf('\nWhat ran')).split(/\n(?=\d+ {2}\S)/).slice(1);
	const most = new RegExp(`^(?:Most to gain|Little to gain|Little was found|Finding 1, |Worth a look|Look first)[^]*?(${NUMBER})(?: together| went)? \\((${PERCENT})`, 'm').exec(text.slice(0, text.indexOf('\n\n')));
	return {
		headline: lines[0],
		most: most?.slice(1) ?? [],
		budget: readBudget(lines),
		asides: readAsides(text),
		shares: readShares(text.split('\nWhere the time went')[0]),
		findings: found.map(readFinding),
		busy: readBusy(lines),
		kernels: readTable(lines, 'Time in kernels, by launch shape'),
		copies: readTable(lines, 'Time in copies'),
		calls: readTable(lines, 'Time in API calls'),
		replay: new RegExp(`constraints takes (${NUMBER}),\\s+a\\s+replay\\s+error\\s+of\\s+(${PERCENT})`).exec(squeeze(text))?.slice(1) ?? [],
	};
}
