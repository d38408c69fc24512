import { eachItem, type Id, type MountedCaller, numbers } from '@posthorn/contracts'

/** A phone number, as requests refer to it. */
export type GraphNumber = {
  id: Id<'num'>
  phoneNumberId: string
  businessAccountId: string | null
  phone: string | null
  provider: string
  status: string
}

const validForMs = 10_000
/** At this size, the cache is emptied, so that it can't grow without limit. */
const callersMax = 5_000

/** Numbers by caller, each cached for a few seconds, because nearly every request names a number by the provider's id. */
export type NumberCache = Map<string, { untilMs: number; found: readonly GraphNumber[] }>

/** Reads the numbers that the caller may use. */
async function readNumbers(call: MountedCaller): Promise<GraphNumber[]> {
  const found: GraphNumber[] = []
  for await (const { id, phoneNumberId, businessAccountId, phone, provider, status } of eachItem(
    call,
    numbers.numbers.list,
    {},
  ))
    found.push({ id: id as Id<'num'>, phoneNumberId, businessAccountId, phone, provider, status })
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

/**
 * Finds those of the caller's numbers that match, and of these only the connected ones if there are any: a number that was disconnected and
 * connected again is listed twice. If none is connected, reads them again, because one may be new.
 */
export async function findNumbers(
  cache: NumberCache,
  call: MountedCaller,
  test: (number: GraphNumber) => boolean,
): Promise<readonly GraphNumber[]> {
  const isConnected = ({ status }: GraphNumber) => status !== 'disconnected'
  const kept = (await listNumbers(cache, call, { fresh: false })).filter(test).filter(isConnected)
  if (kept.length > 0) return kept
  const found = (await listNumbers(cache, call, { fresh: true })).filter(test)
  const connected = found.filter(isConnected)
  return connected.length > 0 ? connected : found
}
