// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { ok, openPage, openTab, source, withBrowser, writePage } from './browser.mjs';

const traces = join(source, 'samples/traces');
const axe = join(process.env.TEST_WEB, 'node_modules/axe-core/axe.min.js');

await withBrowser(async (browser) => {
	const pages = [
		['one process', writePage('one', join(traces, 'false-dependency-bad.db'))],
		['copies', writePage('copies', join(traces, 'no-overlap-bad.db'))],
		['two processes', writePage('two', join(traces, 'ranks/rank-0.db'), join(traces, 'ranks/rank-1.db'))],
	];
	for (const [name, path] of pages)
		for (const [colorScheme, width] of [['light', 1600], ['dark', 400]]) {
			// The policy would keep axe-core out.
			const page = await openPage(browser, path, { bypassCSP: true, colorScheme, viewport: { width, height: 1000 } });
			await page.addScriptTag({ path: axe });
			for (const tab of await page.locator('.tabs a').all()) {
				const view = await openTab(page, tab);
				await page.mouse.move(0, 0);
				const { violations } = await page.evaluate(() => globalThis.axe.run());
				ok(!violations.length, `${name}, ${view}, ${colorScheme}, ${width} px: no violation`,
					...violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`));
				const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
				ok(!isWide, `${name}, ${view}, ${width} px: nothing is wider than the page`);
			}
			await page.close();
		}
});
