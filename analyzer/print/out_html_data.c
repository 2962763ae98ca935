/* SPDX-License-Identifier: MIT */
/* Numbers to bytes, bytes to deflate, for the page deflate to base64. */
#include "print/out_html_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
	RAW_BYTES = 1 << 16,
	PACKED_BYTES = 3 << 14, /* whole groups of base64 */
	NUMBER_BYTES = 10,      /* of LEB128, at most */
	DEFLATE_LEVEL = 1,      /* of 9: 4 saved 2 % of a page of 10^6 operations */
};

struct html_data {
	FILE *stream;
	enum html_coding coding;
	z_stream z;
	int err;
	size_t raw_used, packed_used;
	unsigned char raw[RAW_BYTES], packed[PACKED_BYTES];
};

struct html_data *html_data_open(FILE *stream, enum html_coding coding)
{
	struct html_data *data = calloc(1, sizeof *data);

	if (!data)
		return NULL;
	data->stream = stream;
	data->coding = coding;
	/* Negative: no header, as the browser's deflate-raw has it. */
	if (deflateInit2(&data->z, DEFLATE_LEVEL, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL,
	                 Z_DEFAULT_STRATEGY) != Z_OK) {
		free(data);
		return NULL;
	}
	return data;
}

/* Writes what is packed; the last group, which may be short, only at the end. */
static void flush_packed(struct html_data *data)
{
	static const char digits[] =
	        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char text[PACKED_BYTES / 3 * 4 + 4];
	size_t length = 0;

	if (data->coding == HTML_BYTES) {
		fwrite(data->packed, 1, data->packed_used, data->stream);
		data->packed_used = 0;
		return;
	}
	for (size_t i = 0; i < data->packed_used; i += 3) {
		size_t left = data->packed_used - i;
		const unsigned char *from = &data->packed[i];
		uint32_t group = (uint32_t)from[0] << 16;

		if (left > 1)
			group |= (uint32_t)from[1] << 8;
		if (left > 2)
			group |= from[2];
		text[length++] = digits[group >> 18];
		text[length++] = digits[group >> 12 & 63];
		text[length++] = left > 1 ? digits[group >> 6 & 63] : '=';
		text[length++] = left > 2 ? digits[group & 63] : '=';
	}
	fwrite(text, 1, length, data->stream);
	data->packed_used = 0;
}

/* Packs what was gathered. */
static void flush_raw(struct html_data *data, int mode)
{
	data->z.next_in = data->raw;
	data->z.avail_in = (uInt)data->raw_used;
	data->raw_used = 0;
	do {
		data->z.next_out = data->packed + data->packed_used;
		data->z.avail_out = (uInt)(PACKED_BYTES - data->packed_used);
		if (deflate(&data->z, mode) == Z_STREAM_ERROR) {
			data->err = -EIO;
			return;
		}
		data->packed_used = PACKED_BYTES - data->z.avail_out;
		if (!data->z.avail_out)
			flush_packed(data);
		else
			break;
	} while (true);
}

void html_data_bytes(struct html_data *data, const void *bytes, size_t size)
{
	const unsigned char *from = bytes;

	while (size) {
		size_t room = RAW_BYTES - data->raw_used, part = size < room ? size : room;

		memcpy(data->raw + data->raw_used, from, part);
		data->raw_used += part;
		from += part;
		size -= part;
		if (data->raw_used == RAW_BYTES)
			flush_raw(data, Z_NO_FLUSH);
	}
}

void html_data_number(struct html_data *data, uint64_t value)
{
	if (data->raw_used + NUMBER_BYTES > RAW_BYTES)
		flush_raw(data, Z_NO_FLUSH);
	for (; value > 127; value >>= 7)
		data->raw[data->raw_used++] = (unsigned char)(value & 127) | 128;
	data->raw[data->raw_used++] = (unsigned char)value;
}

void html_data_signed(struct html_data *data, int64_t value)
{
	html_data_number(data, ((uint64_t)value << 1) ^ (uint64_t)(value >> 63));
}

int html_data_next(struct html_data *data, uint64_t *bytes)
{
	flush_raw(data, Z_FINISH);
	flush_packed(data);
	*bytes = data->z.total_out;
	if (deflateReset(&data->z) != Z_OK)
		data->err = -EIO;
	return data->err;
}

void html_data_free(struct html_data *data)
{
	deflateEnd(&data->z);
	free(data);
}

int html_data_close(struct html_data *data)
{
	int err;

	flush_raw(data, Z_FINISH);
	flush_packed(data);
	err = data->err;
	html_data_free(data);
	return err;
}
