/** Shortest time between two reloads: a part that an extension blocks fails every time. */
const reloadPauseMs = 10_000
/** After this time without input, no one is using the page. */
const idleMs = 5_000
const pollMs = 1_000
const storageKey = 'posthorn.reloadedAt'

const missing = new WeakSet<Error>()
let isWaiting = false
let usedAtMs = 0

/** Whether a part of the page could not be loaded. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && missing.has(error)

/**
 * Reloads the page after a part of it could not be loaded, as soon as the gateway responds and no one is using it: browsers don't request a module
 * twice, and an upgrade renames the parts. Drafts and the outbox are kept.
 */
export function reloadForMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload)
    if (!isWaiting) void reload()
  })
}

async function reload(): Promise<void> {
  isWaiting = true
  for (const name of ['keydown', 'pointerdown']) addEventListener(name, () => (usedAtMs = Date.now()), true)
  const reloadedAtMs = Number(sessionStorage.getItem(storageKey) ?? 0)
  await sleep(Math.min(reloadPauseMs, reloadedAtMs + reloadPauseMs - Date.now()))
  while (!(await isReachable()) || isUsed()) await sleep(pollMs)
  sessionStorage.setItem(storageKey, String(Date.now()))
  location.reload()
}

const isUsed = () => {
  const isWriting = document.hasFocus() && document.activeElement?.matches('input, textarea') === true
  return isWriting || Date.now() - usedAtMs < idleMs
}

const isReachable = () =>
  fetch('/app/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
