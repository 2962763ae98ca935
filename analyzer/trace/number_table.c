/* SPDX-License-Identifier: MIT */
/*
 * Tables of numbers, page by page. Any thread, each with its own connection.
 *
 * A table is a tree of pages: the inner ones hold the numbers of the pages below, the leaves hold
 * the rows. A row is a record: a header with a type for each column, which says how many bytes its
 * value has, and behind it the values. All of it is checked against the page before it is read.
 */
#include "trace/number_table.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	HEADER_BYTES = 100, /* of the file */
	DEPTH_MAX = 20,     /* as SQLite has it */
	LEAF = 13,          /* types of pages */
	INNER = 5,
	LEAF_HEADER_BYTES = 8,
	INNER_HEADER_BYTES = 12,
	ROW_MARGIN_BYTES = 35, /* a row that needs more than a page less these goes on elsewhere */
	FIELDS_MAX = 64,
};

struct number_table {
	sqlite3_file *file;
	uint32_t page_bytes, usable_bytes;
	int64_t pages, pages_left; /* of the file; that may still be read */
	unsigned char *buffer;     /* a page for each level */
	int id_column;             /* place of the row's id in what was asked for */
	int fields;                /* of a record */
	uint8_t place[FIELDS_MAX]; /* by field, in what was asked for */
	struct number_row row;
	number_row_taker *take;
	void *context;
	const char *damage;
};

static int damaged(struct number_table *table, const char *what)
{
	table->damage = what;
	return -EINVAL;
}

