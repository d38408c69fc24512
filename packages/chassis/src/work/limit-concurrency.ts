/** Runs `work` for at most `max` items at a time; the others wait in their order. */
export function limitConcurrency<I, O>(max: number, work: (item: I) => Promise<O>): (item: I) => Promise<O> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (item) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work(item)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
