/** Prints one line for the person at the terminal. */
export type Say = (line: string) => void

const repeatEveryMs = 15_000

/** Every 15 s, prints what startup is still waiting for, so that a slow startup doesn't look hung. */
export class Progress {
  readonly say: Say
  readonly #awaited = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(say: Say) {
    this.say = say
    this.#timer = setInterval(() => this.#repeat(), repeatEveryMs).unref()
  }

  /** Lists `what` as pending until the work has finished. */
  async awaits<T>(what: string, work: Promise<T>): Promise<T> {
    this.#awaited.set(what, performance.now())
    return work.finally(() => this.#awaited.delete(what))
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #repeat(): void {
    const oldest = Math.min(...this.#awaited.values())
    if (this.#awaited.size === 0) return
    const seconds = Math.round((performance.now() - oldest) / 1_000)
    this.say(`Still waiting for ${[...this.#awaited.keys()].join(', ')} (${seconds} s) …`)
  }
}
