import { setTimeout as pause } from 'node:timers/promises'

/** The pace for latencies: a nearly idle system. */
const perSecond = 50

/** Runs `work` 50 times a second, without waiting for the previous one. */
export async function steadily(seconds: number, work: (i: number) => Promise<void>): Promise<void> {
  const begun = performance.now()
  const running: Promise<void>[] = []
  for (let i = 0; i < perSecond * seconds; i++) {
    await pause(Math.max(0, begun + (i * 1_000) / perSecond - performance.now()))
    running.push(work(i))
  }
  await Promise.all(running)
}

/** Measures how many seconds the work takes. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}
