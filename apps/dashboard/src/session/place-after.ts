const storageKey = 'posthorn.next'

/**
 * Returns the path to open after sign-in: `/` unless it is one of this application, because a link must not lead elsewhere. Browsers take
 * `//` and `/\` for the beginning of another host, and ignore tabs and line breaks in between.
 */
export const placeAfter = (next: string | null | undefined): string =>
  next?.startsWith('/') && !/^\/\s*[\\/]/.test(next) ? next : '/'

/** Remembers the path until the identity provider redirects the browser back. */
export function rememberPlace(next: string | undefined): void {
  sessionStorage.setItem(storageKey, next ?? '')
}

/** Returns the remembered path. Forgets it, so that it is opened only once. */
export function takePlace(): string {
  const place = placeAfter(sessionStorage.getItem(storageKey))
  sessionStorage.removeItem(storageKey)
  return place
}
