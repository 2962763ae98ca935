// SPDX-License-Identifier: MIT
// What goes wrong: the server is gone, the session has ended, one has no right, there is nothing, names are hostile,
// replies come late. The page says so, and goes on where it can.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is, ok, openTab, source, withBrowser } from './browser.mjs';
import { addUser, command, fill, folder, openSite, reportOf, settled, signIn, startServer, upload } from './server.mjs';

const hostile = '<img src=x onerror=alert(1)></script><script>alert(2)</script>"\'&amp;';

async function testGone(browser, data) {
	const server = await startServer('serve', '--data', data);
	const page = await openSite(browser, `${server.address}/runs?project=app`);
	await signIn(page, 'ada');
	await page.waitForSelector('.runs');
	await server.stop();
	await page.getByRole('link', { name: 'Trends' }).click();
	await page.waitForSelector('.failure');
	ok((await page.locator('.failure').textContent()).includes('cannot be reached'), 'a server that is gone is said');
	const again = await startServer('serve', '--data', data, '--listen', new URL(server.address).host);
	await page.getByRole('button', { name: 'Try again' }).click();
	await page.waitForSelector('.chart canvas');
	ok(true, 'and once it is back one goes on, still signed in');
	await again.stop();
	await page.reload().catch(() => null);
	await page.close();
}

async function testExpired(browser, server) {
	const page = await openSite(browser, `${server.address}/runs?project=app`);
	await signIn(page, 'ada');
	await page.waitForSelector('.runs');
	await page.context().clearCookies();
	await page.getByRole('link', { name: 'Open findings' }).click();
	await page.getByText('Your session has ended').waitFor();
	await signIn(page, 'ada');
	await page.waitForSelector('.table');
	ok(page.url().includes('/findings?project=app'), 'after a session has ended one signs in, and is where one was');
	is(page.complaints.join('\n'), '', 'without an error');
	await page.close();
}

// Goes to PATH as a link does, without loading the page anew.
const follow = (page, path) => page.evaluate((to) => {
	history.pushState(null, '', to);
	dispatchEvent(new PopStateEvent('popstate'));
}, path);

const signInToTheEnd = async (page, user) => {
	await signIn(page, user);
	await page.getByRole('button', { name: 'Sign out' }).waitFor();
};

// Every page, while the server is gone and when the session ends.
async function testEveryPage(browser, server, ids) {
	const run = `/runs/${ids[0]}?project=app`;
	const paths = ['/projects', '/programs?project=app', '/runs?project=app', run, `/compare?project=app&base=${ids[0]}&new=${ids[1]}`, '/trends?project=app', '/findings?project=app', '/rules?days=0',
		'/settings?project=app', '/tokens', '/users', '/audit'];
	const page = await openSite(browser, server.address);
	await signInToTheEnd(page, 'root');
	for (const path of paths) {
		await settled(page);
		await page.route('**/api/v1/**', (route) => route.abort());
		await follow(page, path);
		await page.waitForSelector('.failure');
		const text = await page.locator('.failure').textContent();
		await page.unroute('**/api/v1/**');
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.waitForFunction(() => !document.querySelector('.failure') && document.querySelector('main table, main form, .headline'));
		ok(text.includes('cannot be reached'), `${path.slice(0, 20)}: a server that is gone is said, and once it is back one goes on`, text);
		await follow(page, '/nowhere');
		await page.route('**/api/v1/**', (route) => route.fulfill({ status: 401, contentType: 'application/problem+json',
			body: '{"type":"about:blank","title":"Unauthorized","status":401,"detail":"sign in first","code":"unauthorized"}' }));
		await follow(page, path);
		await page.getByText('Your session has ended').waitFor();
		await page.unroute('**/api/v1/**');
		await signInToTheEnd(page, 'root');
		await page.waitForFunction(() => document.querySelector('main table, main .fields, main fieldset, .headline'));
		ok(page.url() === server.address + path, `${path.slice(0, 20)}: a session that ends leads to signing in, and back`, page.url());
	}
	is(page.complaints.join('\n'), '', 'without an error');
	await page.close();
}

