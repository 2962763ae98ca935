// SPDX-License-Identifier: MIT
// A kernel's own view and the view of memory of an open page, compared with what other outputs say of the same trace.
import { go, squeeze, textReport, warpwise } from './browser.mjs';

const kernelsShown = 2; // of each trace: its own view is opened

// What the text report says of the inside of kernels: { name: [what the page must have] }. Its long lines are joined.
function insideOf(path) {
	const lines = textReport(path).split('\n');
	const kernels = [];
	for (const line of lines.slice(lines.findIndex((text) => text.startsWith('Inside the kernels')) + 1)) {
		const head = /^(\S.*?) {2}(?:[<\d.]+ % of the time in kernels|not timed|launched by other kernels)/.exec(line);
		if (!line && kernels.length && !head)
			break;
		if (head)
			kernels.push({ name: head[1], facts: [] });
		else if (/^ {2}\S/.test(line))
			kernels.at(-1)?.facts.push(line);
		else if (kernels.at(-1)?.facts.length)
			kernels.at(-1).facts[kernels.at(-1).facts.length - 1] += ` ${line.trim()}`;
	}
	return kernels.map(({ name, facts }) => ({ name, facts: facts.map(squeeze) }));
}

// Facts of the text that the page words alike, cut into what stands together in it.
function parts(fact) {
	const [, label, text] = /^(verdict|occupancy|lanes|GPU memory|roofline|schedulers|waits for) (.*)$/.exec(fact) ?? [];
	if (!label || text.startsWith('not measured')) // then the report has no verdict, and the page no line
		return [];
	if (label === 'verdict') {
		const numbers = /^([a-z -]+): .*? at ([<\d.]+ %) .*?([<\d.]+ %) of issue|^([a-z -]+: .*? at [<\d.]+ % of peak, .* at [<\d.]+ %)$/.exec(text);
		return numbers ? numbers.slice(1).filter(Boolean) : [];
	}
	if (label === 'waits for')
		return /too few/.test(text) ? [text.replace(/^.*?: /, '')] : text.split(/, |; /).map((part) => part.replace('issuing', 'selected').replace(/^(.*) ([<\d.]+ %)$/, '$2|$1'));
	return label === 'occupancy' ? [text.replace(/ achieved.*| possible.*/, '')] : [text];
}

// The rows of a listing by line: { line: [share, lanes] }, of the files together, as far as they are told apart.
function listingOf(path, mangled) {
	const rows = [];
	for (const line of warpwise('source', '--kernel', mangled, path).split('\n')) {
		const row = /^ +([<\d.]+ %) +(?:([\d.]+) +)?(\d+)(?: {2}|$)/.exec(line);
		if (row)
			rows.push(row.slice(1).join(' ').replace(/ {2}/, ' '));
	}
	return rows.sort();
}

const pageRows = (page) => page.locator('.files tr.measured').evaluateAll((rows) => rows.map((row) => {
	const titles = [...row.closest('table').querySelectorAll('thead th')].map((head) => head.textContent);
	const cell = (title) => row.cells[titles.indexOf(title)]?.textContent ?? '';
	return [cell('Share'), cell('Lanes'), cell('Line')].filter(Boolean).join(' ');
}).filter((text) => /%.* \d+$/.test(text)).sort());

async function testKernel(page, path, kernel, index, inside) {
	const missing = [];
	await go(page, `#/kernels?kernel=${index}`, `main[data-view=kernels] .headline:has-text(${JSON.stringify(kernel.name.slice(0, 60))})`);
	await page.waitForSelector('.launches[data-ready], .launches p:not(.note)', { timeout: 30000 });
	const text = squeeze(await page.locator('main').textContent());
	const stalls = await page.locator('.stalls [data-reason]').evaluateAll((rows) => rows.map((row) =>
		`${row.querySelector('.number').textContent}|${row.dataset.reason.replaceAll('_', ' ')}`));
	for (const fact of inside.find(({ name }) => kernel.name === name || kernel.name.startsWith(`${name}(`))?.facts ?? [])
		for (const part of parts(fact))
			if (!text.includes(part) && !stalls.includes(part) && !/^(<0.1|0\.\d) %\|/.test(part))
				missing.push(`${kernel.name}: ${part}`);
	if (await page.locator('.files').count()) {
		const [listing, shown] = [listingOf(path, kernel.mangled), await pageRows(page)];
		if (listing.join('\n') !== shown.join('\n'))
			missing.push(`${kernel.name}: lines are\n${shown.join('\n')}\n... by warpwise source\n${listing.join('\n')}`);
	}
	return missing;
}

// What `warpwise stats --by allocation` prints, in the view of memory.
async function testMemory(page, path, memory) {
	await go(page, '#/memory', 'main[data-view=memory] .chart canvas');
	const rows = await page.locator('.table').first().locator('tbody tr').evaluateAll((found) => found.map((row) => [...row.cells].map((cell) => cell.textContent).join(' ')));
	if (memory.length > 1)
		return []; // the text adds up what is on several devices
	const text = warpwise('stats', '--by', 'allocation', path).split('\n').slice(1).filter((line) => line.trim()).map((line) => {
		const [, total, count, released, peak, end, ...rest] = line.trim().split(/\s{2,}/);
		return [rest.at(-1), count, released, total, peak, end].join(' ');
	});
	return text.filter((line) => !rows.includes(line)).map((line) => `memory: ${line} is not among ${rows.join(' | ')}`);
}

// What is missing in the views of the kernels and of memory of PROCESS, a process of the JSON report on the trace in PATH.
export async function kernelDisagreements(page, path, process) {
	const inside = insideOf(path);
	const missing = [];
	for (const [index, kernel] of process.kernels.rows.slice(0, kernelsShown).entries())
		missing.push(...await testKernel(page, path, kernel, index, inside));
	if (process.memory.length)
		missing.push(...await testMemory(page, path, process.memory));
	return missing;
}
