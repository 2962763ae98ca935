// SPDX-License-Identifier: MIT
// Opens a page and prints a line of figures: bench-page runs it.
//   opened   from the request to the first drawn frame of the timeline
//   frame    between frames, while it is panned and zoomed in every one of them
//   script   what of a frame the page's own code takes
//   memory   of the process that shows the page, once all is drawn
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { openPage, opened, panAndZoom, quantile, rendererMemory } from './frames.mjs';

const [path, operations] = process.argv.slice(2);
const FRAMES = 240;

const { browser, page } = await openPage();
const begin = performance.now();
await page.goto(`${pathToFileURL(path).href}#timeline`, { timeout: 300000 });
const open = await opened(page, begin);
const { frames, scripts } = await panAndZoom(page, FRAMES);
const memory = rendererMemory();
await browser.close();
const line = [operations, `${process.env.BENCH_WRITTEN_MS} ms`, `${(statSync(path).size / 1e6).toFixed(1)} MB`, `${open.toFixed(0)} ms`,
	`${quantile(frames, 0.5).toFixed(1)} ms`, `${quantile(frames, 0.95).toFixed(1)} ms`, `${quantile(scripts, 0.95).toFixed(1)} ms`, `${memory.toFixed(0)} MiB`];
console.log(line.map((text, i) => String(text).padStart(i < 2 ? 10 : 9)).join(' '));
