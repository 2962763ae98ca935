// SPDX-License-Identifier: MIT
// The overview and the tables of an open page, compared with the text report element by element: a number must stand
// where it belongs, not anywhere.
import { textReport } from './browser.mjs';
import { readText, squeeze } from './text-report.mjs';

// The overview, read from its elements.
function readOverview(page) {
	return page.evaluate(() => {
		const texts = (root, css) => [...root.querySelectorAll(css)].map((element) => element.textContent);
		return {
			main: document.querySelector('main').textContent,
			step: document.querySelector('.first-step')?.textContent ?? '',
			budget: [...document.querySelectorAll('.shares tr[data-share]')].map((row) => ({ letter: row.querySelector('.swatch').textContent,
				percent: row.cells[0].textContent, time: row.cells[1].textContent, text: [...row.cells].at(-1).querySelector('a')?.textContent })),
			small: texts(document, '.shares li').join('\n'),
			findings: [...document.querySelectorAll('[data-finding]')].map((finding) => ({
				title: finding.querySelector('summary b').textContent, worth: finding.querySelector('.worth').textContent,
				headline: finding.querySelector(':scope > p').textContent,
				facts: Object.fromEntries([...finding.querySelectorAll(':scope > dl > div')].map((fact) =>
					[fact.firstChild.textContent, fact.querySelector('li') ? texts(fact, 'li') : [fact.lastChild.textContent]])),
			})),
			busy: Object.fromEntries([...document.querySelectorAll('.busy')].map((section) => [section.querySelector('h2').textContent,
				[...section.querySelectorAll('tr')].map((row) => [...row.cells].slice(0, 3).map((cell) => cell.textContent))])),
		};
	});
}