// What is said at each address, to somebody who may read `app` alone.
async function testRefusals(browser, server, id) {
	const page = await openSite(browser, server.address);
	await signIn(page, 'ada');
	await page.waitForSelector('.runs');
	for (const [path, what] of [
		['/runs?project=secret', /no right|no such project/i], ['/programs?project=secret', /no right|no such project/i], ['/trends?project=secret', /no right|no such project/i], ['/findings?project=secret', /no right|no such project/i],
		['/compare?project=secret&base=1&new=2', /no right|no such project/i], [`/runs/${id}?project=secret`, /no right|no such project/i],
		[`/runs/${'0'.repeat(64)}?project=app`, /no such report/], ['/runs/x?project=app', /no such report|not found|nothing here/i],
		['/runs?project=%3Cimg%3E', /cannot be read/], [`/compare?project=app&base=${'0'.repeat(64)}&new=${id}`, /no report|no such report/],
		['/compare?project=app', /Base and New/], ['/trends?project=app&measure=none', /No run has this/], ['/no/such/page', /no such page/i], ['/nowhere', /no such page/i],
		['/rules/x', /no such page/i], ['/runs/x/y', /no such page/i], ['/run', /no such page/i],
		['/runs?project=app&branch=none', /No run is like that/], ['/runs?project=app&sort=name', /Sort must be/],
	]) {
		const reply = await page.goto(server.address + path);
		is(reply.status(), String(what).includes('no such page') ? 404 : 200, `${path.slice(0, 50)} is ${reply.status() === 404 ? 'no' : 'a'} page`);
		await page.waitForSelector('.failure, .emptiness');
		await settled(page);
		ok(what.test(await page.locator('main').textContent()), `${path.slice(0, 50)} says what is wrong`, await page.locator('main').textContent());
	}
	is(page.complaints.join('\n'), '', 'without an error');
	await page.close();
}

// Who asks for a page is told by the status, too, whether there is one: all of the list, and no other.
async function testStatus(server) {
	const status = async (path) => (await fetch(server.address + path, { method: 'HEAD' })).status;
	const ids = [...readFileSync(join(source, 'web/ui/dashboard/pages.js'), 'utf8').matchAll(/id: '(\w+)'.*/g)].map(([line, id]) => (line.includes('hasId') ? `${id}/x` : id));
	ok(ids.length > 10, 'there are pages', ids);
	for (const path of ['/', '//', ...ids.map((id) => `/${id}`), ...ids.map((id) => `/${id}/?project=app`)])
		is(await status(path), 200, `${path} is a page`);
	for (const path of ['/nowhere', '/index.html', '/projects/x', '/runs/x/y', '/runsx', '/Runs', '/api/v1/nothing', '/assets/x/y', '/api/v1/reports/x/y'])
		is(await status(path), 404, `${path} is none`);
}

async function testEmpty(browser, server, data) {
	addUser(data, 'eve', '--role', 'read', '--project', 'nothing-here');
	addUser(data, 'root', '--role', 'admin');
	const token = command(data, 'token', 'create', '--role', 'admin');
	await fetch(`${server.address}/api/v1/projects/empty`, { method: 'PUT', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body: '{"retention_days":9}' });
	const page = await openSite(browser, `${server.address}/`);
	await signIn(page, 'eve');
	await page.getByText('No project yet').waitFor();
	ok(true, 'without a project one is told how one begins');
	await page.getByRole('button', { name: 'Sign out' }).click();
	await signIn(page, 'root');
	await page.waitForSelector('.table tbody tr');
	ok((await page.locator('.table').textContent()).includes('9 days'), 'an administrator sees all projects, and how long they are kept');
	await page.getByRole('combobox', { name: 'Project', exact: true }).selectOption('empty');
	await page.getByText('warpwise upload run.db').waitFor();
	ok(true, 'an empty project says how to send a run');
	for (const name of ['Trends', 'Open findings']) {
		await page.getByRole('link', { name }).click();
		await page.getByRole('heading', { name: 'No run yet' }).waitFor();
		ok(true, `${name}: so does this`);
	}
	is(page.complaints.join('\n'), '', 'without an error');
	await page.close();
}

