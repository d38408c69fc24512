import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  type CallContext,
  callContext,
  callContextHeader,
  callsPerBatchMax,
  fail,
  type Mutation,
  type Query,
  refuseLimited,
  type Scope,
} from '@posthorn/contracts'
import { sameText } from '../crypto.ts'

/** Secret of a program that may make calls, with its restrictions, if any. */
type Credential = { secret: string; scopes?: ReadonlySet<Scope>; workspaces?: ReadonlySet<string> }

const scopePattern = '(?:read|send|manage|raw|admin|erase|operator)'
const scopesPattern = String.raw`${scopePattern}(?:\+${scopePattern})*`
const workspacePattern = 'ws_[0-9a-hjkmnp-tv-z]{26}'
const workspacesPattern = String.raw`${workspacePattern}(?:\+${workspacePattern})*`
const credentialPattern = String.raw`[\w-]+:[\w-]{32,}(?::${scopesPattern}(?::${workspacesPattern})?)?`

export const credentialsPattern = new RegExp(`^${credentialPattern}(?:,${credentialPattern})*$`)

/** Parses comma-separated `name:secret`, `name:secret:read+send` or `name:secret:read+send:ws_…+ws_…`. */
export const parseCredentials = (list: string): Map<string, Credential> =>
  new Map(list.split(',').map((text) => entryOf(text.split(':'))))

/** Returns a credential with its name as the key. Without scopes or workspaces, it may claim all. */
const entryOf = ([name = '', secret = '', scopes, workspaces]: string[]): [string, Credential] => [
  name,
  {
    secret,
    ...(scopes === undefined ? {} : { scopes: new Set(scopes.split('+') as Scope[]) }),
    ...(workspaces === undefined ? {} : { workspaces: new Set(workspaces.split('+')) }),
  },
]

/** Returns whether a program with this credential may claim this call context. */
function mayClaim({ scopes, workspaces }: Credential, call: CallContext): boolean {
  if (scopes && !call.scopes.every((each) => scopes.has(each))) return false
  return workspaces === undefined || (call.workspace !== null && workspaces.has(call.workspace))
}

export type ContextVerifier = (header: string | string[] | undefined, nowMs?: number) => (CallContext | null)[]

type Signed = { content: unknown; credential: Credential }

/** Returns a token's content and the credential that signed it; undefined unless a known caller did. Doesn't check the content. */
function verifiedToken(token: string, credentials: Map<string, Credential>): Signed | undefined {
  const [payload, name, signature, ...rest] = token.trim().split('.')
  const credential = credentials.get(name ?? '')
  if (!payload || !signature || !credential || rest.length > 0) return undefined
  const expected = createHmac('sha256', credential.secret).update(payload).digest('base64url')
  return sameText(expected, signature) ? { content: parseJson(payload), credential } : undefined
}

/** Returns a context if it is complete, unexpired, and its caller may claim it; otherwise null. */
function validContext(signed: Signed | undefined, nowMs: number): CallContext | null {
  if (!signed) return null
  const { success, data } = callContext.safeParse(signed.content)
  return success && data.expiresAt * 1000 > nowMs && mayClaim(signed.credential, data) ? data : null
}

/** Parses a token's content. Undefined if it is malformed, which is refused like an invalid context. */
function parseJson(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * Returns a verifier for these credentials, which are keyed by name. For each call, the verifier returns the context, or null if the call
 * is refused. Accepts one token per call, or a single token with a list of contexts. Throws `session:invalid` if there are too many.
 */
export const contextVerifier =
  (credentials: Map<string, Credential>): ContextVerifier =>
  (header, nowMs = Date.now()) => {
    if (typeof header !== 'string') return []
    const tokens = header.split(',')
    refuseTooMany(tokens)
    const signed = tokens.map((token) => verifiedToken(token, credentials))
    const [first] = signed
    const isList = signed.length === 1 && first !== undefined && Array.isArray(first.content)
    const contexts = isList ? (first.content as unknown[]).map((content) => ({ ...first, content })) : signed
    refuseTooMany(contexts)
    return contexts.map((context) => validContext(context, nowMs))
  }

/** Limits the signatures to check, because their caller may be unknown. */
function refuseTooMany(calls: unknown[]): void {
  if (calls.length <= callsPerBatchMax) return
  fail('session:invalid', { message: `At most ${callsPerBatchMax} calls share one request.` })
}

/** Returns a request's contexts. A context without a caller address gets the connection's, for the audit log. */
export function contextsOf(verify: ContextVerifier, req: IncomingMessage): (CallContext | null)[] {
  const ip = req.socket.remoteAddress?.replace(/^::ffff:/, '')
  return verify(req.headers[callContextHeader]).map((call) => call && (ip === undefined ? call : { ip, ...call }))
}

/** Throws if the context is missing or invalid, lacks what the operation needs, or is limited to numbers where the operation concerns all. */
export function authorize(call: CallContext | null | undefined, operation: Query | Mutation): CallContext {
  if (!call) fail('session:invalid')
  if (operation.scope && !call.scopes.includes(operation.scope)) {
    fail('scope:missing', { message: `This operation needs the scope ${operation.scope}.` })
  }
  if (operation.limitedBy === 'workspace') refuseLimited(call)
  const needsWorkspace = operation.scope !== 'operator' && operation.rest !== undefined
  if (needsWorkspace && call.workspace === null)
    fail('session:invalid', { message: 'The signed context names no workspace.' })
  return call
}
