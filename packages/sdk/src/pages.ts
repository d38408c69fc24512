/** A page of a list. `next` is the cursor of the next page; undefined on the last. */
export type Page<T> = { items: T[]; next: string | undefined }

/** A list that is read page by page. `for await (const item of list)` goes through all items. */
export type Pages<T> = AsyncIterable<T> & {
  /** Returns the first page, or the one of the `cursor` in the input. */
  page(): Promise<Page<T>>
  /** Goes through the pages. */
  pages(): AsyncIterable<Page<T>>
}

/** Makes a list of the function that reads a page; without a cursor it reads the one that the caller asked for. */
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

/** Returns the cursor of the next page in a `Link` header. Only the cursor is used: the key goes to no address that an answer names. */
export function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  return new URLSearchParams(target.split('?')[1] ?? '').get('cursor') ?? undefined
}