async function testHostile(browser, server, data) {
	const report = reportOf('false-dependency-bad');
	const [process] = report.processes;
	process.name = process.label = process.command_line = process.host = hostile;
	for (const kernel of process.kernels.rows)
		kernel.name = hostile;
	for (const finding of report.findings)
		finding.title = finding.subject = finding.headline = finding.advice = hostile;
	report.timelines[0].names = report.timelines[0].names.map(() => hostile);
	const token = command(data, 'token', 'create', '--role', 'upload', '--project', 'app');
	const ids = [];
	for (let i = 0; i < 2; i++) {
		process.start_unix_ns += 1024e9;
		ids.push(await upload(server, token, report, { project: 'app', branch: hostile, commit: hostile.slice(0, 9), host: hostile, tag: `x=${hostile}` }));
	}
	const page = await openSite(browser, `${server.address}/runs?project=app&${new URLSearchParams({ q: hostile })}`);
	await signIn(page, 'ada');
	await page.waitForSelector('.runs');
	ok((await page.locator('.runs').textContent()).includes(hostile), 'a hostile name is text in the list of runs');
	const check = async (name, isShown = true) => {
		await settled(page);
		is(await page.locator('img, main script').count(), 0, `${name}: makes no element`);
		if (isShown)
			ok((await page.locator('#page').textContent()).includes('<img'), `${name}: is text`);
	};
	await check('runs');
	for (const path of [`/compare?project=app&base=${ids[0]}&new=${ids[1]}`, `/trends?${new URLSearchParams({ project: 'app', name: hostile, branch: hostile })}`,
		'/findings?project=app&days=0', '/rules?days=0']) {
		await page.goto(server.address + path);
		await page.waitForSelector('table');
		await check(path.split('?')[0], !path.startsWith('/rules')); // another run's title of the rule is shown
	}
	command(data, 'token', 'create', '--role', 'read', '--description', hostile);
	await page.getByRole('button', { name: 'Sign out' }).click();
	await signIn(page, 'root');
	await page.waitForSelector('table');
	await page.goto(`${server.address}/tokens`);
	await page.waitForSelector('main table');
	await check('tokens');
	await page.goto(`${server.address}/runs/${ids[1]}?project=app`);
	await page.waitForSelector('.headline');
	for (const tab of await page.locator('.tabs a').all())
		await check(`run, ${await openTab(page, tab)}`);
	is(page.complaints.join('\n'), '', 'and none makes an error');
	await page.close();
}

// Below a path of a name that others have too: every link and every request stays there.
async function testBelow(browser, data, id) {
	const base = '/warpwise';
	const server = await startServer('serve', '--data', data, '--base-path', base);
	const page = await openSite(browser, `${server.address}${base}`);
	const outside = [];
	page.on('request', (request) => !request.url().startsWith(`${server.address}${base}`) && !/^(data|blob):/.test(request.url()) && outside.push(request.url()));
	await signIn(page, 'ada');
	await page.waitForSelector('.runs');
	for (const name of ['Trends', 'Open findings', 'Rules', 'Projects', 'Runs']) {
		await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
		await settled(page);
		is(await page.locator(`a[href^="/"]:not([href^="${base}/"])`).count(), 0, `below ${base}: ${name}: every link stays there`);
	}
	await page.locator('.runs a[href*="/runs/"]').first().click();
	await page.waitForSelector('.headline');
	is(new URL(page.url()).pathname.slice(0, base.length + 6), `${base}/runs/`, `below ${base}: a run has its address there`);
	await page.goBack();
	await page.waitForSelector('.runs');
	await page.goto(`${server.address}${base}/runs/${id}?project=app`);
	await page.waitForSelector('.headline');
	is(await page.locator(`a[download]:not([href^="${base}/api/"])`).count(), 0, `below ${base}: its files too`);
	is([...page.complaints, ...outside].join('\n'), '', 'without an error, and nothing is asked for elsewhere');
	await page.close();
	await server.stop();
}

