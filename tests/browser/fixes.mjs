// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { is, ok, openPage, source, warpwise, withBrowser, writePage } from './browser.mjs';

const { formatDuration, formatPercent } = await import(pathToFileURL(join(source, 'web/ui/format.js')).href);
const sample = (name) => join(source, 'samples/traces', `${name}.db`);
const analyse = (...paths) => JSON.parse(warpwise('analyze', '--format', 'json', ...paths));
const whatif = (path, ...ids) => JSON.parse(warpwise('whatif', '--format', 'json', '--fix', ids.join(), path));
const status = (page) => page.locator('.switches [role=status]').textContent();
const boxes = (page) => page.locator('.switches input');

// What the table says of the predicted run: { share: text }.
async function predicted(page) {
	return Object.fromEntries(await page.locator('.shares tr[data-share]').evaluateAll((rows) => rows.map((row) =>
		[row.dataset.share, row.cells[2].textContent === '=' ? row.cells[1].textContent : row.cells[2].textContent])));
}

// Runs, budget and list are those that the command prints for the same fixes.
async function agrees(page, path, ids, what) {
	const answer = whatif(path, ...ids);
	const text = await status(page);
	ok(text.startsWith(`${formatDuration(answer.predicted_ns)} with `) && text.includes(`${formatDuration(answer.gain_ns)} less`), `${what}: the time is that of whatif`, text, answer.predicted_ns);
	const times = answer.alone_ns / answer.predicted_ns;
	ok(text.includes(`(${formatPercent(100 * answer.gain_ns / answer.alone_ns)}), ${times.toFixed(times < 1.1 ? 3 : 2)} times as fast`), `${what}: compared with the run without the recorder`, text, answer.alone_ns);
	const shown = await predicted(page);
	const wrong = Object.entries(shown).filter(([id, time]) => time !== formatDuration(answer.after.share_ns[id] ?? 0)).map(([id, time]) => `${id}: ${time}`);
	ok(!wrong.length && Object.keys(shown).length, `${what}: and so is what it is spent on`, ...wrong);
	const width = await page.locator('.switches .budget').evaluate((bar) => bar.getBoundingClientRect().width / bar.parentElement.getBoundingClientRect().width);
	ok(Math.abs(width - answer.predicted_ns / answer.recorded_ns) < 0.01, `${what}: the bar is as long as the run`, width);
}

// By rules: the command takes all findings of one.
async function testAgreement(browser, name) {
	const path = sample(name);
	const report = analyse(path);
	const [{ combinations }] = report.processes;
	const rules = combinations.fixes.map((finding) => report.findings[finding].id);
	const page = await openPage(browser, writePage('agrees', path));
	is(await boxes(page).count(), rules.length, 'a switch for each fix that is combined');
	await agrees(page, path, rules, `${rules.join(' and ')}, all on`);
	for (let mask = 1; mask < 1 << rules.length; mask++) {
		const chosen = rules.filter((rule, i) => mask >> i & 1);
		for (let i = 0; i < rules.length; i++)
			await boxes(page).nth(i).setChecked(Boolean(mask >> i & 1));
		if (rules.every((rule, i) => !chosen.includes(rule) || mask >> i & 1))
			await agrees(page, path, chosen, chosen.join(' and '));
	}
	is(page.complaints.join('\n'), '', 'no error');
	await page.close();
}

// Small shares are counted as the text report counts them; those that only the predicted run has are told apart.
async function testSmall(browser) {
	const path = sample('launch-bound-bad');
	const text = / (\d+) more\n/.exec(warpwise('analyze', path))[1];
	const page = await openPage(browser, writePage('small', path));
	const summary = async () => /\d.*/.exec(await page.locator('.shares summary').textContent())[0]; // behind letters
	const small = (await page.locator('.shares tr[data-share] td:first-child').allTextContents()).filter((percent) => /^(<0\.1|0\.[0-4]) %$/.test(percent)).length;
	is(await summary(), `${text - small} more, 1 with fixes alone`, 'what only the predicted run has is told apart');
	await boxes(page).first().uncheck();
	is(await summary(), `${text} more`, 'without fixes small shares are as many as in the text report');
	await page.close();
}

