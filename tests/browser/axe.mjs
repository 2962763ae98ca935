// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { ok, openPage, openTab, source, violations, withBrowser, writePage } from './browser.mjs';

const traces = join(source, 'samples/traces');

// All that can be unfolded is.
async function unfold(page) {
	await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
	await page.waitForFunction(() => [...document.querySelectorAll('details.values')].every((values) => values.children.length > 1));
}

await withBrowser(async (browser) => {
	const pages = [
		['one process', writePage('one', join(traces, 'false-dependency-bad.db'))],
		['copies', writePage('copies', join(traces, 'no-overlap-bad.db'))],
		['managed memory', writePage('managed', join(traces, 'managed-memory-bad.db'))],
		['two processes', writePage('two', join(traces, 'ranks/rank-0.db'), join(traces, 'ranks/rank-1.db'))],
	];
	for (const [name, path] of pages)
		for (const [colorScheme, width] of [['light', 1600], ['dark', 400]]) {
			const page = await openPage(browser, path, { bypassCSP: true, colorScheme, viewport: { width, height: 1000 } });
			for (const tab of await page.locator('.tabs a').all()) {
				const view = await openTab(page, tab);
				await page.mouse.move(0, 0);
				await unfold(page);
				const found = await violations(page);
				ok(!found.length, `${name}, ${view}, ${colorScheme}, ${width} px, all unfolded: no violation`, ...found);
				const wide = [];
				for (const narrower of [width, width - 40]) {
					await page.setViewportSize({ width: narrower, height: 1000 });
					if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
						wide.push(narrower);
				}
				ok(!wide.length, `${name}, ${view}: nothing is wider than the page of ${width} and ${width - 40} px`, ...wide);
				await page.setViewportSize({ width, height: 1000 });
			}
			await page.keyboard.press('?');
			await page.waitForSelector('dialog[open]');
			const found = await violations(page);
			ok(!found.length, `${name}, the list of keys, ${colorScheme}, ${width} px: no violation`, ...found);
			await page.close();
		}
});
