import { describe, expect, it } from 'vitest'
import { readToolChoice, toolsets } from './tools.ts'

const read = (query: string) => readToolChoice(new URLSearchParams(query))

describe('the choice of tools in an address', () => {
  it.each([
    ['', { readOnly: false }],
    ['readOnly', { readOnly: true }],
    ['readOnly=true', { readOnly: true }],
    ['readOnly=1', { readOnly: true }],
    ['readOnly=false', { readOnly: false }],
    ['toolsets=chats, contacts&readOnly=true', { readOnly: true, toolsets: ['chats', 'contacts'] }],
    ['toolsets=chats&toolsets=groups', { readOnly: false, toolsets: ['chats', 'groups'] }],
    [`toolsets=${toolsets.join()}`, { readOnly: false, toolsets: [...toolsets] }],
  ])('?%s is taken', (query, choice) => expect(read(query)).toEqual(choice))

  it.each([
    ['readOnly=TRUE', ['readOnly']],
    ['readOnly=True', ['readOnly']],
    ['readOnly=yes', ['readOnly']],
    ['readOnly=2', ['readOnly']],
    ['readOnly= true', ['readOnly']],
    ['readOnly=false&readOnly=true', ['readOnly']],
    ['readOnly=true&readOnly=true', ['readOnly']],
    ['readonly=true', ['readonly']],
    ['read_only=true', ['read_only']],
    ['readOnly[]=true', ['readOnly[]']],
    ['toolset=chats', ['toolset']],
    ['Toolsets=chats', ['Toolsets']],
    ['toolsets=Chats', ['toolsets']],
    ['toolsets=', ['toolsets']],
    ['toolsets=chats,', ['toolsets']],
    ['toolsets=chats;contacts', ['toolsets']],
    ['read=only&readOnly=no&toolsets=all', ['read', 'toolsets', 'readOnly']],
  ])('?%s is refused, and opens no tool', (query, paths) => {
    const choice = read(query)
    expect('faults' in choice && choice.faults.map(({ path }) => path)).toEqual(paths)
  })
})
