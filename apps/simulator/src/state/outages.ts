/** How a number, or with `refuse` the whole simulator, fails for a while. */
export type OutageKind = 'refuse' | 'hang' | 'error' | 'cut' | 'throttle'

type Outage = { kind: OutageKind; untilMs: number; share: number; met: number }

/** Current outages, by number. They end with the process. */
export class Outages {
  readonly #outages = new Map<string, Outage>()

  /** Starts or replaces an outage; zero seconds ends it. It affects a `share` of the calls, evenly. */
  begin(phoneNumberId: string, { kind, seconds, share }: { kind: OutageKind; seconds: number; share: number }): void {
    this.#outages.set(phoneNumberId, { kind, untilMs: Date.now() + seconds * 1000, share, met: 0 })
  }

  /** Returns how the next call of this number fails, if it does, and until when. */
  strike(phoneNumberId: string): { kind: OutageKind; untilMs: number } | undefined {
    const outage = this.#outages.get(phoneNumberId)
    if (outage === undefined) return undefined
    if (Date.now() >= outage.untilMs) {
      this.#outages.delete(phoneNumberId)
      return undefined
    }
    const before = Math.floor(outage.met * outage.share)
    outage.met++
    return Math.floor(outage.met * outage.share) > before ? outage : undefined
  }
}
