/** How requests authenticate: with a session cookie, or with a key that is only in memory. */
export type Credential = { kind: 'session'; csrf: string } | { kind: 'key'; key: string }

let credential: Credential | undefined
let workspace: string | undefined

export function setCredential(next: Credential | undefined): void {
  credential = next
}

export function setWorkspace(id: string | undefined): void {
  workspace = id
}

const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Adds the credential to the headers of a request. */
export function authenticate(headers: Headers, method = 'GET'): Headers {
  headers.delete('Token')
  if (credential?.kind === 'key') headers.set('Token', credential.key)
  if (credential?.kind !== 'session') return headers
  if (workspace !== undefined) headers.set('Workspace', workspace)
  if (unsafe.has(method)) headers.set('Csrf', credential.csrf)
  return headers
}
