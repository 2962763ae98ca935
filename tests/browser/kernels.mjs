// SPDX-License-Identifier: MIT
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { go, is, ok, openPage, source, turnTo, violations, warpwise, withBrowser, work, writePage } from './browser.mjs';

const traces = join(source, 'samples/traces');
const sample = (name) => join(traces, `${name}.db`);

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

// Whom a kernel is launched from, in the table: the line with most of it, and how many others are known. A single launch has no
// average; names in the trace's notes are no wider than a phone.
async function testWords(browser) {
	const path = writePage('words', sample('divergence-bad'));
	const line = (code, percent, known = 100) => ({ code, caller: null, launches_percent: percent, known_percent: known });
	writeFileSync(path, readFileSync(path, 'utf8').replace(/(id="report">)([^<]*)</, (_, before, json) => {
		const report = JSON.parse(json);
		const [{ kernels, profiles, diagnostics }] = report.processes;
		const cases = [[line('a.py:1', 50), line('a.py:1', 46)], [line('a.py:1', 40), line('b.py:2', 36), line('a.py:1', 23)],
			[line('a.py:1', 27), line('b.py:2', 20), line('c.py:3', 19)], [line('a.py:1', 80)],
			[line('a.py:1', 12.5, 12.5)]];
		kernels.rows = cases.map((lines, i) => ({ ...kernels.rows[0], name: `kernel_${i}`, total_ns: 100 - i, count: 1, launched_from: lines }));
		Object.assign(profiles.rows[0], { measured_launches: 1, measured_percent: 100, samples: 1 });
		diagnostics.push({ code: 'not-measured', severity: 'note', subject: `kernel<${'float,'.repeat(60)}int>`, count: 1, message: 'it is not' });
		return `${before}${JSON.stringify(report).replace(/</g, '\\u003c')}<`;
	}));
	const page = await openPage(browser, path, { hash: '#/kernels', viewport: { width: 1600, height: 900 } });
	is((await page.locator('tbody tr td:last-child').allTextContents()).join('; '),
		'a.py:1; 63.0 % in a.py:1, 1 more; 27.0 % in a.py:1, 2 more at least; 80.0 % in a.py:1; 12.5 % known: a.py:1', 'the table says how much is launched from a line, and of how many others');
	await go(page, '#/kernels?kernel=0', '.part-of-kernel');
	const facts = await page.locator('.facts').textContent();
	ok(!facts.includes('median') && facts.includes('1 launch by counters, 1 sample of warps'), 'one launch has no average, and is one', facts);
	await page.setViewportSize({ width: 390, height: 844 });
	await go(page, '#/about', 'main[data-view=about] .facts');
	ok(!await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), 'long names in notes on the trace break');
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
	const alike = await page.getByText('All alike').textContent();
	const [, shortest, longest] = /^All alike: from ([\d.]+ ms) to ([\d.]+ ms)\.$/.exec(alike) ?? [];
	ok(shortest && shortest !== longest, 'durations that differ by less than a hundredth have no classes, and are told apart', alike);
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
			const found = await violations(page);
			ok(!found.length, `${hash}, ${colorScheme}, ${width} px: no violation`, ...found);
			ok(!await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), `${hash}, ${width} px: nothing is wider than the page`);
			is(page.complaints.join('\n'), '', `${hash}, ${colorScheme}: no error`);
			await page.close();
		}
}

await withBrowser(async (browser) => {
	await testKeyboard(browser);
	await testHostile(browser);
	await testWords(browser);
	await testSass(browser);
	await testAccess(browser);
});