// Whether TEXT is WHOLE, but for what an ellipsis stands for.
function isShortOf(text, whole) {
	const parts = squeeze(text).split(/…|\.\.\./).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`).test(squeeze(whole));
}

// Tables of the text leave out a function's type and parameters, and then more.
const isName = (name, whole) => isShortOf(name, whole) || isShortOf(`...${name}(...`, `${whole}(`) || isShortOf(`...${name}<...`, whole);

function budgetErrors({ budget, asides, shares, headline, most, replay }, shown) {
	const errors = [];
	for (const { letter, percent, time, text } of budget.rows) {
		const row = shown.budget.find((other) => other.text === text);
		const small = shown.small.split('\n').find((line) => line.startsWith(letter) && squeeze(line).endsWith(`: ${percent}, ${time}: ${squeeze(text)}`));
		if (row ? row.letter !== letter || row.percent !== percent || row.time !== time : !small)
			errors.push(`budget: ${letter} ${percent} ${time} ${text} is ${JSON.stringify(row ?? shown.small)}`);
	}
	if (!budget.rows.length && shown.budget.length)
		errors.push('the text has no budget');
	const main = squeeze(shown.main);
	for (const part of [...asides.map((aside) => aside.split(': each')[0]), ...shares, ...headline.split('…')])
		if (!main.includes(squeeze(part)))
			errors.push(`not said: ${part}`);
	for (const part of most)
		if (!shown.step.includes(part))
			errors.push(`most to gain: ${part} is not in ${shown.step}`);
	return [...errors, ...replay.length === 2 ? [] : ['the text has no replay error']];
}

function findingErrors(text, shown, all) {
	const errors = [];
	const need = (is, what, ...values) => is || errors.push(`finding ${text.number}, ${what}: ${values.map((value) => JSON.stringify(value)).join(' is ')}`);
	need(shown.title === `${text.number}  ${text.title}`, 'title', text.title, shown.title);
	need(shown.worth === text.worth, 'worth', text.worth, shown.worth);
	need(isShortOf(text.headline, shown.headline), 'headline', text.headline, shown.headline);
	const joined = (lines) => squeeze((lines ?? []).join(' '));
	for (const label of ['where', 'gain', 'cost', 'evidence'])
		need(isShortOf(joined(text.facts[label]), joined(shown.facts[label])), label, text.facts[label], shown.facts[label]);
	const [, same] = /^as finding (\d+) says/.exec(joined(text.facts.do)) ?? [];
	const said = joined(text.facts.do).replace(/As in finding (\d+): "(.*?)\.\.\.(.*?)"/g, (_, number, begin, end) => {
		const there = joined(all[number - 1].facts.do);
		return there.slice(there.indexOf(begin), there.indexOf(end, there.indexOf(begin)) + end.length);
	});
	need((same ? joined(all[same - 1].facts.do) : said) === joined(shown.facts.do), 'do', text.facts.do, shown.facts.do);
	const numbers = (line) => (squeeze(line).match(/[\d.,]+ (ns|us|ms|s)\b/g) ?? []).join(' ');
	const [, listed] = /^as in finding (\d+)/.exec(joined(text.facts.examples)) ?? [];
	const examples = (of) => numbers((of.facts.examples ?? []).slice(0, 3).join(' '));
	need((listed ? examples(all[listed - 1]) : numbers(joined(text.facts.examples))) === examples(shown), 'examples', text.facts.examples, shown.facts.examples);
	return errors;
}

function busyErrors({ busy }, shown) {
	return Object.entries(busy).filter(([heading, rows]) => JSON.stringify(rows) !== JSON.stringify(shown.busy[heading] ?? []) && rows[0][1] !== '0.0 %')
		.map(([heading, rows]) => `${heading}: ${JSON.stringify(rows)} is ${JSON.stringify(shown.busy[heading])}`);
}

const tables = [['kernels', 'Kernels'], ['copies', 'Copies'], ['calls', 'Calls']];

// Of each view its rows, [{ name, numbers: [share, total, count, average] }], and the text of the last one, in one step.
function readTables(page) {
	return page.evaluate(async (wanted) => {
		const read = {};
		for (const [view, caption] of [...wanted, ['about']]) {
			document.querySelector(`.tabs a[href^="#/${view}"]`)?.click();
			while (document.querySelector(`.tabs a[href^="#/${view}"]`) && document.querySelector('main').dataset.view !== view)
				await new Promise((resolve) => setTimeout(resolve, 5));
			const table = [...document.querySelectorAll('main table')].find((found) => found.caption?.textContent.startsWith(caption));
			const heads = table && [...table.querySelectorAll('thead th')].map((head) => head.textContent);
			read[view] = table ? [...table.querySelectorAll('tbody tr')].map((row) => ({ name: row.cells[0].textContent,
				numbers: ['Share', 'Total', 'Count', 'Average'].map((head) => row.cells[heads.indexOf(head)].textContent) })) : [];
		}
		return { ...read, about: document.querySelector('main').textContent };
	}, tables);
}

// Each row of the text is one of the view's.
function tableErrors(text, shown) {
	const errors = [];
	for (const [view] of tables) {
		if (text[view].length !== shown[view].length)
			errors.push(`${view}: ${text[view].length} rows in the text, ${shown[view].length} on the page`);
		for (const { numbers, name } of text[view])
			if (!shown[view].some((row) => isName(name, row.name) && row.numbers.join() === numbers.join()))
				errors.push(`${view}: ${numbers.join(' ')} ${name} is not there`);
	}
	const about = squeeze(shown.about);
	errors.push(...text.replay.filter((part) => !about.includes(part)).map((part) => `replay: ${part}`));
	return errors;
}

// In what the overview and the tables of an open PAGE are not what the text report says of the trace in PATH.
export async function textDisagreements(page, path) {
	const text = readText(textReport(path));
	const shown = await readOverview(page);
	const errors = [...budgetErrors(text, shown), ...busyErrors(text, shown)];
	if (shown.findings.length !== text.findings.length)
		errors.push(`${text.findings.length} findings in the text, ${shown.findings.length} on the page`);
	else
		errors.push(...text.findings.flatMap((finding, i) => findingErrors(finding, shown.findings[i], text.findings)));
	if (text.budget.rows.length + text.kernels.length + text.calls.length < 4)
		errors.push('hardly anything was read of the text report');
	return [...errors, ...tableErrors(text, await readTables(page))];
}
