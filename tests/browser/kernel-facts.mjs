// SPDX-License-Identifier: MIT
// A kernel's own view and the view of memory of an open page, compared with what other outputs say of the same trace.
import { squeeze, textReport, warpwise } from './browser.mjs';

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

// Opens the own views of the kernels of these NAMES, the first ones, in one step: of each { text, stalls, rows }; rows null:
// it has no lines. A browser that is asked for each step draws all of them.
function readKernels(page, names) {
	return page.evaluate(async (wanted) => {
		const texts = (css) => [...document.querySelectorAll(css)];
		const isSeen = (element) => element.getClientRects().length > 0;
		const isOpen = (name) => texts('main[data-view=kernels] .headline').some((head) => isSeen(head) && head.textContent.replace(/\s+/g, ' ').includes(name)) &&
			texts('.launches[data-ready], .launches p:not(.note)').some(isSeen);
		const cellsOf = (row) => {
			const titles = [...row.closest('table').querySelectorAll('thead th')].map((head) => head.textContent);
			return ['Share', 'Lanes', 'Line'].map((title) => row.cells[titles.indexOf(title)]?.textContent ?? '').filter(Boolean).join(' ');
		};
		const found = [];
		for (const [index, name] of wanted.entries()) {
			const end = performance.now() + 30000;
			const turned = new Promise((resolve) => { addEventListener('hashchange', resolve, { once: true }); });
			location.hash = `#/kernels?kernel=${index}`;
			await turned;
			while (!isOpen(name.slice(0, 60).replace(/\s+/g, ' '))) {
				if (performance.now() > end)
					throw new Error(`the view of ${name} does not open`);
				await new Promise((resolve) => setTimeout(resolve, 5));
			}
			found.push({
				text: document.querySelector('main').textContent,
				stalls: texts('.stalls [data-reason]').map((row) => `${row.querySelector('.number').textContent}|${row.dataset.reason.replaceAll('_', ' ')}`),
				rows: document.querySelector('.files') && texts('.files tr.measured').map(cellsOf).filter((text) => /%.* \d+$/.test(text)).sort(),
			});
		}
		return found;
	}, names);
}

// What is missing in SHOWN, the own view of KERNEL.
function missingOf(kernel, shown, path, inside) {
	const missing = [];
	const text = squeeze(shown.text);
	for (const fact of inside.find(({ name }) => kernel.name === name || kernel.name.startsWith(`${name}(`))?.facts ?? [])
		for (const part of parts(fact))
			if (!text.includes(part) && !shown.stalls.includes(part) && !/^(<0.1|0\.\d) %\|/.test(part))
				missing.push(`${kernel.name}: ${part}`);
	if (shown.rows) {
		const listing = listingOf(path, kernel.mangled);
		if (listing.join('\n') !== shown.rows.join('\n'))
			missing.push(`${kernel.name}: lines are\n${shown.rows.join('\n')}\n... by warpwise source\n${listing.join('\n')}`);
	}
	return missing;
}

// What `warpwise stats --by allocation` prints, in the view of memory.
async function testMemory(page, path, memory) {
	const rows = await page.evaluate(async () => {
		const end = performance.now() + 30000;
		location.hash = '#/memory';
		while (!document.querySelector('main[data-view=memory] .chart canvas')?.getClientRects().length) {
			if (performance.now() > end)
				throw new Error('the view of memory does not open');
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		return [...document.querySelector('.table').querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent).join(' '));
	});
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
	const kernels = process.kernels.rows.slice(0, kernelsShown);
	const shown = await readKernels(page, kernels.map(({ name }) => name));
	for (const [index, kernel] of kernels.entries())
		missing.push(...missingOf(kernel, shown[index], path, inside));
	if (process.memory.length)
		missing.push(...await testMemory(page, path, process.memory));
	return missing;
}
