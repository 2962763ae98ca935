// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { is, ok, openPage, openTab, source, warpwise, withBrowser, writePage } from './browser.mjs';
import { formatBytes } from '../../web/ui/format.js';
import { shortName } from '../../web/ui/timeline/describe.js';
import { readTable } from './text-report.mjs';

const ranks = [0, 1].map((rank) => join(source, `samples/traces/ranks/rank-${rank}.db`));
const squeeze = (text) => text.replace(/\s+/g, ' ').trim();

// Rows of TEXT that no row of the page's table is the same as. The text shortens long names: where their arguments begin.
function missing(text, page) {
	return text.filter(({ numbers, name }) => !page.some((cells) => numbers.every((number) => cells.includes(number)) &&
		cells.some((cell) => cell.includes(name.split(/[<(…]/)[0]))));
}

// A row of cells, with what they say on hover.
const cellsOf = (page, caption) => page.locator('table', { has: page.locator('caption', { hasText: caption }) }).locator('tbody tr')
	.evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim())));

async function testTables(page, text) {
	const parts = ranks.map((path) => text.slice(text.indexOf(`\n${path}\n`)));
	for (const [index, part] of parts.entries())
		for (const [view, heading, caption] of [['Kernels', 'Time in kernels, by launch shape', 'Kernels'], ['Copies', 'Time in copies', 'Copies'],
			['API calls', 'Time in API calls', 'Calls']]) {
			await page.getByLabel('Process').selectOption(String(index));
			await openTab(page, page.getByRole('link', { name: view, exact: true }));
			const rows = readTable(part.split('\n'), heading).map((row) => ({ ...row, name: shortName(row.name) }));
			const shown = await cellsOf(page, caption);
			const lost = missing(rows, shown);
			ok(rows.length && !lost.length, `rank ${index}, ${heading}: ${rows.length} rows as in the text`, ...lost.map((row) => JSON.stringify(row)), ...shown.slice(0, 2));
		}
}

async function testEvenness(page, text) {
	await openTab(page, page.getByRole('link', { name: 'Processes', exact: true }));
	const shown = squeeze(await page.locator('main').textContent());
	const even = text.slice(text.indexOf('How even the processes are'), text.indexOf('What to change'));
	const lines = even.split('\n').slice(1).join('\n').trim().split(/\n {2}(?=\S)/).map(squeeze);
	is(lines.length, 4, 'the text has four measures of evenness');
	for (const line of lines) {
		const [, title, said] = /^(\D*?) (\d.*)$/.exec(line);
		ok(shown.toLowerCase().includes(title.toLowerCase()) && shown.includes(`${said}.`), `${title}: as in the text`, said, shown);
	}
	const [awaited] = /[\d.]+ % of all waiting is for rank \d/.exec(squeeze(even));
	const [, percent, rank] = /([\d.]+ %).*(rank \d)/.exec(awaited);
	const row = page.locator('tr', { hasText: rank }).filter({ hasText: percent });
	ok(await row.count(), `${awaited}: as in the text`);
}

// Kinds stand one upon another: each is named, has its own values, and the largest is seen from the bottom.
async function testMemory(page, report) {
	await page.getByLabel('Process').selectOption('0');
	await openTab(page, page.getByRole('link', { name: 'Memory', exact: true }));
	const [memory] = [...report.processes[0].memory].sort((a, b) => b.peak_bytes - a.peak_bytes);
	const chart = page.locator('.chart-with-values').first();
	const legend = await chart.locator('.u-legend').textContent();
	ok(memory.kinds.length > 1 && memory.kinds.every(({ name }) => legend.includes(name)) && legend.includes('peak'), 'memory: kinds and the peak are named', legend);
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
	const filled = await page.evaluate(() => {
		const canvas = document.querySelector('.chart canvas');
		const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
		let count = 0;
		for (let i = 0; i < data.length; i += 4)
			count += data[i + 2] > data[i] + 60;
		return count / (canvas.width * canvas.height);
	});
	ok(filled > 0.2, 'memory: what is held is filled', filled);
	await chart.locator('summary').click();
	await chart.locator('th[scope=col]').first().waitFor();
	const heads = await chart.locator('th[scope=col]').allTextContents();
	const cells = await chart.locator('tbody tr').last().locator('td').allTextContents();
	for (const { name, bytes } of memory.kinds)
		is(cells[heads.indexOf(name) - 1], formatBytes(bytes.at(-1)), `memory: of ${name} its own values`);
}

// The timeline opens on all of the run, also where it hides the first finding in a pixel or two; that one is a click away.
// From elsewhere its tab leads back to where one was, of the same process.
async function testFirstSight(page, { first_ns: first, last_ns: last }) {
	const tab = page.getByRole('link', { name: 'Timeline', exact: true });
	const address = () => Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.split('?')[1]));
	await openTab(page, tab);
	await page.waitForSelector('main[data-ready]');
	await page.waitForURL(/from=/);
	const whole = address();
	ok(whole.from <= first && whole.to >= last && !whole.item, 'the timeline opens on the whole run', page.url());
	await page.getByRole('button', { name: 'Show the longest' }).click();
	await page.waitForURL(/item=/);
	const { from, to, item } = address();
	const start = Number(item.split('.')[2]);
	ok(to - from < 1e9 && from < start && start < to, 'the first finding is seen in the timeline', page.url());
	ok((await page.locator('.bar .count').textContent()).endsWith('of finding 1, the longest'), 'and said to be its longest', await page.locator('.bar .count').textContent());
	const there = new URL(page.url()).hash;
	await openTab(page, page.getByRole('link', { name: 'Kernels', exact: true }));
	is(await tab.getAttribute('href'), there, 'from elsewhere the tab leads back to where one was');
	await openTab(page, tab);
	await page.waitForFunction(() => /, the longest$/.test(document.querySelector('.bar .count')?.textContent));
	is(new URL(page.url()).hash, there, 'and shows that');
	await openTab(page, page.getByRole('link', { name: 'Kernels', exact: true }));
	await page.getByLabel('Process').selectOption('1');
	await page.waitForURL(/process=1/);
	is(await tab.getAttribute('href'), '#/timeline?process=1', 'of another process to the whole run');
}

await withBrowser(async (browser) => {
	const text = warpwise('analyze', '--limit', '0', ...ranks);
	const page = await openPage(browser, writePage('ranks', ...ranks));
	await testTables(page, text);
	await testEvenness(page, text);
	const report = JSON.parse(warpwise('analyze', '--format', 'json', ...ranks));
	await testMemory(page, report);
	await testFirstSight(page, report.processes[0]);
	is(page.complaints.join('\n'), '', 'no error, no request');
	await page.close();
});
