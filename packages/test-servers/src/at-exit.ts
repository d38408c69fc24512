const releases = new Set<() => void>()

process.once('exit', () => {
  for (const release of releases) release()
})

/** Returns a function that runs `release` once: when called, or when the process exits, such as after Ctrl-C in the middle of a check. */
export function onceOrAtExit(release: () => void): () => void {
  const once = () => {
    if (releases.delete(once)) release()
  }
  releases.add(once)
  return once
}
