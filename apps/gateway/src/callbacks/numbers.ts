import { putBounded } from '@posthorn/chassis'
import { type Clients, faultOf } from '@posthorn/client'
import { fail, idOf } from '@posthorn/contracts'
import type { Limiter } from '../limits/limits.ts'

/** Numbers for which callbacks may come, known for some time each: a callback for another number costs no call of a service. */
export type CallbackNumbers = {
  /**
   * Returns the workspace of a connected number, or null. A number that is not known yet is counted at the address before the service is
   * asked; throws `rate:limited` where that has asked for too many others.
   */
  workspaceOf(number: string, address: string): Promise<string | null>
}

/** A number that is connected again is known sooner: the provider repeats what was refused. */
const knownForMs = 60_000
const unknownForMs = 5_000
const cachedMax = 20_000

const id = idOf('num')

type CachedNumber = { workspace: string | null; untilMs: number }
type Options = { clients: Clients; limiter: Limiter; now?: () => number }

class CachedNumbers implements CallbackNumbers {
  readonly #options: Options
  readonly #now: () => number
  readonly #known = new Map<string, CachedNumber>()
  readonly #unknown = new Map<string, CachedNumber>()
  readonly #lookups = new Map<string, Promise<string | null>>()

  constructor(options: Options) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  async workspaceOf(number: string, address: string): Promise<string | null> {
    const cached = this.#known.get(number) ?? this.#unknown.get(number)
    if (cached && cached.untilMs > this.#now()) return cached.workspace
    if (!id.safeParse(number).success) return null
    const lookUp = () => this.#lookups.get(number) ?? this.#lookUp(number)
    // What was connected a minute ago is asked for again without being counted: others may share the address of the provider.
    return cached?.workspace ? lookUp() : this.#counted(address, lookUp)
  }

  /** Counts a look-up at an address, unless it finds something or fails. */
  async #counted(address: string, lookUp: () => Promise<string | null>): Promise<string | null> {
    const { limiter } = this.#options
    const decision = limiter.takeRefused(address)
    if (!decision.allowed) fail('rate:limited', { retryAfter: decision.retryAfterSeconds })
    let isUnknown = false
    try {
      const workspace = await lookUp()
      isUnknown = workspace === null
      return workspace
    } finally {
      if (!isUnknown) limiter.refundRefused(address)
    }
  }

  #lookUp(number: string): Promise<string | null> {
    const lookup = this.#ask(number).finally(() => this.#lookups.delete(number))
    this.#lookups.set(number, lookup)
    return lookup
  }

  async #ask(number: string): Promise<string | null> {
    const { clients } = this.#options
    const { workspace } = await clients.numbers.callbacks.findOwner
      .query({ number }, clients.calling({ scopes: ['operator'], actor: { type: 'service', id: 'callbacks' } }))
      .catch((err: unknown) => {
        throw faultOf(err)
      })
    this.#known.delete(number)
    const isKnown = workspace !== null
    const untilMs = this.#now() + (isKnown ? knownForMs : unknownForMs)
    putBounded(isKnown ? this.#known : this.#unknown, number, { workspace, untilMs }, cachedMax)
    return workspace
  }
}

/** Creates an empty cache. */
export function createCallbackNumbers(options: Options): CallbackNumbers {
  return new CachedNumbers(options)
}
