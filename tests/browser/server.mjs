// SPDX-License-Identifier: MIT
// warpwise-dashboard as the tests in a browser need it: started on a free port, filled with real reports, and pages on
// it that note every error.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { source, warpwise, work } from './browser.mjs';

const program = process.env.TEST_DASHBOARD;
export const password = 'a long password';
export const RUNS = 24;

// ARGS begin with the verb. Returns { address, stop() }.
export async function startServer(...args) {
	const server = spawn(program, [...args, ...(args.includes('--listen') ? [] : ['--listen', '127.0.0.1:0'])], { stdio: ['ignore', 'pipe', 'inherit'] });
	const ended = new Promise((resolve) => server.on('exit', resolve));
	const stop = async () => {
		server.kill('SIGTERM');
		await ended;
	};
	process.on('exit', () => server.kill('SIGKILL'));
	server.unref(); // a test that failed ends
	for await (const line of createInterface({ input: server.stdout }))
		return { address: /https?:\/\/\S+/.exec(line)[0].replace(/\/$/, ''), stop };
	throw new Error(`${program} ${args.join(' ')} did not start`);
}

export const folder = () => mkdtempSync(join(work, 'data-'));

export function command(data, ...args) {
	const asks = args[0] === 'user'; // for a password
	return execFileSync(program, [...args, '--data', data], { input: asks ? `${password}\n` : undefined, encoding: 'utf8' }).trim();
}

export const addUser = (data, name, ...rights) => command(data, 'user', 'create', name, ...rights);

const reports = new Map();

// The report of a sample's trace.
export function reportOf(trace) {
	if (!reports.has(trace))
		reports.set(trace, warpwise('analyze', '--format', 'json', join(source, `samples/traces/${trace}.db`)));
	return JSON.parse(reports.get(trace));
}

export async function upload(server, token, report, query) {
	const reply = await fetch(`${server.address}/api/v1/reports?${new URLSearchParams(query)}`, {
		method: 'POST', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body: JSON.stringify(report) });
	if (!reply.ok)
		throw new Error(await reply.text());
	return (await reply.json()).id;
}

// The trace of a sample, whole.
export async function uploadTrace(server, token, trace, query) {
	const bytes = readFileSync(join(source, `samples/traces/${trace}.db`));
	const hash = createHash('sha256').update(bytes).digest('hex');
	const reply = await fetch(`${server.address}/api/v1/traces/${hash}?${new URLSearchParams(query)}`, {
		method: 'PUT', headers: { Authorization: `Bearer ${token}`, 'Content-Range': `bytes 0-${bytes.length - 1}/${bytes.length}` }, body: bytes });
	if (!reply.ok)
		throw new Error(await reply.text());
}

// 24 runs of a program, a minute apart and until now: the last four have what the sample's bad variant has, and are
// slower; every sixth is of another branch, the newest is not. Returns their ids.
export async function fill(server, data, project = 'app') {
	const token = command(data, 'token', 'create', '--role', 'upload', '--project', project);
	const ids = [];
	for (let i = 0; i < RUNS; i++) {
		const report = reportOf(i < RUNS - 4 ? 'false-dependency-fixed' : 'false-dependency-bad');
		const [process] = report.processes;
		process.start_unix_ns = Math.round((Date.now() - (RUNS - i) * 60000) * 1e6 / 1024) * 1024;
		process.name = 'solver';
		report.summary.span_ns = Math.round((i < RUNS - 4 ? 60 + (i * 7) % 5 : 91 + i % 3) * 1e6);
		process.program_ns = report.summary.span_ns / 2;
		ids.push(await upload(server, token, report, { project, branch: i % 6 === 4 ? 'side' : 'main', commit: `${(i * 7919 + 4096).toString(16)}c0ffee${i}`, tag: `nightly=${i % 2 ? 'yes' : 'no'}` }));
	}
	return ids;
}

// A page on ADDRESS; page.complaints holds errors, warnings of the console but for refused requests, and requests to
// anywhere else.
export async function openSite(browser, address, options = {}) {
	const page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, ...options });
	page.complaints = [];
	page.on('pageerror', (error) => page.complaints.push(`error: ${error.message}`));
	page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !/willReadFrequently|Failed to load resource/.test(message.text()) &&
		page.complaints.push(`console: ${message.text()}`));
	page.on('request', (request) => !request.url().startsWith(new URL(address).origin) && !/^(data|blob):/.test(request.url()) &&
		page.complaints.push(`request: ${request.url()}`));
	await page.goto(address);
	return page;
}

export async function signIn(page, user, secret = password) {
	await page.getByLabel('Name').fill(user);
	await page.getByLabel('Password').fill(secret);
	await page.getByRole('button', { name: 'Sign in' }).click();
}

// Once nothing loads any more.
export const settled = (page) => page.waitForFunction(() => document.querySelector('main')?.textContent.trim() && !document.querySelector('[aria-busy=true]'));
