// SPDX-License-Identifier: MIT
// What the server says (server/openapi.json). What fails is an ApiError, in words that can be shown.
import { below } from './base.js';

const DEADLINE_MS = 60000;

// STATUS is that of HTTP, 0: there was no reply. CODE is the problem's, "forbidden".
export class ApiError extends Error {
	constructor(status, code, message) {
		super(message);
		this.status = status;
		this.code = code;
	}
}

// "?a=1&b=2&b=3" of { a: 1, b: [2, 3], c: null }.
export function formatQuery(query) {
	const known = Object.entries(query ?? {})
		.flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one]))
		.filter(([, value]) => value !== null && value !== undefined && value !== '');
	return known.length ? `?${new URLSearchParams(known)}` : '';
}

async function failureOf(reply) {
	const problem = await reply.json().catch(() => ({}));
	return new ApiError(reply.status, problem.code ?? 'unknown', problem.detail ?? `the server answered ${reply.status} ${reply.statusText}`);
}

export function createApi() {
	let token = null;

	// The reply's bytes are read by READ. SIGNAL ends it without a word.
	async function ask(method, path, { query, body, signal, read }) {
		const controller = new AbortController();
		const abort = () => controller.abort();
		const timer = setTimeout(abort, DEADLINE_MS);
		signal?.addEventListener('abort', abort);
		try {
			const reply = await fetch(below(`/api/v1/${path}${formatQuery(query)}`), {
				method,
				headers: { ...(body ? { 'Content-Type': 'application/json' } : {}), ...(token && method !== 'GET' ? { 'X-CSRF-Token': token } : {}) },
				body: body ? JSON.stringify(body) : undefined,
				signal: controller.signal,
			});
			if (!reply.ok)
				throw await failureOf(reply);
			return reply.status === 204 ? null : await read(reply);
		} catch (error) {
			if (error instanceof ApiError || signal?.aborted)
				throw error;
			if (controller.signal.aborted)
				throw new ApiError(0, 'timeout', `the server has not answered for ${DEADLINE_MS / 1000} s`);
			throw new ApiError(0, 'unreachable', 'the server cannot be reached');
		} finally {
			clearTimeout(timer);
			signal?.removeEventListener('abort', abort);
		}
	}

	const json = (reply) => reply.json();
	function keep(session) {
		token = session.csrf_token;
		return session;
	}

	return Object.freeze({
		get: (path, query, signal) => ask('GET', path, { query, signal, read: json }),
		// { bytes, version: of warpwise that made them }, or { unfinished: what the server says of how far it is }.
		bytes: (path, query, signal) => ask('GET', path, { query, signal, read: async (reply) => (reply.status === 202 ? { unfinished: await reply.json() }
			: { bytes: new Uint8Array(await reply.arrayBuffer()), version: reply.headers.get('X-Warpwise-Version') }) }),
		remove: (path, query) => ask('DELETE', path, { query, read: json }),
		send: (method, path, body) => ask(method, path, { body, read: json }),

		// Who is signed in: { user, is_demo, rights }.
		session: async () => keep(await ask('GET', 'session', { read: json })),
		signIn: async (user, password) => keep(await ask('POST', 'session', { body: { user, password }, read: json })),
		async signOut() {
			await ask('DELETE', 'session', { read: json });
			token = null;
		},
	});
}
