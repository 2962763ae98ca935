/* SPDX-License-Identifier: MIT */
/* Pages of stacks. Runs on the sampler's thread; the end of the file on the writer thread. */
#include "stacks/stack_page.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "host/losses.h"

enum {
	PAGE_BYTES = 1 << 18,
	PAGES_MAX = 64, /* that wait to be written */
};

struct page {
	struct item item;
	size_t used;
	unsigned char bytes[PAGE_BYTES];
};

/* A frame as it lies in a page; the texts follow, each with its 0. */
struct frame_head {
	int32_t line;
	uint16_t file_bytes, function_bytes; /* with the 0 */
};

static _Atomic(struct page *) shared; /* between samples; NULL: the sampler has it, or nobody */
static atomic_int pages;              /* that are not freed */

/* The sampler's own. */
static struct page *page; /* that is being filled; NULL: there is no memory for one */
static size_t start;      /* of the sample in it */
static struct stack_sample sample;

static struct page *new_page(void)
{
	struct page *made = NULL;

	if (atomic_fetch_add(&pages, 1) < PAGES_MAX)
		made = malloc(sizeof *made);
	if (!made) {
		atomic_fetch_sub(&pages, 1);
		return NULL;
	}
	made->item = (struct item){ .type = ITEM_STACKS };
	made->used = 0;
	return made;
}

void stack_page_begin(const struct stack_sample *begun)
{
	page = atomic_exchange(&shared, NULL);
	if (!page)
		page = new_page();
	sample = *begun;
	sample.depth = 0;
	if (!page)
		return;
	start = page->used;
	if (page->used + sizeof sample <= PAGE_BYTES)
		page->used += sizeof sample;
}

static size_t text_bytes(const char *text)
{
	return strnlen(text, STACK_TEXT_MAX) + 1;
}

static void put(const void *data, size_t bytes)
{
	memcpy(page->bytes + page->used, data, bytes);
	page->used += bytes;
}

static void put_text(const char *text, size_t bytes)
{
	put(text, bytes - 1);
	put("", 1);
}

bool stack_page_add(const struct stack_frame *frame)
{
	const struct frame_head head = {
		.line = frame->line,
		.file_bytes = (uint16_t)text_bytes(frame->file),
		.function_bytes = (uint16_t)text_bytes(frame->function),
	};

	if (!page || sample.depth >= STACK_FRAMES_MAX ||
	    page->used + sizeof head + head.file_bytes + head.function_bytes > PAGE_BYTES) {
		counter_add(COUNTER_cut_stacks, 1);
		return false;
	}
	put(&head, sizeof head);
	put_text(frame->file, head.file_bytes);
	put_text(frame->function, head.function_bytes);
	sample.depth++;
	return true;
}

/* A stack of the longest names fits into a quarter of a page only if it is cut; usual ones take
 * some KiB, so that a page that is half full is handed over. */
void stack_page_end(struct queue *queue)
{
	if (!page) {
		counter_add(COUNTER_dropped_stacks, 1);
		return;
	}
	if (sample.depth)
		memcpy(page->bytes + start, &sample, sizeof sample);
	else
		page->used = start;
	if (page->used > PAGE_BYTES / 2)
		queue_push(queue, &page->item);
	else
		atomic_store(&shared, page);
	page = NULL;
}

/* ---- the writer thread ---- */

struct item *stack_page_take(void)
{
	struct page *taken = atomic_exchange(&shared, NULL);

	return taken ? &taken->item : NULL;
}

void stack_page_freed(void)
{
	atomic_fetch_sub(&pages, 1);
}

static const void *next(struct stack_reader *reader, size_t bytes)
{
	const struct page *from = (const struct page *)reader->item;
	const void *data = from->bytes + reader->at;

	reader->at += bytes;
	return data;
}

bool stack_read_sample(struct stack_reader *reader, struct stack_sample *into)
{
	const struct page *from = (const struct page *)reader->item;

	if (reader->at >= from->used)
		return false;
	memcpy(into, next(reader, sizeof *into), sizeof *into);
	reader->frames = into->depth;
	return true;
}

bool stack_read_frame(struct stack_reader *reader, struct stack_frame *frame)
{
	struct frame_head head;

	if (!reader->frames)
		return false;
	reader->frames--;
	memcpy(&head, next(reader, sizeof head), sizeof head);
	frame->line = head.line;
	frame->file = next(reader, head.file_bytes);
	frame->function = next(reader, head.function_bytes);
	return true;
}
