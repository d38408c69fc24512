/** Ways in which a number's calls can fail during an outage. `refuse` affects the entire simulator. */
export type OutageKind = 'refuse' | 'hang' | 'error' | 'cut' | 'throttle'

type Outage = { kind: OutageKind; untilMs: number; share: number; met: number }

/** Current outages by number. They are lost when the process ends. */
export class Outages {
  readonly #outages = new Map<string, Outage>()

  /** Starts or replaces an outage. Zero seconds ends it. A `share` of the calls fails, spread evenly. */
  begin(phoneNumberId: string, { kind, seconds, share }: { kind: OutageKind; seconds: number; share: number }): void {
    this.#outages.set(phoneNumberId, { kind, untilMs: Date.now() + seconds * 1000, share, met: 0 })
  }

  /** Returns the outage's kind and end time if it makes this number's next call fail, or undefined if the call doesn't fail. */
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
