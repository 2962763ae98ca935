// SPDX-License-Identifier: MIT
// Opens a stored trace's timeline in the dashboard and prints a line of figures: bench-timeline runs it.
//   made     from the first look until the server has the index, which it makes once
//   opened   from the address to the first drawn frame of the timeline, with the index there
//   window   from asking for a part of the timeline to its last byte, while it is panned and zoomed; how many
//   frame    between frames, meanwhile; script: what of a frame the page's own code takes
//   memory   of the process that shows the page, afterwards
import { openPage, opened, panAndZoom, quantile, rendererMemory } from './frames.mjs';

const [address, run, operations] = process.argv.slice(2);
const FRAMES = 480;
const ms = (value) => `${value.toFixed(1)} ms`;

const { browser, page } = await openPage();
const session = await page.request.post(`${address}/api/v1/session`, { data: { user: 'bench', password: process.env.BENCH_PASSWORD } });
if (!session.ok())
	throw new Error(await session.text());
let begin = performance.now();
await page.goto(`${run}#/timeline`);
const made = await opened(page, begin);
await page.goto('about:blank');
begin = performance.now();
await page.goto(`${run}#/timeline`);
const open = await opened(page, begin);
await page.evaluate(() => performance.setResourceTimingBufferSize(5000));
const { frames, scripts } = await panAndZoom(page, FRAMES);
await page.waitForTimeout(500);
const windows = await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name, responseEnd }) => name.includes('/timeline/window') && responseEnd)
	.map(({ startTime, responseEnd }) => responseEnd - startTime));
const memory = rendererMemory();
await browser.close();
const line = [operations, `${(made / 1000).toFixed(1)} s`, ms(open), windows.length, ms(quantile(windows, 0.5)), ms(quantile(windows, 0.95)),
	ms(quantile(frames, 0.5)), ms(quantile(frames, 0.95)), ms(quantile(scripts, 0.95)), `${memory.toFixed(0)} MiB`];
console.log(line.map((text) => String(text).padStart(10)).join(' '));
