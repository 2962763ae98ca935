// SPDX-License-Identifier: MIT
// The pages of those who administer: what they do is done, what goes wrong is said, and others do not see them.
import { is, ok, withBrowser } from './browser.mjs';
import { addUser, command, fill, folder, openSite, password, reportOf, settled, signIn, startServer, upload } from './server.mjs';

const rows = (page) => page.locator('main tbody tr');
const tabs = (page) => page.locator('.frame nav a').allTextContents();
const dialog = (page) => page.locator('dialog[open]');
const rowOf = (page, text) => rows(page).filter({ hasText: text });
const reports = async (server, token) => (await fetch(`${server.address}/api/v1/reports?project=app`, { headers: { Authorization: `Bearer ${token}` } })).status;

async function visit(page, server, path, selector = 'main tbody tr, main form') {
	await page.goto(`${server.address}/${path}`);
	await page.waitForSelector(selector);
	await settled(page);
}

async function testTokens(page, server) {
	await visit(page, server, 'tokens');
	const before = await rows(page).count();
	await page.getByLabel('What it may').selectOption('read');
	await page.locator('form').getByLabel('Project').fill('app');
	await page.getByLabel('What it is for').fill('plots <b>every</b> night');
	await page.getByLabel('Ends after days').fill('30');
	await page.getByLabel('Ends after days').press('Enter');
	await page.waitForSelector('.secret');
	const token = await page.locator('.secret .token').textContent();
	ok(/^wwt_[\w-]{43}$/.test(token), 'a token is made and shown', token);
	is(await page.evaluate(() => document.activeElement.className), 'secret', 'where the focus goes');
	await page.waitForFunction((count) => document.querySelectorAll('main tbody tr').length === count, before + 1);
	const row = rowOf(page, 'plots <b>every</b> night');
	ok(/read app.*by user ada.*\d{4}-\d\d-\d\d/.test(await row.textContent()), 'it is listed: for what, by whom, until when', await row.textContent());
	is(await reports(server, token), 200, 'it works');
	await page.reload();
	await page.waitForSelector('main tbody tr');
	ok(!(await page.content()).includes(token), 'it is shown once');
	await page.locator('form').getByLabel('Project').fill('../etc');
	await page.getByRole('button', { name: 'Make a token' }).click();
	await page.waitForFunction(() => document.querySelector('form [role=alert]').textContent);
	ok((await page.locator('form [role=alert]').textContent()).includes('has letters, digits'), 'what is wrong is said, and what would be right');
	is(await page.locator('form').getByLabel('Project').inputValue(), '../etc', 'and what was typed stays');
	await page.locator('form').getByLabel('Project').fill('etc');
	is(await page.locator('form [role=alert]').textContent(), '', 'until something else is typed');
	await row.getByRole('button').focus();
	await page.keyboard.press('Enter');
	await dialog(page).waitFor();
	is(await page.evaluate(() => document.activeElement.textContent), 'Cancel', 'before it is revoked one is asked, and Enter does nothing yet');
	await page.keyboard.press('Escape');
	is(await reports(server, token), 200, 'Escape leaves it');
	is(await page.evaluate(() => document.activeElement.textContent), 'Revoke', 'and the focus where it was');
	await row.getByRole('button').click();
	await dialog(page).getByRole('button', { name: 'Revoke' }).click();
	await page.waitForFunction((count) => document.querySelectorAll('main tbody tr').length === count, before);
	is(await reports(server, token), 401, 'revoked, it works no more');
}

