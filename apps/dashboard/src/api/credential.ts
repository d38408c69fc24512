/** Authentication of requests: by the cookie of a session, or by a key that is kept in memory only. */
export type Credential = { kind: 'session'; csrf: string } | { kind: 'key'; key: string }

let credential: Credential | undefined
let workspace: string | undefined

/** Sets how requests are authenticated from now on. */
export function setCredential(next: Credential | undefined): void {
  credential = next
}

/** Sets the workspace of requests from now on. */
export function setWorkspace(id: string | undefined): void {
  workspace = id
}

const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Puts the credential of now into the headers of a request. */
export function authenticate(headers: Headers, method = 'GET'): Headers {
  headers.delete('Token')
  if (credential?.kind === 'key') headers.set('Token', credential.key)
  if (credential?.kind !== 'session') return headers
  if (workspace !== undefined) headers.set('Workspace', workspace)
  if (unsafe.has(method)) headers.set('Csrf', credential.csrf)
  return headers
}
