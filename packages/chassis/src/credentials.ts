import type { CallContext, Scope } from '@posthorn/contracts'

/** Secret of a program that may make calls, with its restrictions, if any. */
export type Credential = { secret: string; scopes?: ReadonlySet<Scope>; workspaces?: ReadonlySet<string> }

const scope = '(?:read|send|manage|raw|admin|erase|operator)'
const workspace = 'ws_[0-9a-hjkmnp-tv-z]{26}'
const one = String.raw`[\w-]+:[\w-]{32,}(?::${scope}(?:\+${scope})*(?::${workspace}(?:\+${workspace})*)?)?`

export const credentialsPattern = new RegExp(`^${one}(?:,${one})*$`)

/** Parses comma-separated `name:secret`, `name:secret:read+send` or `name:secret:read+send:ws_…+ws_…`. */
export function parseCredentials(list: string): Map<string, Credential> {
  return new Map(list.split(',').map((text) => entryOf(text.split(':'))))
}

function entryOf([name = '', secret = '', scopes, workspaces]: string[]): [string, Credential] {
  return [
    name,
    {
      secret,
      ...(scopes === undefined ? {} : { scopes: new Set(scopes.split('+') as Scope[]) }),
      ...(workspaces === undefined ? {} : { workspaces: new Set(workspaces.split('+')) }),
    },
  ]
}

/** Returns whether a program with this credential may claim this call context. */
export function mayState({ scopes, workspaces }: Credential, call: CallContext): boolean {
  if (scopes && !call.scopes.every((each) => scopes.has(each))) return false
  return workspaces === undefined || (call.workspace !== null && workspaces.has(call.workspace))
}
