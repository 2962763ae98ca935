// SPDX-License-Identifier: MIT
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { is, ok, openPage, source, violations, warpwise, withBrowser, writePage } from './browser.mjs';

const sample = (name) => join(source, 'samples/traces', `${name}.db`);
const options = (page) => page.locator('.found [data-href]');
const hash = (page) => page.evaluate(() => location.hash);

// Types TEXT into the search, goes on to the result that has it in its name, and returns where that leads.
async function goTo(page, text, kind) {
	await page.keyboard.press('/');
	await page.keyboard.type(text);
	const group = page.locator('.found [role=group]').filter({ has: page.locator('.kind', { hasText: kind }) });
	await group.waitFor({ timeout: 5000 });
	const chosen = group.locator('[aria-selected=true]');
	for (let i = 0; i < 30 && !await chosen.count(); i++)
		await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
	return hash(page);
}

async function testPlaces(browser) {
	const path = sample('no-overlap-bad');
	const [process] = JSON.parse(warpwise('analyze', '--format', 'json', path)).processes;
	const page = await openPage(browser, writePage('search', path));
	is(await goTo(page, 'turns', 'Findings'), '#/overview?finding=1', 'a finding leads to itself');
	await page.waitForFunction(() => document.activeElement.matches('[data-finding] summary')); // or it takes the focus from the next search
	is(await goTo(page, 'scramble', 'Kernels'), `#/kernels?kernel=${process.kernels.rows.findIndex(({ name }) => name.includes('scramble'))}`, 'a kernel to its view');
	is(await goTo(page, 'pinned', 'Copies'), '#/copies', 'a copy to the copies');
	is(await goTo(page, 'cudamalloc', 'API calls'), '#/timeline?search=cudaMalloc', 'a call to the timeline, in any case');
	await page.waitForSelector('main[data-ready]');
	await page.waitForFunction(() => /place/.test(document.querySelector('.bar .count')?.textContent));
	ok(true, 'which has found it');
	await page.getByRole('link', { name: 'Overview' }).click();
	await page.waitForSelector('.headline'); // the timeline has a search of its own
	ok((await goTo(page, 'measured', 'NVTX ranges')).startsWith('#/timeline?search=measured'), 'a range to the timeline');
	is(page.complaints.join('\n'), '', 'no error, no request');
	await page.close();
}

// Functions, files and lines of the program's own code: findings that name them, and the kernels that they launch.
async function testCode(browser) {
	const path = writePage('code', sample('no-overlap-bad'));
	writeFileSync(path, readFileSync(path, 'utf8').replace(/(id="report">)([^<]*)</, (_, before, json) => {
		const report = JSON.parse(json);
		report.findings[0].evidence.push({ label: 'host code', text: '48 % in LayerNorm.forward() kvgpt.py:111' }, { label: 'copies', text: 'as many as Linear has' });
		const [first, ...others] = report.processes[0].kernels.rows;
		const line = (code, caller) => ({ code, caller, launches_percent: 40 });
		report.processes[0].kernels.rows = [{ ...first, launched_from: [line('Linear.forward() linear.py:134', null), line('LayerNorm.forward() kvgpt.py:112', 'Block.forward() kvgpt.py:170')] },
			...Array.from({ length: 4 }, (__, i) => ({ ...first, name: `other${i}` })), ...others];
		return `${before}${JSON.stringify(report).replace(/</g, '\\u003c')}<`;
	}));
	const page = await openPage(browser, path, { hash: '#/calls' });
	is(await goTo(page, 'layernorm', 'Findings'), '#/overview?finding=1', 'code leads to the finding that names it');
	await page.waitForFunction(() => document.activeElement.matches('[data-finding] summary'));
	is(decodeURIComponent(await goTo(page, 'layernorm', 'Code')), '#/kernels?filter=LayerNorm.forward()+kvgpt.py:112', 'and to the kernels that it launches');
	await page.waitForSelector('.table');
	is(await page.locator('tbody tr').count(), 1, 'which are all that are shown');
	is(decodeURIComponent(await goTo(page, 'block.forward', 'Code')), '#/kernels?filter=Block.forward()+kvgpt.py:170', 'who calls it is found, too');
	await page.waitForFunction(() => document.querySelector('.table input').value.startsWith('Block'));
	is(await page.locator('tbody tr').count(), 1, 'with the same kernel');
	await page.keyboard.press('/');
	await page.keyboard.type('linear');
	is((await page.locator('.found .kind').allTextContents()).join(), 'Code that launches kernels', 'other evidence is not searched');
	is(page.complaints.join('\n'), '', 'no error');
	await page.close();
}

