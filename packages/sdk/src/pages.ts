/** A page of a list. `next`: cursor of the next page; undefined on the last. */
export type Page<T> = { items: T[]; next: string | undefined }

/** A list that is loaded page by page. `for await (const item of list)` iterates over all items. */
export type Pages<T> = AsyncIterable<T> & {
  /** Returns the first page, or the one at the input's `cursor`. */
  page(): Promise<Page<T>>
  /** Iterates over the pages. */
  pages(): AsyncIterable<Page<T>>
}

/** Creates a list from a function that reads a page. Without a cursor, the function reads the page that the caller asked for. */
export function pagesOf<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Pages<T> {
  async function* pages(): AsyncGenerator<Page<T>> {
    let cursor: string | undefined
    do {
      const page = await read(cursor)
      yield page
      cursor = page.next
    } while (cursor !== undefined)
  }
  return {
    page: () => read(undefined),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items
    },
  }
}

/** Returns the next page's cursor from a `Link` header. Only the cursor is used, so that the key is never sent to a URL from a response. */
export function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  return new URLSearchParams(target.split('?')[1] ?? '').get('cursor') ?? undefined
}
