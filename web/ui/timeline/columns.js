// SPDX-License-Identifier: MIT
// Reads what analyzer/print/out_html_timeline.c writes: a head in JSON behind its size, then the columns that it
// names, one after the other. Its first comment says how numbers are coded. They are LEB128.

export const NONE = 0xffffffff;

const signed = (value) => (value % 2 ? -(value + 1) / 2 : value / 2);

// What becomes of the numbers of a column, by its code, once they are read.
const codes = {
	number() {},
	delta(values, numbers) {
		let before = 0;
		for (let i = 0; i < values.length; i++)
			values[i] = before += signed(numbers[i]);
	},
	reference(values, numbers) {
		let before = 0;
		for (let i = 0; i < values.length; i++) {
			before += signed(numbers[i]);
			values[i] = before ? before - 1 : NONE;
		}
	},
	back(values, numbers) {
		for (let i = 0; i < values.length; i++)
			values[i] = numbers[i] ? i - signed(numbers[i]) : NONE;
	},
};

// Reads as many numbers as VALUES has from BYTES at AT; returns where it ended. Numbers beyond 2^53 do not occur: they
// are ns or bytes of a run.
function readNumbers(bytes, at, values) {
	for (let i = 0; i < values.length; i++) {
		let byte = bytes[at++];
		let number = byte & 127;
		if (byte > 127) {
			let scale = 128;
			do {
				byte = bytes[at++];
				number += (byte & 127) * scale;
				scale *= 128;
			} while (byte > 127);
		}
		values[i] = number;
	}
	return at;
}

const arrays = { u8: Uint8Array, u32: Uint32Array, i32: Int32Array, f64: Float64Array };

// { ...head, TABLE: { rows, COLUMN: typed array } } of BYTES.
export function decodeColumns(bytes) {
	const size = new Float64Array(1);
	let at = readNumbers(bytes, 0, size);
	const { tables, ...timeline } = JSON.parse(new TextDecoder().decode(bytes.subarray(at, at + size[0])));
	at += size[0];
	for (const table of tables) {
		const columns = { rows: table.rows };
		const numbers = new Float64Array(table.rows); // of one column at a time
		for (const column of table.columns) {
			const values = new arrays[column.type](table.rows);
			at = readNumbers(bytes, at, column.code === 'number' ? values : numbers);
			codes[column.code](values, numbers);
			columns[column.name] = values;
		}
		timeline[table.name] = columns;
	}
	if (at !== bytes.length)
		throw new Error('the timeline has another length than its head says');
	return timeline;
}
