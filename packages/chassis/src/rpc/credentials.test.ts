import { signContext, signContexts } from '@posthorn/client'
import { newId, type Scope } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { contextVerifier, credentialsPattern, parseCredentials } from './internal-auth.ts'

const secret = (letter: string) => letter.repeat(40)
const [own, other] = [newId('ws'), newId('ws')]
const list = `gateway:${secret('a')},reports:${secret('b')}:read,shop:${secret('c')}:read+send:${own}`
const verify = contextVerifier(parseCredentials(list))

const context = (workspace: `ws_${string}` | null, scopes: Scope[]) => ({
  workspace,
  actor: { type: 'service' as const, id: 'program' },
  scopes,
  requestId: 'r-1',
  expiresAt: Math.floor(Date.now() / 1000) + 60,
})

describe('the credential of a program', () => {
  it('may be limited to scopes, and then to workspaces', () => {
    expect(list).toMatch(credentialsPattern)
    expect(parseCredentials(list).get('gateway')).toEqual({ secret: secret('a') })
    for (const end of [':', ':boss', ':read+', `::${own}`, `:read:${own},`, ':read:shop', `:read:${own}:more`])
      expect(`shop:${secret('c')}${end}`).not.toMatch(credentialsPattern)
  })

  it('signs nothing beyond its limits: neither another scope nor another workspace, nor none', () => {
    const isTaken = (name: string, letter: string, [workspace, scopes]: Parameters<typeof context>) => {
      const token = signContext(context(workspace, scopes), { name, secret: secret(letter) })
      return verify(token).every((call) => call !== null)
    }
    expect(isTaken('gateway', 'a', [null, ['operator']])).toBe(true)
    expect(isTaken('reports', 'b', [other, ['read']])).toBe(true)
    expect(isTaken('reports', 'b', [other, ['read', 'send']])).toBe(false)
    expect(isTaken('reports', 'b', [null, ['operator']])).toBe(false)
    expect(isTaken('shop', 'c', [own, ['read', 'send']])).toBe(true)
    expect(isTaken('shop', 'c', [other, ['read']])).toBe(false)
    expect(isTaken('shop', 'c', [null, ['read']])).toBe(false)
    expect(isTaken('shop', 'a', [own, ['read']])).toBe(false)
  })

  it('is that of every context of a list, each judged for itself', () => {
    const breaking = ['two,ids', 'two\nlines', 'é', ''].map((requestId) => ({ ...context(own, ['read']), requestId }))
    const contexts = [context(own, ['read']), context(other, ['read']), context(own, ['manage']), ...breaking]
    const token = signContexts(contexts, { name: 'shop', secret: secret('c') })
    const [first, ...refused] = verify(token).map((call) => call?.workspace ?? null)
    expect([first, refused]).toEqual([own, contexts.slice(1).map(() => null)])
  })
})
