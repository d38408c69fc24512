/** Returns the token behind `#` and takes it out of the address, so that it stays neither in the history nor on the screen. */
export function tokenOfAddress(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}