async function testUsers(page, server) {
	await visit(page, server, 'users');
	const form = page.locator('main form');
	await form.getByLabel('Name').fill('Carl!');
	await form.getByLabel('Password').fill(password);
	await form.getByRole('button').click();
	is(await rows(page).count(), 2, 'a name that is none is not sent');
	await form.getByLabel('Name').fill('carl');
	await form.getByLabel('Project').selectOption('app');
	await form.getByRole('button').click();
	await page.getByText('carl may sign in now').waitFor();
	await page.waitForFunction(() => document.querySelectorAll('main tbody tr').length === 3);
	ok((await rowOf(page, 'carl').textContent()).includes('read app'), 'a user is made, with a right');
	await form.getByLabel('Name').fill('carl');
	await form.getByLabel('Password').fill(password);
	await form.getByRole('button').click();
	await page.waitForFunction(() => document.querySelector('main form [role=alert]').textContent.includes('already'));
	ok(true, 'once');
	is(await rowOf(page, 'ada').getByRole('button', { name: /Remove/ }).count(), 0, 'nobody removes themselves');
	await page.getByRole('button', { name: 'Rights: carl' }).click();
	const right = async () => [await dialog(page).getByLabel('Project').inputValue(), await dialog(page).getByLabel('What they may there').inputValue()].join(': ');
	is(await right(), 'app: read', 'the dialog begins with the right that they have');
	await dialog(page).getByLabel('Project').selectOption('');
	is(await right(), ': ', 'of all projects they have none');
	await dialog(page).getByLabel('Project').selectOption('app');
	await dialog(page).getByLabel('What they may there').selectOption('admin');
	await dialog(page).getByRole('button', { name: 'Set' }).click();
	await page.waitForFunction(() => [...document.querySelectorAll('main tbody tr')].some((row) => row.textContent.includes('administer app')));
	ok(true, 'a right is changed');
	await page.getByRole('button', { name: 'Rights: ada' }).click();
	await dialog(page).getByLabel('What they may there').selectOption('');
	await dialog(page).getByRole('button', { name: 'Set' }).click();
	await page.waitForFunction(() => document.querySelector('dialog[open] [role=alert]').textContent.includes('nobody takes away') ||
		document.querySelector('dialog[open] [role=alert]').textContent.includes('Nobody takes away'));
	ok(true, 'nobody takes away their own right to administer: the dialog says so');
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Password: carl' }).click();
	await dialog(page).getByLabel('New password').fill('carl has another one');
	await page.keyboard.press('Enter');
	await page.getByText('carl has another password now').waitFor();
	const reply = await fetch(`${server.address}/api/v1/session`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ user: 'carl', password: 'carl has another one' }) });
	is(reply.status, 200, 'with which one signs in');
}

// Who administers one project has its settings, and nothing of the whole server.
async function testProjectAdmin(browser, server, ids) {
	const page = await openSite(browser, server.address);
	await signIn(page, 'carl', 'carl has another one');
	await page.waitForSelector('.runs');
	const seen = await tabs(page);
	ok(seen.includes('Settings') && !seen.includes('Tokens') && !seen.includes('Users') && !seen.includes('Audit log'), 'who administers a project sees its settings alone', seen);
	await visit(page, server, 'tokens', '.emptiness');
	is(await page.locator('form').count(), 0, 'and no form that would fail at the address of the others');
	ok((await page.locator('.emptiness').textContent()).includes('No right'), 'but why');
	await visit(page, server, 'settings?project=app', 'fieldset');
	ok(await page.getByLabel('forever').isChecked() && await page.getByLabel('Days', { exact: true }).isDisabled(), 'runs are kept forever at first');
	await page.getByLabel('for some days').check();
	await page.getByLabel('Days', { exact: true }).fill('7');
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByText('Saved: runs are kept for 7 days').waitFor();
	await page.reload();
	await page.waitForSelector('fieldset');
	is(await page.getByLabel('Days', { exact: true }).inputValue(), '7', 'another time is kept');
	await page.route('**/projects/app/expired?days=3', (route) => route.fulfill({ json: { runs: 5 } })); // time does not pass in a test
	await page.getByLabel('Days', { exact: true }).fill('3');
	await page.getByRole('button', { name: 'Save' }).click();
	await dialog(page).getByText('5 runs are older than that now').waitFor();
	await page.keyboard.press('Escape');
	await page.reload();
	await page.waitForSelector('fieldset');
	is(await page.getByLabel('Days', { exact: true }).inputValue(), '7', 'before runs are deleted one is asked, and told how many');
	await page.getByLabel('Days', { exact: true }).fill('3');
	await page.getByRole('button', { name: 'Save' }).click();
	await dialog(page).getByRole('button', { name: 'Delete 5 runs' }).click();
	await page.getByText('Saved: runs are kept for 3 days').waitFor();
	await visit(page, server, `runs/${ids.at(-1)}?project=app`, '.headline');
	const topOf = async (role, name) => (await page.getByRole(role, { name, exact: true }).boundingBox()).y;
	const before = page.viewportSize(), alone = [];
	for (let width = 800; width <= 1400; width += 20) {
		await page.setViewportSize({ ...before, width });
		if (await topOf('button', 'Delete ...') !== await topOf('link', 'Trend'))
			alone.push(width);
	}
	await page.setViewportSize(before);
	is(alone.join(' '), '', 'what can be done with a run stands on one line, however wide the page is');
	await page.getByRole('button', { name: 'Delete ...' }).click();
	await dialog(page).getByRole('button', { name: 'Delete' }).click();
	await page.waitForSelector('.runs');
	await settled(page);
	is(await rows(page).count(), ids.length - 1, 'a run is deleted');
	is(page.complaints.join('\n'), '', 'without an error');
	await page.close();
}

