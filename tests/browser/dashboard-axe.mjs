// SPDX-License-Identifier: MIT
// The dashboard's pages for everybody: axe-core finds no violation, nothing is wider than the screen, and the first
// load is small.
import { ok, violations, withBrowser } from './browser.mjs';
import { addUser, fill, folder, openSite, settled, signIn, startServer } from './server.mjs';

const FIRST_LOAD_BYTES = 300000;

function addresses(ids) {
	const run = `/runs/${ids.at(-1)}?project=app`;
	return {
		projects: '/projects', programs: '/programs?project=app&changed=slower', 'no program': '/programs?project=app&q=nothing+like+this', runs: `/runs?project=app&base=${ids[4]}&new=${ids[5]}`, 'no run': '/runs?project=app&q=nothing+like+this',
		run, timeline: `${run}#/timeline`, kernels: `${run}#/kernels`, compare: `/compare?project=app&base=${ids[4]}&new=${ids.at(-1)}`, 'nothing to compare': '/compare?project=app',
		trends: '/trends?project=app', findings: '/findings?project=app', rules: '/rules', 'no right': '/runs?project=other', 'no page': '/nothing',
		settings: '/settings?project=app', tokens: '/tokens', users: '/users', audit: '/audit', 'nothing changed': '/audit?project=none',
	};
}

// What one is asked before something is deleted, revoked or set.
const dialogs = { settings: 'Delete ...', tokens: /^Revoke/, users: 'Rights: bob' };

async function checkDialog(page, name, button) {
	await page.getByRole('button', { name: button }).first().click();
	await page.waitForSelector('dialog[open]');
	await check(page, `${name}, asking`);
	await page.keyboard.press('Escape');
}

async function check(page, name) {
	await page.mouse.move(0, 0);
	const found = await violations(page);
	ok(!found.length, `${name}: no violation`, ...found);
	const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	ok(width <= 0, `${name}: nothing is wider than the page`, `${width} px`);
}

async function testPages(browser, server, ids, colorScheme, width) {
	const page = await openSite(browser, server.address, { bypassCSP: true, colorScheme, viewport: { width, height: 900 } });
	await page.getByLabel('Password').waitFor();
	await check(page, `${colorScheme}, ${width} px, signing in`);
	await signIn(page, 'ada');
	await page.waitForSelector('.runs');
	for (const [name, path] of Object.entries(addresses(ids))) {
		await page.goto(server.address + path);
		await settled(page);
		if (name === 'timeline')
			await page.waitForSelector('main[data-ready]');
		await check(page, `${colorScheme}, ${width} px, ${name}`);
		if (dialogs[name])
			await checkDialog(page, `${colorScheme}, ${width} px, ${name}`, dialogs[name]);
	}
	const held = [];
	let isGone = false; // also for who asks only then
	await page.route('**/api/v1/trend?*', (route) => (isGone ? route.abort() : held.push(route)));
	await page.goto(`${server.address}/trends?project=app`);
	await page.waitForSelector('[aria-busy=true] .status');
	await check(page, `${colorScheme}, ${width} px, loading`);
	isGone = true;
	for (const route of held)
		await route.abort();
	await page.waitForSelector('.failure');
	await check(page, `${colorScheme}, ${width} px, the server is gone`);
	await page.unroute('**/api/v1/trend?*');
	await page.close();
}

async function testFirstLoad(browser, server) {
	const page = await openSite(browser, server.address);
	await signIn(page, 'ada');
	await page.waitForSelector('.runs');
	const session = await page.context().newCDPSession(page);
	const loaded = [];
	await session.send('Network.enable');
	await session.send('Network.setCacheDisabled', { cacheDisabled: true });
	session.on('Network.loadingFinished', ({ encodedDataLength }) => loaded.push(encodedDataLength));
	await page.goto(`${server.address}/runs?project=app`);
	await page.waitForSelector('.runs');
	await settled(page);
	const bytes = loaded.reduce((sum, one) => sum + one, 0);
	ok(loaded.length >= 6 && bytes < FIRST_LOAD_BYTES, `the first load is below ${FIRST_LOAD_BYTES} bytes`, `${bytes} in ${loaded.length} requests`);
	console.log(`# ${bytes} bytes in ${loaded.length} requests`);
	await page.close();
}

await withBrowser(async (browser) => {
	const data = folder();
	addUser(data, 'ada', '--role', 'admin');
	addUser(data, 'bob', '--role', 'read', '--project', 'app');
	const server = await startServer('serve', '--data', data);
	const ids = await fill(server, data);
	for (const [colorScheme, width] of [['light', 1600], ['dark', 1000], ['light', 360], ['dark', 360]])
		await testPages(browser, server, ids, colorScheme, width);
	await testFirstLoad(browser, server);
	await server.stop();
});