static uint16_t be_16(const unsigned char *bytes)
{
	return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

static uint32_t be_32(const unsigned char *bytes)
{
	return (uint32_t)be_16(bytes) << 16 | be_16(bytes + 2);
}

static const unsigned char *read_long_varint(const unsigned char *at, const unsigned char *end,
                                             uint64_t *value)
{
	*value = 0;
	for (int i = 0; i < 8 && at < end; i++) {
		*value = *value << 7 | (*at & 0x7f);
		if (!(*at++ & 0x80))
			return at;
	}
	if (at >= end)
		return NULL;
	*value = *value << 8 | *at;
	return at + 1;
}

/* Reads a number of 1 to 9 bytes, mostly 1. Where it ends, or NULL: behind END. */
static inline const unsigned char *read_varint(const unsigned char *at, const unsigned char *end,
                                               uint64_t *value)
{
	if (at >= end || *at & 0x80)
		return read_long_varint(at, end, value);
	*value = *at;
	return at + 1;
}

/* ---- a row ---- */

/* A whole number of BYTES bytes, 1 to 8, that end at END, with 8 or more of the page before it. */
static int64_t whole_number(const unsigned char *end, unsigned bytes)
{
	uint64_t value;

	memcpy(&value, end - sizeof value, sizeof value);
	value = be64toh(value) << (64 - 8 * bytes);
	return (int64_t)value >> (64 - 8 * bytes);
}

enum { TYPE_NULL, TYPE_REAL = 7, TYPE_ONE = 9, TYPE_RESERVED, TYPE_TEXT = 12 };

static uint64_t bytes_of_type(uint64_t type)
{
	static const uint8_t bytes[TYPE_TEXT] = { 0, 1, 2, 3, 4, 6, 8, 8 };

	return type < TYPE_TEXT ? bytes[type] : (type - TYPE_TEXT) / 2;
}

/* A column of TYPE whose BYTES end at END becomes what was asked for at PLACE. */
static void put_value(struct number_row *row, unsigned place, uint64_t type, uint64_t bytes,
                      const unsigned char *end)
{
	if (type == TYPE_REAL || type >= TYPE_TEXT) {
		row->has_other_type |= place < NUMBER_COLUMNS_MAX;
		bytes = 0;
	}
	row->values[place] = bytes ? whole_number(end, (unsigned)bytes) : type == TYPE_ONE;
	row->nulls |= (uint64_t)(type == TYPE_NULL) << place;
}

/* Reads the record from AT to END into the row. */
static int read_record(struct number_table *table, const unsigned char *at,
                       const unsigned char *end)
{
	const unsigned char *types, *types_end, *value;
	struct number_row *row = &table->row;
	uint64_t header_bytes, type, bytes;
	int field = 0;

	types = read_varint(at, end, &header_bytes);
	if (!types || header_bytes > (uint64_t)(end - at) || header_bytes < (uint64_t)(types - at))
		return damaged(table, "a row's header is not in its row");
	types_end = value = at + header_bytes;
	row->nulls = 0;
	row->has_other_type = false;
	for (; types < types_end && field < table->fields; field++) {
		types = read_varint(types, types_end, &type);
		if (!types || type == TYPE_RESERVED || type == TYPE_RESERVED + 1)
			return damaged(table, "a row's header is wrong");
		bytes = bytes_of_type(type);
		if (bytes > (uint64_t)(end - value))
			return damaged(table, "a value is not in its row");
		value += bytes;
		put_value(row, table->place[field], type, bytes, value);
	}
	for (; field < table->fields; field++) /* a row may lack its last columns */
		put_value(row, table->place[field], TYPE_NULL, 0, value);
	return 0;
}

static int read_row(struct number_table *table, const unsigned char *cell, const unsigned char *end)
{
	uint64_t bytes, id;
	int err;

	cell = read_varint(cell, end, &bytes);
	cell = cell ? read_varint(cell, end, &id) : NULL;
	if (!cell)
		return damaged(table, "a row is not in its page");
	if (bytes > table->usable_bytes - ROW_MARGIN_BYTES)
		return damaged(table, "a row is larger than its table needs");
	if (bytes > (uint64_t)(end - cell))
		return damaged(table, "a row is not in its page");
	err = read_record(table, cell, cell + bytes);
	if (err)
		return err;
	table->row.values[table->id_column] = (int64_t)id; /* its field is NULL */
	table->row.nulls &= ~(UINT64_C(1) << table->id_column);
	return table->take(table->context, &table->row);
}

/* ---- pages ---- */

static int read_bytes(struct number_table *table, void *bytes, int count, int64_t offset)
{
	return table->file->pMethods->xRead(table->file, bytes, count, offset) == SQLITE_OK ? 0
	                                                                                    : -EIO;
}

static int read_page(struct number_table *table, uint32_t number, int level);

/* The page below that the inner cell at OFFSET of PAGE names; 0: none. */
static uint32_t page_below(const struct number_table *table, const unsigned char *page,
                           uint32_t offset)
{
	return offset + 4 <= table->usable_bytes ? be_32(page + offset) : 0;
}

static int read_cells(struct number_table *table, const unsigned char *page, int level)
{
	const bool is_leaf = page[0] == LEAF;
	const uint32_t header_bytes = is_leaf ? LEAF_HEADER_BYTES : INNER_HEADER_BYTES;
	const uint32_t cells = be_16(page + 3), cells_start = header_bytes + 2 * cells;
	int err = 0;

	if ((!is_leaf && page[0] != INNER) || cells_start > table->usable_bytes)
		return damaged(table, "a page is not one of a table");
	for (uint32_t i = 0; i < cells && !err; i++) {
		const uint32_t offset = be_16(page + header_bytes + 2 * (size_t)i);

		if (offset < cells_start || offset >= table->usable_bytes)
			err = damaged(table, "a row is not in its page");
		else if (is_leaf)
			err = read_row(table, page + offset, page + table->usable_bytes);
		else
			err = read_page(table, page_below(table, page, offset), level + 1);
	}
	if (!err && !is_leaf)
		err = read_page(table, be_32(page + LEAF_HEADER_BYTES), level + 1);
	return err;
}

static int read_page(struct number_table *table, uint32_t number, int level)
{
	unsigned char *page = table->buffer + (size_t)level * table->page_bytes;
	int err;

	/* Page 1 is that of sqlite_schema. */
	if (number < 2 || number > table->pages || level == DEPTH_MAX || table->pages_left-- == 0)
		return damaged(table, "a page is not one of the file, or linked twice");
	err = read_bytes(table, page, (int)table->page_bytes,
	                 (int64_t)(number - 1) * table->page_bytes);
	return err ? err : read_cells(table, page, level);
}

/* ---- the table ---- */

/* Reads the file's header. -ENOTSUP: other pages than the file's may count. */
static int read_header(struct number_table *table, sqlite3 *db)
{
	unsigned char header[HEADER_BYTES];
	sqlite3_int64 size_bytes;

	if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &table->file) !=
	            SQLITE_OK ||
	    !table->file->pMethods || read_bytes(table, header, sizeof header, 0) ||
	    table->file->pMethods->xFileSize(table->file, &size_bytes) != SQLITE_OK)
		return -ENOTSUP;
	if (header[18] != 1 || header[19] != 1) /* it has a write-ahead log */
		return -ENOTSUP;
	table->page_bytes = be_16(header + 16) == 1 ? 65536 : be_16(header + 16);
	if (table->page_bytes < 512 || table->page_bytes & (table->page_bytes - 1))
		return -ENOTSUP;
	table->usable_bytes = table->page_bytes - header[20];
	table->pages = table->pages_left = size_bytes / table->page_bytes;
	return 0;
}

