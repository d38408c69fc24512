/** Minimum time between two reloads: a module that a browser extension blocks fails every time. */
const reloadPauseMs = 10_000
/** If there is no input for this long, the page counts as unused. */
const idleMs = 5_000
const pollMs = 1_000
const storageKey = 'posthorn.reloadedAt'

const missing = new WeakSet<Error>()
let isWaiting = false
let usedAtMs = 0

/** Whether an error means that part of the page couldn't be loaded. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && missing.has(error)

/**
 * Reloads the page after part of it couldn't be loaded, once the gateway responds and no one is using the page: browsers don't request a
 * failed module again, and an upgrade renames the files. Drafts and the outbox are kept.
 */
export function reloadForMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload)
    if (!isWaiting) void reload()
  })
}

/** Waits until the gateway responds and the page is unused, and then reloads it. */
async function reload(): Promise<void> {
  isWaiting = true
  for (const name of ['keydown', 'pointerdown']) addEventListener(name, () => (usedAtMs = Date.now()), true)
  const reloadedAtMs = Number(sessionStorage.getItem(storageKey) ?? 0)
  await sleep(Math.min(reloadPauseMs, reloadedAtMs + reloadPauseMs - Date.now()))
  while (!(await isReachable()) || isUsed()) await sleep(pollMs)
  sessionStorage.setItem(storageKey, String(Date.now()))
  location.reload()
}

/** Returns whether the person is writing, or pressed a key or a button a moment ago. */
const isUsed = () => {
  const isWriting = document.hasFocus() && document.activeElement?.matches('input, textarea') === true
  return isWriting || Date.now() - usedAtMs < idleMs
}

/** Returns whether the gateway serves the page again. */
const isReachable = () =>
  fetch('/app/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
