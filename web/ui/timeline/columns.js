// SPDX-License-Identifier: MIT
// Reads what analyzer/print/columns.h writes: tables of numbers, one column after the other. They are LEB128.

export const NONE = 0xffffffff;

// A remainder of large numbers is slow, and few are large.
function signed(value) {
	if (value < 2 ** 31)
		return (value >>> 1) ^ -(value & 1);
	return value % 2 ? -(value + 1) / 2 : value / 2;
}

// What becomes of the numbers of a column, by its code, once they are read.
const codes = {
	number(values, numbers) {
		values.set(numbers);
	},
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

// Reads as many numbers as NUMBERS has from BYTES at AT; returns where they ended. Numbers beyond 2^53 do not occur: they are
// ns or bytes of a run. Most have one to three bytes, and those are read without a loop.
function readNumbers(bytes, at, numbers) {
	for (let i = 0; i < numbers.length; i++) {
		let byte = bytes[at++];
		let number = byte & 127;
		if (byte > 127) {
			byte = bytes[at++];
			number |= (byte & 127) << 7;
			if (byte > 127) {
				byte = bytes[at++];
				number |= (byte & 127) << 14;
				for (let scale = 2 ** 21; byte > 127; scale *= 128) {
					byte = bytes[at++];
					number += (byte & 127) * scale;
				}
			}
		}
		numbers[i] = number;
	}
	return at;
}

const arrays = { u8: Uint8Array, u32: Uint32Array, i32: Int32Array, f64: Float64Array };

// An array for ROWS numbers of COLUMN.
export const arrayOf = ({ type }, rows) => new arrays[type](rows);

// { TABLE: { rows, COLUMN: typed array } } of the TABLES that end BYTES, from AT on.
function readTables(bytes, at, tables) {
	const read = {};
	for (const table of tables) {
		const columns = { rows: table.rows };
		const numbers = new Float64Array(table.rows); // of one column at a time
		for (const column of table.columns) {
			const values = arrayOf(column, table.rows);
			at = readNumbers(bytes, at, numbers);
			codes[column.code](values, numbers);
			columns[column.name] = values;
		}
		read[table.name] = columns;
	}
	if (at !== bytes.length)
		throw new Error('the timeline has another length than its head says');
	return read;
}

// { ...head, TABLE: columns } of BYTES: the size of a head in JSON, the head, which names the tables, and these.
export function decodeColumns(bytes) {
	const size = new Float64Array(1);
	const at = readNumbers(bytes, 0, size);
	const { tables, ...timeline } = JSON.parse(new TextDecoder().decode(bytes.subarray(at, at + size[0])));
	return { ...timeline, ...readTables(bytes, at + size[0], tables) };
}

// { TABLE: columns } of BYTES, which say how many rows each of TABLES has, and then have their columns.
export function decodeTables(bytes, tables) {
	const rows = new Float64Array(tables.length);
	const at = readNumbers(bytes, 0, rows);
	return readTables(bytes, at, tables.map((table, i) => ({ ...table, rows: rows[i] })));
}
