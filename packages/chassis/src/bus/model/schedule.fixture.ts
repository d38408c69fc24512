/** A seeded random generator: the same seed gives the same schedule. */
export class Choices {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0
  }

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }
}

export type Owner = {
  alive: boolean
  asleep: boolean
  /** Whether its steps run in request order, as on one connection. */
  isOrdered?: boolean
}

type Step = {
  owner: Owner
  isReady: () => boolean
  /** Runs the step. If `answers` is false, no one gets the result. */
  run: (answers: boolean) => void
  fail: (err: unknown) => void
}

/** Steps that processes wait for: Postgres statements and broker requests. A schedule decides which one runs next. */
export class Schedule {
  readonly choices: Choices
  #steps: Step[] = []

  constructor(seed: number) {
    this.choices = new Choices(seed)
  }

  /** Resolves with the effect once the schedule has chosen the step. */
  step<T>(owner: Owner, effect: () => T, isReady: () => boolean = () => true): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = (answers: boolean) => {
        try {
          const value = effect()
          if (answers) resolve(value)
        } catch (err) {
          if (answers) reject(err)
        }
      }
      this.#steps.push({ owner, isReady, run, fail: reject })
    })
  }

  /** Runs one step. Returns false if none can run. */
  runOne(): boolean {
    const begun = new Set<Owner>()
    const ready = this.#steps.filter(({ owner, isReady }) => {
      const isBehind = owner.isOrdered && begun.has(owner)
      begun.add(owner)
      return owner.alive && !owner.asleep && !isBehind && isReady()
    })
    if (ready.length === 0) return false
    // Mostly in request order, as in a fast system, but any order is possible.
    const step = this.choices.chance(0.5) ? (ready[0] as Step) : this.choices.pick(ready)
    this.#steps = this.#steps.filter((other) => other !== step)
    step.run(true)
    return true
  }

  /** Ends all steps of an owner. Some have run, but the owner doesn't learn which. The owner gets `err`, if given. */
  cut(owner: Owner, err?: unknown): void {
    const own = this.#steps.filter((step) => step.owner === owner)
    this.#steps = this.#steps.filter((step) => step.owner !== owner)
    for (const step of own) {
      if (step.isReady() && this.choices.chance(0.5)) step.run(false)
      if (err !== undefined) step.fail(err)
    }
  }
}

/** Lets processes continue until each waits for a step or a timer again. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise(setImmediate)
}
