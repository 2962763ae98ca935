// SPDX-License-Identifier: MIT
// Reads what analyzer/print/out_html_timeline.c writes: a head in JSON behind its size, then the columns that it
// names, one after the other. Numbers are LEB128; those of a "delta" column are differences to the row before.

// Numbers beyond 2^53 do not occur: a run of 104 days has as many ns.
function readNumbers(bytes, at, values, isDelta) {
	let before = 0;
	for (let i = 0; i < values.length; i++) {
		let byte = bytes[at++];
		let value = byte & 127;
		if (byte > 127) {
			let scale = 128;
			do {
				byte = bytes[at++];
				value += (byte & 127) * scale;
				scale *= 128;
			} while (byte > 127);
		}
		if (isDelta) {
			before += value % 2 ? -(value + 1) / 2 : value / 2;
			values[i] = before;
		} else {
			values[i] = value;
		}
	}
	return at;
}

const arrays = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array, f64: Float64Array };

// { ...head, TABLE: { rows, COLUMN: typed array } } of BYTES.
export function decodeColumns(bytes) {
	const size = new Float64Array(1);
	let at = readNumbers(bytes, 0, size, false);
	const { tables, ...timeline } = JSON.parse(new TextDecoder().decode(bytes.subarray(at, at + size[0])));
	at += size[0];
	for (const table of tables) {
		const columns = { rows: table.rows };
		for (const column of table.columns) {
			const values = new arrays[column.type](table.rows);
			at = readNumbers(bytes, at, values, column.code === 'delta');
			columns[column.name] = values;
		}
		timeline[table.name] = columns;
	}
	if (at !== bytes.length)
		throw new Error('the timeline has another length than its head says');
	return timeline;
}
