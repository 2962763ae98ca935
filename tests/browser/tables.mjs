// SPDX-License-Identifier: MIT
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { go, is, ok, openPage, source, warpwise, withBrowser, work, writePage } from './browser.mjs';

const sample = (name) => join(source, 'samples/traces', `${name}.db`);
const hostile = 'a, "quoted"\nname<img src=x>';

async function testTable(browser) {
	const page = await openPage(browser, writePage('table', join(source, 'samples/traces/roofline-bad.db')), { hash: '#/calls' });
	const totals = async () => (await page.locator('tbody tr td:nth-child(4)').allTextContents()).map((text) => Number(text.replace(/,/g, '')));
	const [report] = JSON.parse(warpwise('analyze', '--format', 'json', join(source, 'samples/traces/roofline-bad.db'))).processes;
	is((await totals()).join(), report.calls.rows.map((row) => row.count).join(), 'a table is in the report\'s order');
	await page.getByRole('button', { name: 'Count', exact: true }).click();
	const sorted = await totals();
	ok(sorted.every((value, i) => i === 0 || sorted[i - 1] >= value), 'a click on a head sorts', sorted);
	await page.getByRole('button', { name: 'Count', exact: true }).click();
	const reversed = await totals();
	ok(reversed.every((value, i) => i === 0 || reversed[i - 1] <= value), 'another one reverses', reversed);
	await page.getByRole('searchbox').fill('launch');
	is(await page.locator('tbody tr').count(), report.calls.rows.filter((row) => /launch/i.test(row.name)).length, 'a text filters');
	await page.getByRole('searchbox', { name: /^Filter/ }).fill('no such call');
	is((await page.locator('tbody tr').allTextContents()).join(), 'Nothing here has "no such call".', 'where it leaves nothing, the table says so');
	await page.getByRole('searchbox', { name: /^Filter/ }).fill('');
	await page.locator('.columns summary').click();
	const before = await page.locator('thead th').count();
	await page.setViewportSize({ width: 390, height: 844 });
	const heights = await page.locator('.columns label').evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().height));
	ok(heights.length > 5 && Math.max(...heights) < 30, 'a column\'s name stays beside its box', heights);
	is(await page.locator('tbody td').first().evaluate((cell) => getComputedStyle(cell.parentElement).display), 'flex', 'a row is a card on a phone');
	await page.locator('thead').getByRole('button', { name: 'Call' }).click();
	const names = await page.locator('tbody td:first-child').allTextContents();
	is(names.join(), [...names].sort().join(), 'and cards are sorted by what is above them');
	await page.getByLabel('Shortest').check();
	is(await page.locator('thead th').count(), before + 1, 'columns are chosen');
	await page.close();
}

// Rows of fields, by RFC 4180.
function readCsv(text) {
	const rows = [[]];
	for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
		rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
		if (end === '\n')
			rows.push([]);
	}
	return rows.slice(0, -1);
}

