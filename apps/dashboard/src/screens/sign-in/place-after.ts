const storageKey = 'posthorn.next'

/** Where to go after the sign-in: only paths of this application, because a link must not lead elsewhere. */
export const placeAfter = (next: string | null | undefined): string =>
  next?.startsWith('/') && !/^\/[\\/]/.test(next) ? next : '/'

/** Keeps the place for when the identity provider sends the browser back. */
export function rememberPlace(next: string | undefined): void {
  sessionStorage.setItem(storageKey, next ?? '')
}

export function takePlace(): string {
  const place = placeAfter(sessionStorage.getItem(storageKey))
  sessionStorage.removeItem(storageKey)
  return place
}
