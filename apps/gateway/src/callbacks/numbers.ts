import { putBounded } from '@posthorn/chassis'
import type { Clients } from '@posthorn/client'
import { idOf } from '@posthorn/contracts'
import type { Limiter } from '../limits/limits.ts'

/** How long a connected number is cached. Unknown ones expire sooner: the provider retries, so that a new number works soon. */
const knownForMs = 60_000
const unknownForMs = 5_000
const cachedMax = 20_000

const id = idOf('num')

type CachedNumber = { workspace: string | null; untilMs: number }
type Options = { clients: Clients; limiter: Limiter }

/** Caches the workspaces of the numbers in callback URLs, and which numbers are unknown, so that not every callback asks the numbers service. */
export class CallbackNumbers {
  readonly #options: Options
  readonly #known = new Map<string, CachedNumber>()
  readonly #unknown = new Map<string, CachedNumber>()
  readonly #lookups = new Map<string, Promise<string | null>>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Returns the workspace of a connected number, or null. A lookup that finds no number counts against the network. Throws
   * `rate:limited` once the network has too many failures.
   */
  async workspaceOf(number: string, network: string): Promise<string | null> {
    const cached = this.#known.get(number) ?? this.#unknown.get(number)
    if (cached && cached.untilMs > performance.now()) return cached.workspace
    if (!id.safeParse(number).success) return null
    const lookUp = () => this.#lookups.get(number) ?? this.#lookUp(number)
    // Lookups of a recently connected number aren't limited, because the provider may share its address with unknown senders.
    return cached?.workspace ? lookUp() : this.#options.limiter.attempt(network, lookUp)
  }

  /** Looks a number up. Concurrent callbacks for the same number share the look-up. */
  #lookUp(number: string): Promise<string | null> {
    const lookup = this.#ask(number).finally(() => this.#lookups.delete(number))
    this.#lookups.set(number, lookup)
    return lookup
  }

  /** Asks the numbers service for the workspace of a number, and caches the answer. */
  async #ask(number: string): Promise<string | null> {
    const { clients } = this.#options
    const call = clients.calling({ scopes: ['operator'], actor: { type: 'service', id: 'callbacks' } })
    const { workspace } = await clients.numbers.callbacks.findOwner.query({ number }, call)
    this.#known.delete(number)
    const [map, forMs] = workspace === null ? [this.#unknown, unknownForMs] : [this.#known, knownForMs]
    putBounded(map, number, { workspace, untilMs: performance.now() + forMs }, cachedMax)
    return workspace
  }
}