// What is copied is what is shown, in its order, but numbers as they are: for spreadsheets.
async function testCopy(browser) {
	const trace = join(work, 'copy.db');
	copyFileSync(sample('roofline-bad'), trace);
	execFileSync('sqlite3', [trace, `UPDATE function SET name = replace('${hostile}', '\\n', char(10)) || id`]);
	const [{ kernels: { rows } }] = JSON.parse(warpwise('analyze', '--format', 'json', trace)).processes;
	const path = writePage('copy', trace);
	const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 1600, height: 1000 } });
	const page = await openPage(context, path, { hash: '#/kernels' });
	const copied = async () => {
		await page.getByRole('button', { name: 'Copy as CSV' }).click();
		await page.waitForFunction(() => /copied/.test(document.querySelector('.tools .count').textContent));
		return readCsv(await page.evaluate(() => navigator.clipboard.readText()));
	};
	const [head, ...lines] = await copied();
	is(head.join('|'), (await page.locator('thead th').allTextContents()).join('|'), 'the first line has the heads');
	is(lines.map(([name]) => name).join('|'), rows.map(({ name }) => name).join('|'), 'names are whole, whatever they hold');
	is(lines.map((line) => line[head.indexOf('Total')]).join(), rows.map((row) => row.total_ns).join(), 'times are ns');
	ok(lines.every((line) => line.length === head.length), 'each line has all fields');
	is(await page.locator('.tools .count').textContent(), `${rows.length} row${rows.length === 1 ? '' : 's'} copied`, 'it is said');

	await page.locator('.columns summary').click();
	await page.getByLabel('Median').check();
	await page.getByLabel('Total').uncheck();
	await page.getByRole('button', { name: 'Count', exact: true }).click();
	await page.getByRole('searchbox', { name: /^Filter/ }).fill(rows[0].name.slice(-4));
	const [heads, ...chosen] = await copied();
	ok(heads.includes('Median') && !heads.includes('Total'), 'columns are those that were chosen', heads.join());
	is(chosen.map(([name]) => name).join('|'), (await page.locator('tbody tr td:first-child').allTextContents()).join('|'), 'rows are those that the filter leaves, in their order');
	is(page.complaints.join('\n'), '', 'no error');
	await context.close();
}

// Where the browser has no clipboard for the page, there is an older way.
async function testOldWay(browser) {
	const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
	const page = await openPage(context, writePage('old', sample('no-overlap-bad')), { hash: '#/calls' });
	const read = () => page.evaluate(() => navigator.clipboard.readText());
	await page.evaluate(() => {
		navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
	});
	await page.getByRole('button', { name: 'Copy as CSV' }).focus();
	await page.keyboard.press('Enter');
	await page.waitForFunction(() => /rows copied/.test(document.querySelector('.tools .count').textContent));
	ok((await read()).startsWith('Call,Share,'), 'refused: it is copied the older way', await read());
	is(await page.evaluate(() => document.activeElement.textContent), 'Copy as CSV', 'and the focus is where it was');
	await page.evaluate(() => {
		document.execCommand = () => false;
	});
	await page.keyboard.press('Enter');
	await page.waitForFunction(() => /does not let/.test(document.querySelector('.tools .count').textContent));
	ok(true, 'neither: it says so');
	await context.close();
}

// Kernels with long names and all that can be known of them: what bounds them is seen without scrolling, and where more
// is left to scroll to, the edge is in shadow.
async function testWide(browser) {
	const trace = join(work, 'wide.db');
	copyFileSync(sample('divergence-bad'), trace);
	execFileSync('sqlite3', [trace, "UPDATE function SET name = 'at::native::vectorized_elementwise_kernel<4, at::native::' || id || 'Functor<float>>'; " +
		'UPDATE launch_shape SET grid_y = 16, grid_z = 768, block_x = 64, block_y = 2, block_z = 2, registers_per_thread = 128']);
	const path = writePage('wide', trace);
	for (const [width, height] of [[1280, 900], [800, 900], [390, 844]]) {
		const page = await openPage(browser, path, { hash: '#/kernels', viewport: { width, height } });
		const region = page.locator('main .scroll');
		const { seen, isWider } = await region.evaluate((element) => {
			const right = element.getBoundingClientRect().right;
			const at = [...element.querySelectorAll('th')].findIndex((head) => head.textContent === 'Verdict');
			return { seen: at > 0 && [...element.querySelectorAll(`:is(th, td):nth-child(${at + 1})`)].every((cell) => cell.getBoundingClientRect().right <= right),
				isWider: element.scrollWidth > element.clientWidth };
		});
		ok(seen, `${width} px: verdicts are seen without scrolling`);
		ok(width > 1000 || isWider === (width > 500), `${width} px: ${width > 500 ? 'the table is wider than the screen' : 'cards are not'}`);
		// Beside the caption, where no text is.
		const { x, y, width: wide } = await region.boundingBox();
		const edges = async () => (await Promise.all([x, x + wide - 4].map((left) => page.screenshot({ clip: { x: left, y, width: 4, height: 4 } })))).map((image) => image.toString('base64'));
		const [left, right] = await edges();
		is(left === right, !isWider, `${width} px: ${isWider ? 'the edge that hides something differs' : 'the edges are alike'}`);
		if (isWider) {
			await region.evaluate((element) => element.scrollTo(1e6, 0));
			const [before, end] = await edges();
			ok(end === left && before !== left, `${width} px: at the end it is the other edge`);
		}
		await page.close();
	}
}

