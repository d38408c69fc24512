/** Least time between two loads of the page: a part that an extension blocks is missing each time. */
const reloadPauseMs = 10_000
/** Time without a key or a click after which no one uses the page. */
const idleMs = 5_000
const pollMs = 1_000
const storageKey = 'posthorn.reloadedAt'

const missing = new WeakSet<Error>()
let isWaiting = false
let usedAtMs = 0

/** Tests if this error is that a part of the page could not be loaded. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && missing.has(error)

/**
 * Loads the page again after a part of it could not be loaded, as soon as the gateway answers and no one uses the page: a browser does
 * not ask for a module twice, and after an upgrade the parts have other names. Drafts and what is to be sent are kept.
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
