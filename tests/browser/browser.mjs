// SPDX-License-Identifier: MIT
// What the tests in a browser share: TAP, pages of traces, and a browser that notes every error and every request.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { chromium } = createRequire(join(process.env.TEST_WEB, 'node_modules', 'x'))('playwright-core');
export const source = process.env.TEST_SOURCE;
export const work = mkdtempSync(join(tmpdir(), 'warpwise-browser-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

let count = 0;
let failed = 0;

export function ok(isGood, what, ...why) {
	count++;
	failed += isGood ? 0 : 1;
	console.log(`${isGood ? 'ok' : 'not ok'} ${count} - ${what}`);
	if (!isGood)
		for (const line of why.map(String).join('\n').split('\n'))
			console.log(`# ${line}`);
	return isGood;
}

export const squeeze = (text) => text.replace(/\s+/g, ' ').trim();

export function is(got, want, what) {
	return ok(Object.is(got, want), what, `got:  ${got}`, `want: ${want}`);
}

export function warpwise(...args) {
	return execFileSync(process.env.TEST_WARPWISE, args,
		{ encoding: 'utf8', maxBuffer: 2 ** 30, env: { ...process.env, LC_ALL: 'C.UTF-8', COLUMNS: '200' } });
}

let report = {};

// The text report on the trace in PATH, whole. Of what is asked for twice in a row it is made once.
export function textReport(path) {
	if (report.path !== path)
		report = { path, text: warpwise('analyze', '--limit', '0', path) };
	return report.text;
}

// The page of TRACES, as a file.
export function writePage(name, ...traces) {
	const path = join(work, `${name}.html`);
	warpwise('analyze', '--format', 'html', '-o', path, ...traces);
	return path;
}

// Runs TEST(browser), then says how many tests there were. The browser is closed whatever happens.
export async function withBrowser(test, args = []) {
	const browser = await chromium.launch({
		executablePath: process.env.TEST_CHROMIUM,
		args: ['--headless', '--no-sandbox', '--disable-gpu', ...args],
	});
	try {
		await test(browser);
	} catch (error) {
		ok(false, 'the test runs to its end', error.stack);
	} finally {
		await browser.close();
	}
	console.log(`1..${count}`);
	process.exit(failed ? 1 : 0); // a server that a failed test left behind would keep it alive
}

// A page on PATH#HASH; page.complaints holds errors, warnings of the console, and requests other than for the file.
export async function openPage(browser, path, { hash = '', ...options } = {}) {
	// A context has these options already.
	const page = await (browser.newContext ? browser.newPage({ viewport: { width: 1600, height: 1000 }, ...options }) : browser.newPage());
	page.on('pageerror', (error) => page.complaints.push(`error: ${error.message}`));
	// Chromium warns of tests that read pixels.
	page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !message.text().includes('willReadFrequently') &&
		page.complaints.push(`console: ${message.text()}`));
	page.on('request', (request) => request.url().split('#')[0] !== page.file &&
		!request.url().startsWith('data:,') && page.complaints.push(`request: ${request.url()}`));
	await turnTo(page, path, hash);
	return page;
}

// Another file in the same page: a new one costs a process of the browser.
export async function turnTo(page, path, hash = '') {
	page.file = pathToFileURL(path).href;
	page.complaints = [];
	await page.goto(page.file + hash);
}

// To another view of the page: READY is a selector of what must be there.
export async function go(page, hash, ready) {
	await page.evaluate((to) => {
		location.hash = to;
	}, hash);
	await page.waitForSelector(ready, { timeout: 30000 });
}

// Opens the view of a tab, and returns its id once it is there.
export async function openTab(page, tab) {
	const [, view] = /#\/?([^?]*)/.exec(await tab.getAttribute('href'));
	await tab.click();
	await page.waitForSelector(view === 'timeline' ? 'main[data-view=timeline][data-ready]' : `main[data-view=${view}]`, { timeout: 60000 });
	return view;
}

const axe = join(process.env.TEST_WEB, 'node_modules/axe-core/axe.min.js');

// What axe-core finds in a page, in words. The page's policy would keep axe-core out: open it with bypassCSP.
export async function violations(page) {
	// One that was opened again has none yet.
	if (!await page.evaluate(() => Boolean(globalThis.axe)))
		await page.addScriptTag({ path: axe });
	// All that it looked at is a megabyte and more, and stays there.
	return page.evaluate(async () => (await globalThis.axe.run({ resultTypes: ['violations'] })).violations.map(({ id, help, nodes }) =>
		`${id}: ${help}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`));
}

// Opens all views, as a click of a tab does, in one step: { view: its text }. A browser that is asked for each click and
// each text takes twice as long.
export function viewTexts(page) {
	return page.evaluate(async () => {
		const texts = {};
		for (const tab of document.querySelectorAll('.tabs a')) {
			const [, view] = /#\/?([^?]*)/.exec(tab.getAttribute('href'));
			const isThere = () => document.querySelector(view === 'timeline' ? 'main[data-view=timeline][data-ready]' : `main[data-view="${view}"]`);
			const end = performance.now() + 60000;
			tab.click();
			while (!isThere() && performance.now() < end)
				await new Promise((resolve) => setTimeout(resolve, 5));
			texts[view] = isThere()?.textContent.trim() ?? '';
		}
		return texts;
	});
}
