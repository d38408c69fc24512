/** The way a number, or with `refuse` the whole simulator, fails for a while. */
export type OutageKind = 'refuse' | 'hang' | 'error' | 'cut' | 'throttle'

type Outage = { kind: OutageKind; untilMs: number; share: number; met: number }

/** Outages under way, by number. They end with the process. */
export class Outages {
  readonly #outages = new Map<string, Outage>()

  /** Begins an outage, in place of one that may be under way; zero seconds end it. `share` of the calls are struck, evenly. */
  begin(phoneNumberId: string, { kind, seconds, share }: { kind: OutageKind; seconds: number; share: number }): void {
    this.#outages.set(phoneNumberId, { kind, untilMs: Date.now() + seconds * 1000, share, met: 0 })
  }

  /** Returns the way the next call for this number fails, if it does, and until when the outage lasts. */
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
