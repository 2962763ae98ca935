// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { is, ok, openPage, source, withBrowser, writePage } from './browser.mjs';

const trace = (name) => join(source, 'samples/traces', `${name}.db`);
const TABS = 150; // more than any view has stops on the way

// Tab by tab to the element that SELECTOR and NAME are of; whether it came, with a focus that is seen.
async function tabTo(page, selector, name) {
	for (let i = 0; i < TABS; i++) {
		await page.keyboard.press('Tab');
		const found = await page.evaluate(([css, text]) => document.activeElement.matches(css) && document.activeElement.textContent.includes(text), [selector, name]);
		if (found)
			return page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle !== 'none');
	}
	return false;
}

async function testRound(browser) {
	const page = await openPage(browser, writePage('divergence', trace('divergence-bad')));
	ok(await tabTo(page, '.first-step a', 'See it in the timeline'), 'the first screen: Tab leads to where it happened');
	await page.keyboard.press('Enter');
	await page.waitForSelector('main[data-ready]');
	const count = () => page.locator('.bar .count').textContent();
	const before = await count();
	await page.keyboard.press('n');
	ok(/ of finding 1\b/.test(before) && before !== await count(), 'n goes to the next of its operations', before);
	ok(await tabTo(page, '.panel a', 'Finding 1: '), 'Tab leads back to the finding');
	await page.keyboard.press('Enter');
	await page.waitForSelector('main[data-view=overview]');
	ok(await page.evaluate(() => document.activeElement.closest('[data-finding="1"]') !== null), 'which has the focus');
	ok(await tabTo(page, '[data-finding="1"] a', '.cu:'), 'Tab leads to its source');
	await page.keyboard.press('Enter');
	await page.waitForSelector('main[data-view=kernels]');
	ok(/kernel=\d+/.test(await page.evaluate(() => location.hash)), 'in the kernel that it is of');
	await page.goBack();
	await page.waitForSelector('main[data-view=overview]');
	is(page.complaints.join('\n'), '', 'no error');
	await page.close();
}

async function testViews(browser) {
	const page = await openPage(browser, writePage('views', trace('no-overlap-bad')));
	ok(await tabTo(page, '.tabs a', 'API calls'), 'Tab leads to the views');
	await page.keyboard.press('Enter');
	await page.waitForSelector('main[data-view=calls]');
	ok(await tabTo(page, 'th button', 'Count'), 'and to the head of a table');
	await page.keyboard.press('Enter');
	is(await page.locator('th[aria-sort=descending]').textContent(), 'Count', 'Enter sorts');
	ok(await page.evaluate(() => document.activeElement.textContent === 'Count'), 'and the focus stays');
	await page.close();
}

await withBrowser(async (browser) => {
	await testRound(browser);
	await testViews(browser);
});
