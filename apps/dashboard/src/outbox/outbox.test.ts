import { describe, expect, it } from 'vitest'
import { contentsOf } from './new-entries.ts'
import { type Entry, isEditable } from './outbox.ts'

const file = (name: string, type: string) => new File(['x'], name, { type })
const quote = { id: 'msg_1', text: 'Is it ready?' }
const [picture, paper, voice] = [
  file('a.png', 'image/png'),
  file('b.pdf', 'application/pdf'),
  file('c.ogg', 'audio/ogg'),
]

describe('the messages of a reply', () => {
  it('are one for each file, and the text is the caption of the first one where it can be', () => {
    const shapeOf = (text: string, files: File[]) =>
      contentsOf(text, files, quote).map((each) => [
        each.text,
        each.kind === 'message' && each.file?.name,
        each.kind === 'message' && each.quote?.id,
      ])
    expect(shapeOf('', [])).toEqual([])
    expect(shapeOf('Hello', [])).toEqual([['Hello', undefined, 'msg_1']])
    expect(shapeOf('Hello', [picture, paper])).toEqual([
      ['Hello', 'a.png', 'msg_1'],
      ['', 'b.pdf', undefined],
    ])
    expect(shapeOf('Hello', [voice])).toEqual([
      ['Hello', undefined, 'msg_1'],
      ['', 'c.ogg', undefined],
    ])
    const long = 'a'.repeat(1_025)
    expect(shapeOf(long, [picture])).toEqual([
      [long, undefined, 'msg_1'],
      ['', 'a.png', undefined],
    ])
  })
})

it.each<[string, boolean, Partial<Entry>]>([
  ['before its first attempt', true, { status: 'waiting' }],
  ['after an attempt', false, { status: 'waiting', attempts: 1, firstAttemptAt: 1 }],
  ['once it failed', true, { status: 'failed', attempts: 1, firstAttemptAt: 1 }],
  ['while it is tried again', false, { status: 'waiting', attempts: 0, firstAttemptAt: 1 }],
])('an entry can be changed %s: %s', (_name, expected, entry) => {
  expect(isEditable(entry as Entry)).toBe(expected)
})
