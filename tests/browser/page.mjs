// SPDX-License-Identifier: MIT
import { copyFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { is, ok, openPage, source, warpwise, withBrowser, work, writePage } from './browser.mjs';

const bad = join(source, 'samples/traces/false-dependency-bad.db');

await withBrowser(async (browser) => {
	const page = await openPage(browser, writePage('bad', bad));
	const [headline] = warpwise('analyze', '--brief', bad).split('\n');
	is(await page.locator('h1').textContent(), headline, 'the headline is that of the text report');
	for (const tab of await page.locator('.tabs a').allTextContents()) {
		await page.locator('.tabs a', { hasText: tab }).click();
		await page.waitForFunction(() => document.querySelector('main').childElementCount > 0);
	}
	await page.waitForTimeout(200);
	is(page.complaints.join('\n'), '', 'every view opens, without an error and without a request');
	await page.close();

	const hostile = '<img src=x onerror=alert(1)></script><script>alert(2)</script>';
	const trace = join(work, 'hostile.db');
	copyFileSync(bad, trace);
	execFileSync('sqlite3', [trace, `UPDATE function SET name = '${hostile}'`]);
	const injected = await openPage(browser, writePage('hostile', trace), { hash: '#kernels' });
	ok((await injected.locator('main').textContent()).includes(hostile), 'a hostile name is shown as text');
	is(await injected.locator('img').count(), 0, 'and makes no element');
	is(injected.complaints.join('\n'), '', 'and no error');
});
