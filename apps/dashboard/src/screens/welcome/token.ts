/** Returns the token after `#` in the URL, and removes it from the URL and the history. */
export function tokenOfAddress(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}