/* The place of NAME in COLUMNS, or NUMBER_COLUMNS_MAX. */
static int place_of(const char *columns, const char *name)
{
	const size_t length = strlen(name);

	for (int place = 0; place < NUMBER_COLUMNS_MAX; place++) {
		const size_t bytes = strcspn(columns, ",");

		if (bytes == length && strncmp(columns, name, length) == 0)
			return place;
		columns += bytes;
		columns += strspn(columns, ", ");
		if (!*columns)
			break;
	}
	return NUMBER_COLUMNS_MAX;
}

/* Finds the first page of the table called NAME, and which of its fields are asked for. */
static int find_table(struct number_table *table, sqlite3 *db, const char *name,
                      const char *columns, uint32_t *root)
{
	sqlite3_stmt *stmt = NULL;
	int step = SQLITE_ERROR;

	memset(table->place, NUMBER_COLUMNS_MAX, sizeof table->place);
	table->id_column = -1;
	if (sqlite3_prepare_v2(db,
	                       "SELECT t.rootpage, c.name, c.pk FROM sqlite_schema t,"
	                       " pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND"
	                       " t.name = ?1 AND c.hidden <> 2 ORDER BY c.cid",
	                       -1, &stmt, NULL) == SQLITE_OK &&
	    sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC) == SQLITE_OK)
		while ((step = sqlite3_step(stmt)) == SQLITE_ROW && table->fields < FIELDS_MAX) {
			const char *column = (const char *)sqlite3_column_text(stmt, 1);
			const int place = column ? place_of(columns, column) : NUMBER_COLUMNS_MAX;

			*root = (uint32_t)sqlite3_column_int64(stmt, 0);
			if (sqlite3_column_int(stmt, 2))
				table->id_column = place;
			table->place[table->fields++] = (uint8_t)place;
		}
	sqlite3_finalize(stmt);
	return step == SQLITE_DONE && table->id_column >= 0 ? 0 : -ENOTSUP;
}

int number_table_read(sqlite3 *db, const char *name, const char *columns, number_row_taker *take,
                      void *context, const char **damage)
{
	struct number_table table = { .take = take, .context = context };
	uint32_t root = 0;
	int err = read_header(&table, db);

	if (!err)
		err = find_table(&table, db, name, columns, &root);
	if (err)
		return err;
	table.buffer = malloc((size_t)DEPTH_MAX * table.page_bytes);
	if (!table.buffer)
		return -ENOMEM;
	err = read_page(&table, root, 0);
	if (err == -EIO)
		err = damaged(&table, "a page cannot be read");
	free(table.buffer);
	if (table.damage)
		*damage = table.damage;
	return err;
}
