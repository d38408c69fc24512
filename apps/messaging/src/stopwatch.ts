/** Makes a function that returns the milliseconds since it was called last; 0 the first time. */
export function createStopwatch(): () => number {
  let lastMs: number | undefined
  return () => {
    const nowMs = Date.now()
    const elapsedMs = nowMs - (lastMs ?? nowMs)
    lastMs = nowMs
    return elapsedMs
  }
}
