// SPDX-License-Identifier: MIT
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { is, ok, openPage, source, squeeze, violations, warpwise, withBrowser, work } from './browser.mjs';

const trace = (name) => join(source, `samples/traces/${name}.db`);

function comparePage(name, base, fresh) {
	const path = join(work, `${name}.html`);
	warpwise('compare', '--format', 'html', '-o', path, base, '--', fresh);
	return path;
}

// A report whose names are markup.
function hostileReport(name) {
	const path = join(work, 'hostile.json');
	warpwise('analyze', '--format', 'json', '-o', path, trace('uncoalesced-bad'));
	const report = JSON.parse(readFileSync(path, 'utf8'));
	report.processes[0].name = name;
	report.processes[0].kernels.rows[0].name = name;
	report.findings[0].subject = name;
	report.findings[0].headline = name;
	writeFileSync(path, JSON.stringify(report));
	return path;
}

await withBrowser(async (browser) => {
	const bad = trace('divergence-bad');
	const fixed = trace('divergence-fixed');
	const path = comparePage('plain', bad, fixed);
	const text = warpwise('compare', bad, fixed).split('\n');
	const json = JSON.parse(warpwise('compare', '--format', 'json', bad, fixed));
	for (const [width, scheme] of [[1600, 'light'], [390, 'dark']]) {
		const page = await openPage(browser, path, { viewport: { width, height: 900 }, colorScheme: scheme, bypassCSP: true });
		is(await page.locator('h1').textContent(), text[0], `${width}: the headline is that of the text`);
		const lines = await page.locator('h1 ~ p').allTextContents();
		is(lines.join(' '), squeeze(text.slice(1, text.findIndex((line) => line.startsWith('  base'))).join(' ')), `${width}: and so are the lines below it`);
		ok(lines.some((line) => line.endsWith('record at least 4 of each (Mann-Whitney U test)')) && lines.some((line) => line.includes('--range measured')),
			`${width}: which say how one would know more`, ...lines);
		is(await page.locator('.causes tbody tr').count(), json.causes.length + 2, `${width}: every cause, and two sums`);
		is((await page.locator('.causes .total th').allTextContents()).join(), 'program time,the run', `${width}: of the program time, and of the run`);
		ok(await page.locator('.delta span').evaluateAll((bars) => bars.length > 2 && bars.every((bar) => getComputedStyle(bar).backgroundColor !== 'rgba(0, 0, 0, 0)')), `${width}: bars have the colours of causes`);
		is(await page.locator('.table tbody tr').count(), json.kernels.rows.length, `${width}: every kernel`);
		is(await page.locator('.finding').count(), json.findings.length, `${width}: every finding`);
		is(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${width}: fits into the window`);
		is(page.complaints.join('\n'), '', `${width}: no error and no request`);
		is((await violations(page)).join('\n'), '', `${width}: axe finds nothing`);
		if (process.env.TEST_SCREENSHOTS)
			await page.screenshot({ path: join(process.env.TEST_SCREENSHOTS, `compare-${width}.png`), fullPage: true });
		await page.close();
	}

	const hostile = '<img src=x onerror=alert(1)></script><script>alert(2)</script>';
	const injected = await openPage(browser, comparePage('hostile', trace('launch-bound-bad'), hostileReport(hostile)));
	ok((await injected.locator('main').textContent()).includes(hostile), 'a hostile name is shown as text');
	is(await injected.locator('img').count(), 0, 'and makes no element');
	is(injected.complaints.join('\n'), '', 'and no error');

	// What one of three runs had before and all have after has become frequent: it is not new.
	const report = JSON.parse(warpwise('analyze', '--format', 'json', bad));
	const runs = [true, false, false, true, true, true].map((has, i) => {
		const file = join(work, `run-${i}.json`);
		writeFileSync(file, JSON.stringify(has ? report : { ...report, findings: [] }));
		return file;
	});
	const frequent = join(work, 'frequent.html');
	warpwise('compare', '--format', 'html', '-o', frequent, ...runs.slice(0, 3), '--', ...runs.slice(3));
	const often = await openPage(browser, frequent);
	ok(/^often .*before in 1 of 3 runs/s.test(await often.locator('.finding').first().textContent()), 'what some runs had before is not called new', await often.locator('.finding').first().textContent());
	is(await often.locator('.causes thead th').nth(3).textContent(), 'shorterlonger', 'the column of bars says what its sides are');

	writeFileSync(join(work, 'damaged.html'), readFileSync(path, 'utf8').replace('"schema_version"', '"schema'));
	const damaged = await openPage(browser, join(work, 'damaged.html'));
	ok((await damaged.locator('[role=alert]').textContent()).startsWith('This page is damaged'), 'a damaged page says so');
});
