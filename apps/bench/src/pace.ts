import { setTimeout as pause } from 'node:timers/promises'

/** Calls per second in latency measurements. At this rate, the system is nearly idle. */
const perSecond = 50

/** Calls `work` 50 times a second, without waiting for the previous call. */
export async function steadily(seconds: number, work: (i: number) => Promise<void>): Promise<void> {
  const begun = performance.now()
  const running: Promise<void>[] = []
  for (let i = 0; i < perSecond * seconds; i++) {
    await pause(Math.max(0, begun + (i * 1_000) / perSecond - performance.now()))
    running.push(work(i))
  }
  await Promise.all(running)
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}
