import { eachItem, type Id, type MountedCaller, numbers } from '@posthorn/contracts'

/** A phone number, as requests refer to it. */
export type GraphNumber = {
  id: Id<'num'>
  phoneNumberId: string
  businessAccountId: string | null
  phone: string | null
  provider: string
}

const validForMs = 10_000
/** At this size, the cache is emptied, so that it can't grow without limit. */
const callersMax = 5_000

/** Numbers by caller, each cached for a few seconds, because nearly every request names a number by the provider's id. */
export type NumberCache = Map<string, { untilMs: number; found: readonly GraphNumber[] }>

/** Reads the numbers that the caller may use. */
async function readNumbers(call: MountedCaller): Promise<GraphNumber[]> {
  const found: GraphNumber[] = []
  for await (const { id, phoneNumberId, businessAccountId, phone, provider } of eachItem(
    call,
    numbers.numbers.list,
    {},
  ))
    found.push({ id: id as Id<'num'>, phoneNumberId, businessAccountId, phone, provider })
  return found
}

/** Returns the caller's numbers, from the cache unless they must be fresh. */
async function listNumbers(
  cache: NumberCache,
  call: MountedCaller,
  { fresh }: { fresh: boolean },
): Promise<readonly GraphNumber[]> {
  const kept = cache.get(call.key)
  if (!fresh && kept && kept.untilMs > Date.now()) return kept.found
  const found = await readNumbers(call)
  if (cache.size >= callersMax) cache.clear()
  cache.set(call.key, { untilMs: Date.now() + validForMs, found })
  return found
}

/** Finds those of the caller's numbers that match. If none does, reads them again, because one may be new. */
export async function findNumbers(
  cache: NumberCache,
  call: MountedCaller,
  test: (number: GraphNumber) => boolean,
): Promise<readonly GraphNumber[]> {
  const found = (await listNumbers(cache, call, { fresh: false })).filter(test)
  return found.length > 0 ? found : (await listNumbers(cache, call, { fresh: true })).filter(test)
}
