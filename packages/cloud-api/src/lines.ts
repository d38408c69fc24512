import { eachItem, type FaceCaller, type Id, numbers } from '@posthorn/contracts'

/** A number, as requests refer to it. */
export type Line = {
  id: Id<'num'>
  phoneNumberId: string
  businessAccountId: string | null
  phone: string | null
  provider: string
}

type Kept = { until: number; lines: readonly Line[] }

const validForMs = 10_000
const callersMax = 5_000

/** Callers' numbers, each cached for a few seconds. */
export type LineBook = Map<string, Kept>

async function readLines(call: FaceCaller): Promise<Line[]> {
  const lines: Line[] = []
  for await (const { id, phoneNumberId, businessAccountId, phone, provider } of eachItem(
    call,
    numbers.numbers.list,
    {},
  ))
    lines.push({ id: id as Id<'num'>, phoneNumberId, businessAccountId, phone, provider })
  return lines
}

/** Lists the caller's numbers, from the cache unless `fresh`. */
async function listLines(book: LineBook, call: FaceCaller, { fresh }: { fresh: boolean }): Promise<readonly Line[]> {
  const kept = book.get(call.key)
  if (!fresh && kept && kept.until > Date.now()) return kept.lines
  const lines = await readLines(call)
  if (book.size >= callersMax) book.clear()
  book.set(call.key, { until: Date.now() + validForMs, lines })
  return lines
}

/** Finds numbers of the caller. Reloads the cache if one is missing. */
export async function findLines(
  book: LineBook,
  call: FaceCaller,
  test: (line: Line) => boolean,
): Promise<readonly Line[]> {
  const found = (await listLines(book, call, { fresh: false })).filter(test)
  return found.length > 0 ? found : (await listLines(book, call, { fresh: true })).filter(test)
}
