import { setTimeout as pause } from 'node:timers/promises'

/** The pace at which latencies are measured: a system that has little to do. */
const perSecond = 50

/** Runs `work` 50 times a second, not waiting for one to end before the next begins. */
export async function steadily(seconds: number, work: (i: number) => Promise<void>): Promise<void> {
  const begun = performance.now()
  const running: Promise<void>[] = []
  for (let i = 0; i < perSecond * seconds; i++) {
    await pause(Math.max(0, begun + (i * 1_000) / perSecond - performance.now()))
    running.push(work(i))
  }
  await Promise.all(running)
}

/** Measures the seconds that the work takes. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}
