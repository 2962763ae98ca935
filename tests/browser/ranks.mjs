// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { is, ok, openPage, openTab, source, warpwise, withBrowser, writePage } from './browser.mjs';
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
		for (const [view, heading, caption] of [['Kernels', 'Time in kernels', 'Kernels'], ['Copies', 'Time in copies', 'Copies'],
			['API calls', 'Time in API calls', 'Calls']]) {
			await page.getByLabel('Process').selectOption(String(index));
			await openTab(page, page.getByRole('link', { name: view, exact: true }));
			const rows = readTable(part.split('\n'), heading);
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

// Nearly all memory is of one kind: its line and that of all are both seen.
async function testMemory(page) {
	await page.getByLabel('Process').selectOption('0');
	await openTab(page, page.getByRole('link', { name: 'Memory', exact: true }));
	const legend = await page.locator('.chart').first().locator('.u-legend').textContent();
	ok(/device/.test(legend) && /all/.test(legend), 'memory: kinds and their sum are named', legend);
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
	const counts = await page.evaluate(() => {
		const canvas = document.querySelector('.chart canvas');
		const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
		return ['--share-copy', '--ink'].map((name) => {
			const probe = document.body.appendChild(document.createElement('i'));
			probe.style.color = `var(${name})`;
			const [red, green, blue] = getComputedStyle(probe).color.match(/\d+/g).map(Number);
			probe.remove();
			let count = 0;
			for (let i = 0; i < data.length; i += 4)
				count += data[i] === red && data[i + 1] === green && data[i + 2] === blue;
			return count;
		});
	});
	ok(counts.every((count) => count > 500), 'memory: the line of one kind is seen beside that of all', counts);
}

await withBrowser(async (browser) => {
	const text = warpwise('analyze', '--limit', '0', ...ranks);
	const page = await openPage(browser, writePage('ranks', ...ranks));
	await testTables(page, text);
	await testEvenness(page, text);
	await testMemory(page);
	is(page.complaints.join('\n'), '', 'no error, no request');
	await page.close();
});