// What a kernel took is read whole beside a name of several lines.
async function testLongNames(browser) {
	const page = await openPage(browser, writePage('long-names', join(source, 'samples/traces/ranks/rank-0.db')));
	await page.keyboard.press('/');
	await page.keyboard.type('sgemm');
	const details = await page.locator('.found [role=option]').evaluateAll((found) => found.map((option) => {
		const detail = option.querySelector('.detail');
		return { text: detail.textContent, isWhole: detail.scrollWidth <= detail.clientWidth, isInside: option.scrollWidth <= option.clientWidth };
	}));
	ok(details.length && details.every(({ text, isWhole, isInside }) => /^[\d.]+ %, [\d.]+ \w+$/.test(text) && isWhole && isInside),
		'beside long names the times are not cut', JSON.stringify(details));
	await page.close();
}

async function testList(browser) {
	const page = await openPage(browser, writePage('list', sample('false-dependency-bad')), { bypassCSP: true });
	await page.keyboard.press('/');
	await page.keyboard.type('cuda');
	const field = page.getByRole('combobox', { name: 'Search findings' });
	is(await field.getAttribute('aria-expanded'), 'true', 'the field says that there is a list');
	const active = await field.getAttribute('aria-activedescendant');
	is(await page.locator(`[id="${active}"]`).getAttribute('aria-selected'), 'true', 'and which of it is chosen');
	const found = await violations(page);
	ok(!found.length, 'the list is accessible', ...found);
	await page.keyboard.press('ArrowUp');
	ok(await options(page).last().getAttribute('aria-selected') === 'true', 'before the first is the last');
	await page.keyboard.press('Control+a');
	await page.keyboard.type('no such thing');
	ok(/nothing found/.test(await page.locator('.found').textContent()), 'nothing found is said');
	await page.keyboard.press('Escape');
	ok(await page.locator('.found').isHidden() && await field.inputValue() === '', 'Escape closes it');
	await page.keyboard.press('/');
	await page.keyboard.type('busy');
	await options(page).first().click();
	ok(/finding=1|kernel=/.test(await hash(page)), 'a click goes there, too', await hash(page));
	await page.close();
}

// What is found is seen whole, however narrow the screen is.
async function testNarrow(browser) {
	for (const width of [390, 700, 1280]) {
		const page = await openPage(browser, writePage('narrow', sample('false-dependency-bad')), { viewport: { width, height: 844 } });
		await page.keyboard.press('/');
		await page.keyboard.type('busy');
		const [left, right] = await page.locator('.found').evaluate((list) => [list.getBoundingClientRect().left, list.getBoundingClientRect().right]);
		ok(left >= 0 && right <= width, `${width} px: the list is on the screen`, left, right);
		const { bottom, top } = await page.evaluate(() => ({ bottom: document.querySelector('.search input').getBoundingClientRect().bottom, top: document.querySelector('.found').getBoundingClientRect().top }));
		ok(top >= bottom && top - bottom < 12, `${width} px: right below the field`, bottom, top);
		await page.close();
	}
}

async function testHelp(browser) {
	const page = await openPage(browser, writePage('help', sample('false-dependency-bad')), { bypassCSP: true });
	await page.keyboard.press('?');
	const dialog = page.getByRole('dialog', { name: 'Keys, colours and words' });
	ok(await dialog.isVisible(), '? opens the list of keys in every view');
	const text = await dialog.textContent();
	ok(['Everywhere', 'In the timeline', 'Where time goes', 'hardware queue', 'occupancy'].every((part) => text.includes(part)), 'with keys, colours and words', text);
	const found = await violations(page);
	ok(!found.length, 'it is accessible', ...found);
	await page.keyboard.press('Escape');
	is(await dialog.count(), 0, 'Escape closes it');
	await page.getByRole('button', { name: 'Help' }).click();
	ok(await dialog.isVisible(), 'and a button opens it');
	is(await page.locator('dialog').count(), 1, 'once');
	is(page.complaints.join('\n'), '', 'no error');
	await page.close();
}

await withBrowser(async (browser) => {
	for (const test of [testCode, testPlaces, testList, testLongNames, testNarrow, testHelp])
		await test(browser);
});
