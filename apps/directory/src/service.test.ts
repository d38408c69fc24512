import { newId } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { subjectOf } from './service.ts'

const key = 'ph_live_4fQ2mZ7aBk3J_0123456789abcdefghijABCDEFGHIJ0123456789abcdef'
const byKey = { by: 'key', id: '4fQ2mZ7aBk3J' }
const workspace = newId('ws')

describe('the subject of a request', () => {
  it('is the public part of its key, wherever the key may be', () => {
    expect(subjectOf({ uri: '/v1/me', headers: { token: key } })).toEqual(byKey)
    expect(subjectOf({ uri: '/v1/me', headers: { authorization: `Bearer ${key}` } })).toEqual(byKey)
    expect(subjectOf({ uri: `/compat/v1/chat?token=${key}`, headers: {} })).toEqual(byKey)
    expect(subjectOf({ uri: `/compat/v1/files/x/download?%54OKEN=${key}`, headers: {} })).toEqual(byKey)
    expect(subjectOf({ uri: `/graph/v23.0/1/messages?access_token=${key}`, headers: {} })).toEqual(byKey)
    expect(subjectOf({ uri: '/mcp', headers: { token: key.replace('live', 'test'), workspace } })).toEqual(byKey)
  })

  it('is the number of a callback, whatever else it carries', () => {
    const number = newId('num')
    const uri = `/callbacks/${number}?hub.mode=subscribe&token=${key}`
    expect(subjectOf({ uri, headers: { token: key } })).toEqual({ by: 'number', id: number })
  })

  it('is the workspace that a page names, in a header or in the address of a stream', () => {
    const expected = { by: 'workspace', id: workspace }
    expect(subjectOf({ uri: '/v1/chats', headers: { workspace } })).toEqual(expected)
    expect(subjectOf({ uri: `/v1/events/stream?workspace=${workspace}`, headers: {} })).toEqual(expected)
  })

  it('is absent where nothing names one, and where the text is none', () => {
    for (const uri of [
      '/',
      '/docs',
      '/v1/openapi.json',
      '//',
      '/callbacks/',
      'http://[',
      `/callbacks/${'x'.repeat(65)}`,
    ])
      expect(subjectOf({ uri, headers: { token: 'ph_live_short_x', workspace: "ws_'or 1=1" } })).toBeNull()
  })
})
