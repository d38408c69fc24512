import { putBounded } from '@posthorn/chassis'
import type { Clients } from '@posthorn/client'
import { idOf } from '@posthorn/contracts'
import type { Limiter } from '../limits/limits.ts'

/** A number that is connected again is known sooner: the provider repeats what was refused. */
const knownForMs = 60_000
const unknownForMs = 5_000
const cachedMax = 20_000

const id = idOf('num')

type CachedNumber = { workspace: string | null; untilMs: number }
type Options = { clients: Clients; limiter: Limiter }

/** A cache of the numbers that callbacks name, so that a callback for an unknown number does not call the service each time. */
export class CallbackNumbers {
  readonly #options: Options
  readonly #known = new Map<string, CachedNumber>()
  readonly #unknown = new Map<string, CachedNumber>()
  readonly #lookups = new Map<string, Promise<string | null>>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Returns the workspace of a connected number, or null. A look-up of a number that is not in the cache counts against the address unless
   * it finds the number; throws `rate:limited` when the address has too many of them.
   */
  async workspaceOf(number: string, address: string): Promise<string | null> {
    const cached = this.#known.get(number) ?? this.#unknown.get(number)
    if (cached && cached.untilMs > Date.now()) return cached.workspace
    if (!id.safeParse(number).success) return null
    const lookUp = () => this.#lookups.get(number) ?? this.#lookUp(number)
    // A number that was connected a minute ago is not counted: unknown senders may share the address of the provider.
    return cached?.workspace ? lookUp() : this.#options.limiter.attempt(address, lookUp)
  }

  #lookUp(number: string): Promise<string | null> {
    const lookup = this.#ask(number).finally(() => this.#lookups.delete(number))
    this.#lookups.set(number, lookup)
    return lookup
  }

  async #ask(number: string): Promise<string | null> {
    const { clients } = this.#options
    const call = clients.calling({ scopes: ['operator'], actor: { type: 'service', id: 'callbacks' } })
    const { workspace } = await clients.numbers.callbacks.findOwner.query({ number }, call)
    this.#known.delete(number)
    const [map, forMs] = workspace === null ? [this.#unknown, unknownForMs] : [this.#known, knownForMs]
    putBounded(map, number, { workspace, untilMs: Date.now() + forMs }, cachedMax)
    return workspace
  }
}