// A page whose first process has COUNT kernels, named by their number, the first with most of the time.
function writeKernels(count) {
	const path = writePage('kernels', sample('no-overlap-bad'));
	writeFileSync(path, readFileSync(path, 'utf8').replace(/(id="report">)([^<]*)</, (_, before, json) => {
		const report = JSON.parse(json);
		const { kernels } = report.processes[0];
		kernels.rows = Array.from({ length: count }, (__, i) => ({ ...kernels.rows[0], name: `kernel_${i}`, total_ns: 1000 * (count - i), count: 1 + i % 7 }));
		return `${before}${JSON.stringify(report).replace(/</g, '\\u003c')}<`;
	}));
	return path;
}

// Of many rows the first are shown; filter and sorting look at all of them, and stand in the address.
async function testMany(browser) {
	const page = await openPage(browser, writeKernels(120), { hash: '#/kernels' });
	const names = () => page.locator('tbody tr td:first-child').allTextContents();
	const hash = () => page.evaluate(() => location.hash);
	const filter = page.getByRole('searchbox', { name: /^Filter/ });
	is((await names()).length, 50, 'fifty of many rows are shown');
	await filter.fill('kernel_11');
	is((await names()).join(), ['kernel_11', ...Array.from({ length: 10 }, (_, i) => `kernel_11${i}`)].join(), 'a filter looks at all');
	ok(await page.locator('.more').isHidden(), 'where all are shown there is no more');
	await page.getByRole('button', { name: 'Count', exact: true }).click();
	is(await hash(), '#/kernels?filter=kernel_11&sort=-count', 'filter and sorting are in the address');
	const before = (await names()).join();
	await page.reload();
	is((await names()).join(), before, 'and survive reloading');
	is(await filter.inputValue(), 'kernel_11', 'so does what was typed');
	await page.locator('tbody a').first().click();
	await page.waitForSelector('.part-of-kernel');
	await page.goBack();
	await page.waitForSelector('.table');
	is((await names()).join(), before, 'back leads back to them');
	await go(page, '#/kernels?filter=kernel_7&sort=name', '.table');
	await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 11);
	is((await names())[1], 'kernel_70', 'another address shows what it says');
	is(await page.locator('[aria-sort]').getAttribute('aria-sort'), 'ascending', 'in its order');
	await filter.fill('');
	await page.getByRole('button', { name: 'Total', exact: true }).click();
	is(await hash(), '#/kernels', 'what is the table\'s own is not in the address');
	await page.getByRole('button', { name: 'Show 70 more' }).click();
	is((await names()).length, 120, 'a button shows the rest');
	is(await page.evaluate(() => document.activeElement.textContent), 'kernel_50', 'whose first row has the focus');
	is(await hash(), '#/kernels?rows=all', 'which is in the address, too');
	await go(page, '#/kernels?sort=nonsense', '.table');
	await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 50);
	is((await names())[0], 'kernel_0', 'an order that there is not is the table\'s own');
	await page.emulateMedia({ media: 'print' });
	ok(await page.getByText('70 more rows on the screen').isVisible() && await page.locator('.more button').isHidden(), 'paper says that there are more');
	is(page.complaints.join('\n'), '', 'no error');
	await page.close();
}

await withBrowser(async (browser) => {
	for (const test of [testTable, testCopy, testOldWay, testWide, testMany])
		await test(browser);
});