// The reply to the first search comes after that to the second.
async function testLate(browser, server) {
	const page = await openSite(browser, `${server.address}/runs?project=app`);
	await signIn(page, 'ada');
	await page.waitForSelector('.runs');
	let let_go;
	const held = new Promise((resolve) => {
		let_go = resolve;
	});
	let asked;
	const begun = new Promise((resolve) => {
		asked = resolve;
	});
	await page.route('**/api/v1/reports?*q=nightly*', async (route) => {
		asked();
		await held;
		await route.continue().catch(() => null); // the page has given it up
	});
	await page.getByLabel('Search').fill('nightly');
	await begun;
	await page.getByLabel('Search').fill('no such thing');
	await page.waitForSelector('.emptiness');
	let_go();
	await page.unroute('**/api/v1/reports?*q=nightly*');
	await settled(page);
	ok(await page.locator('.emptiness').isVisible(), 'a reply that comes too late is not shown');
	await page.route('**/api/v1/trend?*', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json',
		body: '{"type":"about:blank","title":"Unavailable","status":503,"detail":"the server has too much to do","code":"overloaded"}' }));
	await page.getByRole('link', { name: 'Trends' }).click();
	await page.getByText('The server has too much to do.').waitFor();
	await page.unroute('**/api/v1/trend?*');
	await page.getByRole('button', { name: 'Try again' }).click();
	await page.waitForSelector('.chart canvas');
	ok(true, 'an overloaded server is asked again');
	is(page.complaints.join('\n'), '', 'without an error');
	await page.close();
}

// Names as long as the server keeps them, with no place to break: every page shows them, and none is wider than the window.
async function testLong(browser, server, data) {
	const token = command(data, 'token', 'create', '--role', 'upload', '--project', 'long');
	const report = reportOf('false-dependency-bad');
	const [process] = report.processes;
	process.name = 'n'.repeat(3000);
	process.devices.forEach((device) => {
		device.name = 'g'.repeat(3000);
	});
	Object.assign(report.findings[0], { subject: 's'.repeat(3000), headline: 'h'.repeat(3000) });
	const ids = [];
	for (let i = 0; i < 2; i++) {
		process.start_unix_ns += 1024e9;
		ids.push(await upload(server, token, report, { project: 'long', branch: 'b'.repeat(255), commit: `${i}${'c'.repeat(254)}`, host: 'h'.repeat(255) }));
	}
	const page = await openSite(browser, `${server.address}/tokens`);
	await signIn(page, 'root');
	await page.waitForSelector('main table');
	for (const viewport of [{ width: 1600, height: 1000 }, { width: 390, height: 844 }]) {
		await page.setViewportSize(viewport);
		for (const path of ['/runs?project=long', `/runs/${ids[1]}?project=long`, `/compare?project=long&base=${ids[0]}&new=${ids[1]}`, '/trends?project=long',
			`/trends?${new URLSearchParams({ project: 'long', gpu: 'g'.repeat(3000) })}`, `/runs?${new URLSearchParams({ project: 'long', gpu: 'g'.repeat(3000) })}`, '/findings?project=long&days=0']) {
			await page.goto(server.address + path);
			await page.waitForSelector('main table, .headline, .failure');
			await settled(page);
			const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			ok(await page.locator('.failure').count() === 0 && wider <= 0, `${path.slice(0, 40)}, ${viewport.width} pixels: long names are shown`, `${wider} pixels wider`, await page.locator('.failure').allTextContents());
		}
	}
	is(page.complaints.join('\n'), '', 'long names make no error');
	await page.close();
}

await withBrowser(async (browser) => {
	const data = folder();
	addUser(data, 'ada', '--role', 'read', '--project', 'app');
	const server = await startServer('serve', '--data', data);
	const ids = await fill(server, data);
	await fill(server, data, 'secret');
	await testExpired(browser, server);
	await testRefusals(browser, server, ids[0]);
	await testStatus(server);
	await testEmpty(browser, server, data);
	await testEveryPage(browser, server, ids);
	await testLate(browser, server);
	await testHostile(browser, server, data);
	await testLong(browser, server, data);
	await server.stop();
	await testBelow(browser, data, ids[0]);
	await testGone(browser, data);
});
