// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { is, ok, openPage, source, withBrowser, writePage } from './browser.mjs';

const sample = (name) => join(source, 'samples/traces', `${name}.db`);
const frame = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const panel = (page) => page.locator('.panel').textContent();

// What is seen of the run, once the address has followed: { from, to, length, top: how far the lanes are scrolled }.
async function seen(page) {
	await frame(page);
	await page.waitForTimeout(400);
	const params = new URLSearchParams((await page.evaluate(() => location.hash)).split('?')[1]);
	const [from, to] = [Number(params.get('from')), Number(params.get('to'))];
	return { from, to, length: to - from, top: await page.evaluate(() => document.querySelector('.timeline .body').scrollTop) };
}

// A touch screen on the timeline of TRACE: { page, touch(type, ...points), close() }, where points are [x, y] by finger.
async function openTouch(browser, trace) {
	const context = await browser.newContext({ viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });
	const page = await openPage(context, writePage('touch', sample(trace)), { hash: '#timeline' });
	await page.waitForSelector('main[data-ready]', { timeout: 20000 });
	const session = await context.newCDPSession(page);
	// A frame later: the browser joins moves that come faster.
	async function touch(type, ...points) {
		await session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y, id], i) => ({ x, y, id: id ?? i })) });
		await frame(page);
	}
	return { page, touch, close: () => context.close() };
}

const near = (a, b, of) => Math.abs(a - b) < 0.03 * of;

async function testFingers(browser) {
	const { page, touch, close } = await openTouch(browser, 'false-dependency-bad');
	const stage = await page.locator('.stage').boundingBox();
	const y = stage.y + stage.height / 2;
	for (let i = 0; i < 2; i++)
		await page.getByRole('button', { name: 'Zoom in' }).tap();
	const before = await seen(page);

	await touch('touchStart', [200, y]);
	for (const x of [220, 260, 300])
		await touch('touchMove', [x, y]);
	await touch('touchEnd');
	const panned = await seen(page);
	ok(near(panned.length, before.length, before.length) && near(before.from - panned.from, before.length * 100 / stage.width, before.length),
		'one finger pans as far as it goes', JSON.stringify([before, panned]));

	await touch('touchStart', [250, y]);
	for (const by of [10, 40, 60])
		await touch('touchMove', [250, y + by]);
	await touch('touchEnd');
	const scrolled = await seen(page);
	ok(panned.top - scrolled.top === 60 && near(scrolled.from, panned.from, panned.length), 'and scrolls the lanes', JSON.stringify([panned, scrolled]));
	is(await page.evaluate(() => scrollY), 0, 'but not the page');

	await touch('touchStart', [180, y], [260, y]);
	for (const by of [10, 25, 40])
		await touch('touchMove', [180 - by, y], [260 + by, y]);
	const middle = (220 - stage.x) / stage.width;
	const pinched = await seen(page);
	ok(near(pinched.length, scrolled.length / 2, scrolled.length), 'two fingers twice as far apart zoom to half', JSON.stringify([scrolled, pinched]));
	ok(near(pinched.from + middle * pinched.length, scrolled.from + middle * scrolled.length, scrolled.length), 'around what is between them');
	await touch('touchEnd', [300, y, 1]); // the other one stays
	await touch('touchMove', [170, y]);
	await touch('touchMove', [200, y]);
	await touch('touchEnd');
	const onwards = await seen(page);
	ok(near(onwards.length, pinched.length, pinched.length) && near(pinched.from - onwards.from, pinched.length * 60 / stage.width, pinched.length), 'the finger that stays pans on',
		JSON.stringify([pinched, onwards]));

	await touch('touchStart', [140, y], [300, y]);
	for (const by of [20, 40, 60])
		await touch('touchMove', [140 + by, y], [300 - by, y]);
	await touch('touchEnd');
	ok((await seen(page)).length > onwards.length * 2, 'together they zoom out');
	is(page.complaints.join('\n'), '', 'no error, no request');
	await close();
}

// The window of the map of the whole run follows a finger.
async function testMap(browser) {
	const { page, touch, close } = await openTouch(browser, 'false-dependency-bad');
	await page.getByRole('button', { name: 'All', exact: true }).tap();
	const whole = await seen(page);
	for (let i = 0; i < 3; i++)
		await page.getByRole('button', { name: 'Zoom in' }).tap();
	const map = await page.locator('.minimap').boundingBox();
	const before = await seen(page);
	const y = map.y + map.height / 2;
	const atPart = (part) => map.x + part * map.width;
	await touch('touchStart', [atPart(0.3), y]);
	for (const part of [0.4, 0.55, 0.7])
		await touch('touchMove', [atPart(part), y]);
	await touch('touchEnd');
	const after = await seen(page);
	ok(near(after.from + after.length / 2, whole.from + 0.7 * whole.length, whole.length), 'a finger on the map of the run brings there', JSON.stringify([whole, before, after]));
	ok(near(after.length, before.length, before.length), 'and zooms nothing');
	is(await page.evaluate(() => scrollY), 0, 'nor scrolls the page');
	is(page.complaints.join('\n'), '', 'no error, no request');
	await close();
}

async function testTap(browser) {
	const { page, close } = await openTouch(browser, 'no-overlap-bad');
	await page.getByRole('button', { name: 'All', exact: true }).tap();
	await seen(page);
	const lane = await page.locator('.names .lane', { hasText: /^stream \d+/ }).first().boundingBox();
	const stage = await page.locator('.stage').boundingBox();
	const scroll = page.locator('.panel').getByRole('button', { name: 'Let go' });
	is(await scroll.count(), 0, 'nothing is selected');
	for (let x = stage.x + stage.width - 30; x > stage.x && !/^\S.*when/s.test(await panel(page)); x -= 4)
		await page.touchscreen.tap(x, lane.y + lane.height / 2);
	const text = await panel(page);
	ok(/stream \d+/.test(text) && /when.*after the start/s.test(text), 'a tap selects what is under it', text);
	await page.getByRole('button', { name: /^Zoom to it/ }).tap();
	ok((await seen(page)).length > 0, 'and buttons take taps');
	ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than a narrow screen');
	is(page.complaints.join('\n'), '', 'no error, no request');
	await close();
}

// A number and its unit stay in one line, however narrow the screen.
async function testNarrow(browser) {
	const { page, close } = await openTouch(browser, 'stall-bad');
	const broken = (selector) => page.locator(selector).evaluateAll((all) => all.filter((one) => one.getClientRects().length > 1 ||
		one.offsetHeight > 1.9 * Number.parseFloat(getComputedStyle(one).fontSize)).map((one) => one.textContent));
	for (const [view, selector] of [['overview', '.finding .worth'], ['memory', 'h2.headline .whole']]) {
		await page.evaluate((hash) => { location.hash = hash; }, `#/${view}`);
		await page.waitForSelector(selector);
		const found = await broken(selector);
		is(found.join(), '', `${view}: numbers stay in one line on a phone`);
	}
	await close();
}

await withBrowser(async (browser) => {
	await testFingers(browser);
	await testMap(browser);
	await testTap(browser);
	await testNarrow(browser);
});
