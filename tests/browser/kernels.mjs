// SPDX-License-Identifier: MIT
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { is, ok, openPage, source, turnTo, warpwise, withBrowser, work, writePage } from './browser.mjs';

const traces = join(source, 'samples/traces');
const axe = join(process.env.TEST_WEB, 'node_modules/axe-core/axe.min.js');
const sample = (name) => join(traces, `${name}.db`);
const squeeze = (text) => text.replace(/\s+/g, ' ').trim();
const kernelsShown = 2; // of each trace: its own view is opened

async function go(page, hash, ready) {
	await page.evaluate((to) => {
		location.hash = to;
	}, hash);
	await page.waitForSelector(ready, { timeout: 30000 });
}

// What the text report says of the inside of kernels: { name: [what the page must have] }. Its long lines are joined.
function insideOf(path) {
	const lines = warpwise('analyze', '--limit', '0', path).split('\n');
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
	if (!label)
		return [];
	if (label === 'verdict') {
		const numbers = /^([a-z-]+): .*? at ([<\d.]+ %) .*?([<\d.]+ %) of issue|^([a-z-]+): .*? at ([<\d.]+ %).* at ([<\d.]+ %)$/.exec(text);
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

async function testTraces(browser) {
	let page;
	for (const file of readdirSync(traces).filter((name) => name.endsWith('.db'))) {
		const path = join(traces, file);
		const [process] = JSON.parse(warpwise('analyze', '--format', 'json', path)).processes;
		const html = writePage(file, path);
		if (page)
			await turnTo(page, html, '#/kernels');
		else
			page = await openPage(browser, html, { hash: '#/kernels' });
		const inside = insideOf(path);
		const missing = [];
		for (const [index, kernel] of process.kernels.rows.slice(0, kernelsShown).entries())
			missing.push(...await testKernel(page, path, kernel, index, inside));
		is(await page.getByRole('link', { name: 'Memory', exact: true }).count(), process.memory.length ? 1 : 0, `${file}: memory is shown where it was recorded`);
		if (process.memory.length)
			missing.push(...await testMemory(page, path, process.memory));
		ok(!missing.length && !page.complaints.length, `${file}: kernels and memory are as other outputs say`, ...missing.slice(0, 6), ...page.complaints);
	}
	await page.close();
}

// By keyboard alone: from the table to a kernel, to its instructions, to those of a line, and back.
async function testKeyboard(browser) {
	const page = await openPage(browser, writePage('keys', sample('uncoalesced-tile-bad')), { hash: '#/kernels' });
	const focus = async (name) => {
		for (let i = 0; i < 80; i++) {
			await page.keyboard.press('Tab');
			if (await page.evaluate((text) => document.activeElement.textContent.startsWith(text) || (document.activeElement.ariaLabel ?? '').startsWith(text), name))
				return true;
		}
		return false;
	};
	ok(await focus('transpose'), 'a kernel of the table is reached by Tab');
	await page.keyboard.press('Enter');
	await page.waitForSelector('.part-of-kernel');
	ok(await focus('Values'), 'the values of a chart are reached');
	await page.keyboard.press('Enter');
	await page.waitForSelector('.values[open] tbody tr');
	ok(await page.locator('.values[open] tbody tr').count() > 10, 'and unfold as a table');
	ok(await focus('Instructions (SASS)'), 'instructions are reached');
	await page.keyboard.press('Enter');
	await page.waitForSelector('.instructions:not([hidden]) tbody tr');
	const all = await page.locator('.instructions tbody tr').count();
	ok(await focus('Line 26'), 'a line is reached');
	await page.keyboard.press('Enter');
	await page.waitForSelector('tr.chosen');
	const some = await page.locator('.instructions tbody tr').count();
	ok(some > 0 && some < all, 'and shows its own instructions', some, all);
	const link = await page.evaluate(() => location.hash);
	await page.goBack();
	await page.waitForFunction((count) => document.querySelectorAll('.instructions tbody tr').length === count, all);
	await page.goBack();
	await page.waitForFunction(() => document.querySelector('.instructions').hidden);
	await page.goBack();
	await page.waitForSelector('.table');
	ok(true, 'back leads back, step by step');
	await go(page, link, 'tr.chosen');
	is(await page.locator('.instructions tbody tr').count(), some, 'a link leads to the line');
	await go(page, '#/kernels?kernel=99', '.table');
	await go(page, '#/kernels?function=_Z9transposePKhPh', '.part-of-kernel');
	is(page.complaints.join('\n'), '', 'no error');
	await page.close();
}

// Of a function in two shapes, and what is not known of a kernel.
async function testHostile(browser) {
	const hostile = '<img src=x onerror=alert(1)></script>';
	const trace = join(work, 'hostile.db');
	copyFileSync(sample('divergence-bad'), trace);
	execFileSync('sqlite3', [trace, `UPDATE function SET name = '${hostile}'; UPDATE stall_reason SET name = name || '${hostile}'`]);
	const page = await openPage(browser, writePage('hostile', trace), { hash: '#/kernels?kernel=0' });
	await page.waitForSelector('.part-of-kernel');
	ok((await page.locator('.headline').textContent()).includes(hostile), 'a hostile name is shown as text');
	is(await page.locator('img, main script').count(), 0, 'and makes no element');
	await go(page, '#/memory', '.chart canvas');
	is(page.complaints.join('\n'), '', 'and no error');
	await page.close();
}

// Machine code as text, by what plays nvdisasm for this trace; of others the page says why it has none.
async function testSass(browser) {
	const path = writePage('sass', sample('uncoalesced-bad'));
	const page = await openPage(browser, path, { hash: '#/kernels?kernel=0&line=all' });
	const texts = await page.locator('.instructions tbody tr').evaluateAll((rows) => rows.map((row) => row.children[1].textContent));
	is(texts.length, 0x130 / 16, 'every instruction is there, also those that nothing was measured of');
	is(texts[0xe0 / 16], 'LDG.E R3, desc[UR4][R2.64]', 'with its text');
	is(await page.locator('.instructions tbody tr', { hasText: 'LDG.E' }).locator('td', { hasText: '58,720,256' }).count(), 1, 'beside what was measured there');
	await turnTo(page, writePage('sass-none', sample('divergence-bad')), '#/kernels?kernel=0&line=all');
	ok(/Their text is not in this page: nvdisasm could not read it/.test(await page.locator('.instructions .note').textContent()), 'without text it says why');
	is(page.complaints.join('\n'), '', 'no error');
	await page.close();
	warpwise('analyze', '--format', 'html', '--no-source', '-o', path, sample('uncoalesced-bad'));
	ok(!readFileSync(path, 'utf8').includes('LDG.E'), '--no-source leaves it out');
}

async function testAccess(browser) {
	const path = writePage('access', sample('uncoalesced-tile-bad'));
	const ranks = writePage('ranks', ...[0, 1].map((rank) => join(traces, `ranks/rank-${rank}.db`)));
	for (const [file, hash, ready] of [[path, '#/kernels?kernel=0&line=all', '.instructions:not([hidden])'], [path, '#/kernels', '.table'], [ranks, '#/memory?process=1', '.chart canvas'],
		[ranks, '#/kernels?kernel=1', '.part-of-kernel']])
		for (const [colorScheme, width] of [['light', 1600], ['dark', 400]]) {
			const page = await openPage(browser, file, { hash, bypassCSP: true, colorScheme, viewport: { width, height: 1000 } });
			await page.waitForSelector(ready);
			for (const summary of await page.locator('.values > summary').all())
				await summary.click();
			await page.addScriptTag({ path: axe });
			const { violations } = await page.evaluate(() => globalThis.axe.run());
			ok(!violations.length, `${hash}, ${colorScheme}, ${width} px: no violation`,
				...violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`));
			ok(!await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), `${hash}, ${width} px: nothing is wider than the page`);
			is(page.complaints.join('\n'), '', `${hash}, ${colorScheme}: no error`);
			await page.close();
		}
}

await withBrowser(async (browser) => {
	await testKeyboard(browser);
	await testHostile(browser);
	await testSass(browser);
	await testAccess(browser);
	await testTraces(browser);
});