async function testReader(browser, server, ids) {
	const page = await openSite(browser, server.address);
	await signIn(page, 'bob');
	await page.waitForSelector('.runs');
	ok(!(await tabs(page)).includes('Settings'), 'who reads sees no settings');
	await visit(page, server, 'settings?project=app', '.emptiness');
	ok((await page.locator('main').textContent()).includes('No right'), 'nor at their address');
	await visit(page, server, `runs/${ids[0]}?project=app`, '.headline');
	is(await page.getByRole('button', { name: 'Delete ...' }).count(), 0, 'nor a button to delete a run');
	await page.close();
}

async function testAudit(page, server, data) {
	await upload(server, command(data, 'token', 'create', '--role', 'upload', '--project', 'app', '--description', 'nightly <b>benchmarks</b>'), reportOf('stall-bad'), { project: 'app' });
	await visit(page, server, 'audit');
	const sent = await rowOf(page, 'sent a report').first().textContent();
	ok(/nightly <b>benchmarks<\/b>token \d+, 127\.0\.0\.1/.test(sent), 'who sent a report is told by what the token is for', sent);
	const revoked = await rowOf(page, 'revoked a token').first().textContent();
	ok(/plots <b>every<\/b> nighttoken \d+/.test(revoked), 'what a token was for that is gone', revoked);
	const text = await page.locator('main tbody').textContent();
	ok(/a token to (administer|upload to|read) \w+token \d+, 127/.test(text), 'a token without a description is told by what it may', text.slice(0, 2000));
	for (const what of ['made a token', 'revoked a token', 'made a user', 'changed a right', 'set a password', 'signed in', 'sent a report', 'deleted a report', 'changed a project'])
		ok(text.includes(what), `the audit log: ${what}`);
	ok(!text.includes('wwt_') && !text.includes(password), 'and no secret');
	await page.locator('main').getByLabel('Project').selectOption('app');
	await page.waitForURL(/project=app/);
	await settled(page);
	ok(!(await page.locator('main tbody').textContent()).includes('signed in'), 'of one project');
	await rowOf(page, 'sent a report').first().getByRole('link').click();
	await page.waitForSelector('.headline, .failure');
	ok(page.url().includes('/runs/'), 'a report that was sent is a link');
}

async function testDeletion(page, server) {
	await visit(page, server, 'settings?project=app', 'fieldset');
	await page.getByRole('button', { name: 'Delete ...' }).click();
	await dialog(page).getByRole('textbox').fill('ap');
	await page.keyboard.press('Enter');
	await page.waitForFunction(() => document.querySelector('dialog[open] [role=alert]').textContent.includes('not the project'));
	ok(true, 'a project is deleted only by its name');
	await dialog(page).getByRole('textbox').fill('app');
	await page.keyboard.press('Enter');
	await page.waitForURL(/\/projects$/);
	await settled(page);
	const names = await page.locator('main').textContent();
	ok(!names.includes('app') && names.includes('other'), 'then it is gone, here and in the frame', names);
}

// The session ends while a dialog is open.
async function testExpired(page, server, data) {
	await visit(page, server, 'users');
	await page.getByRole('button', { name: 'Remove: carl' }).click();
	command(data, 'user', 'password', 'ada');
	while (await page.evaluate(() => fetch('/api/v1/session').then((reply) => reply.status)) !== 401)
		await page.waitForTimeout(200); // a server believes for some seconds what it knows
	await dialog(page).getByRole('button', { name: 'Remove' }).click();
	await page.getByText('Your session has ended').waitFor();
	is(await page.locator('dialog').count(), 0, 'a session that has ended leads to signing in');
	await signIn(page, 'ada');
	await page.waitForSelector('main tbody tr');
	ok((await page.locator('main').textContent()).includes('carl'), 'back to the same page, where nothing was done', page.url(), await page.locator('main').textContent());
}

await withBrowser(async (browser) => {
	const data = folder();
	addUser(data, 'ada', '--role', 'admin');
	addUser(data, 'bob', '--role', 'read', '--project', 'app');
	const server = await startServer('serve', '--data', data);
	const ids = await fill(server, data);
	await upload(server, command(data, 'token', 'create', '--role', 'upload', '--project', 'other'), reportOf('stall-bad'), { project: 'other' });
	const page = await openSite(browser, server.address);
	await signIn(page, 'ada');
	await page.waitForSelector('main tbody tr');
	await testTokens(page, server);
	await testUsers(page, server);
	await testProjectAdmin(browser, server, ids);
	await testReader(browser, server, ids);
	await testAudit(page, server, data);
	await testDeletion(page, server);
	await testExpired(page, server, data);
	is(page.complaints.join('\n'), '', 'all of that without an error of the page');
	await server.stop();
});