async function testAddress(browser) {
	const path = writePage('pageable', sample('pageable-copy-bad'));
	const page = await openPage(browser, path);
	const all = await status(page);
	ok(/with these 2 fixes/.test(all), 'at first all are on', all);
	ok(/alone, -.* beside the others/.test(await page.locator('.switches label').first().textContent()), 'what each wins beside the others is said');
	const effects = await page.locator('.switches label').allTextContents();
	is(new Set(effects.map((text) => text.replace(/ -.*/, '').replace(/^\d+ +/, ''))).size, effects.length, 'two findings of a rule have names of their own');
	const names = await page.locator('.finding .name').allTextContents();
	is(new Set(names.map((text) => text.replace(/^\d+ +/, ''))).size, names.length, 'in the list of findings, too');
	const alone = (text) => /-[\d.]+ ms/.exec(text)?.[0];
	const listed = await page.locator('.finding .worth').allTextContents();
	is(effects.map(alone).join(), listed.slice(0, effects.length).map(alone).join(), 'a switch says of its fix alone what the list says');
	await boxes(page).first().uncheck();
	const hash = await page.evaluate(() => location.hash);
	ok(/fixes=2$/.test(hash), 'what is chosen is in the address', hash);
	const one = await status(page);
	ok(one !== all && /with this fix/.test(one), 'and the prediction follows', one);
	const linked = await openPage(browser, path, { hash });
	is(await status(linked), one, 'a link leads to the same');
	is((await Promise.all([0, 1].map((i) => boxes(linked).nth(i).isChecked()))).join(), 'false,true', 'and to the same switches');
	await linked.goto(`${linked.url().split('#')[0]}#/overview?fixes=7,2,x`);
	is(await status(linked), one, 'what is no fix in an address is nothing');
	await linked.close();
	await boxes(page).nth(1).uncheck();
	ok(/fixes=none$/.test(await page.evaluate(() => location.hash)) && /^No fix/.test(await status(page)), 'none is a choice, too');
	is(await page.locator('.outcome').innerText(), 'No fix is switched on: the run as it was recorded', 'and that is no prediction');
	is(await page.locator('.switches .budget').count(), 0, 'without a second bar');
	is(page.complaints.join('\n'), '', 'no error');
	await page.close();
}

async function testKeyboard(browser) {
	const page = await openPage(browser, writePage('keyboard', sample('pageable-copy-bad')));
	const focused = () => page.evaluate(() => document.activeElement.matches('.switches input'));
	for (let i = 0; i < 60 && !await focused(); i++)
		await page.keyboard.press('Tab');
	ok(await focused(), 'Tab leads to the switches');
	const before = await status(page);
	await page.keyboard.press('Space');
	ok(before !== await status(page) && await focused(), 'Space switches, and stays there');
	const name = await page.locator('.switches input').first().evaluate((box) => box.labels[0].textContent);
	ok(/Copies of pageable memory.*host to device.*-[\d.]+ ms/.test(name), 'a switch has a name that says what it wins', name);
	await page.close();
}

// Findings without a switch say why.
async function testWithout(browser) {
	const report = analyse(sample('tail-effect-bad'));
	const page = await openPage(browser, writePage('without', sample('tail-effect-bad')));
	const unpredicted = report.findings.filter(({ gain }) => !gain);
	ok(unpredicted.length, 'the sample has findings without a prediction');
	const text = await page.locator('.without').textContent();
	ok(unpredicted.every(({ not_predicted: why }) => text.includes(`cannot be predicted: ${why}`)), 'each says why it has no switch', text);
	is(await page.locator('.without > summary').textContent(), `${unpredicted.length} finding${unpredicted.length === 1 ? '' : 's'} without a switch`, 'beside switches they are those without one');
	await page.close();
	const none = await openPage(browser, writePage('none', sample('bank-conflict-bad')));
	is(await none.locator('.switches').count(), 0, 'a sample has no switches');
	is(await none.locator('.without > summary').textContent(), 'No gain can be predicted for 3 findings', 'it says so without speaking of switches');
	await none.close();
	const good = await openPage(browser, writePage('good', sample('false-dependency-fixed')));
	is(await good.locator('.switches').count(), 0, 'nothing to fix: no switches');
	is(good.complaints.join('\n'), '', 'and no error');
	await good.close();
}

async function testSeveral(browser) {
	const ranks = [0, 1].map((rank) => join(source, `samples/traces/ranks/rank-${rank}.db`));
	const report = analyse(...ranks);
	const page = await openPage(browser, writePage('ranks', ...ranks), { hash: '#/overview?process=1' });
	const { combinations: { fixes, runs }, wall_ns: wall } = report.processes[1];
	is(await boxes(page).count(), fixes.length, 'a process has switches of its own');
	if (fixes.length)
		ok((await status(page)).startsWith(formatDuration(runs.at(-1).wall_ns)) && runs.at(-1).wall_ns <= wall, 'and predictions');
	await page.close();
}

await withBrowser(async (browser) => {
	for (const name of ['tail-effect-bad', 'alloc-in-loop-bad', 'repeated-copy-bad'])
		await testAgreement(browser, name);
	for (const test of [testSmall, testAddress, testKeyboard, testWithout, testSeveral])
		await test(browser);
});
