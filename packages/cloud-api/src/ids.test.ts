import { type Id, idFromBytes, newId } from '@posthorn/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mediaIdOf, messageIdOf, ownerOfMedia, wamidOf } from './ids.ts'

const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })

describe('ids in the form of the provider', () => {
  it('of messages are turned back into ours, and have the provider’s form', () => {
    fc.assert(
      fc.property(bytes, (some) => {
        const id = idFromBytes('msg', some)
        expect(wamidOf(id)).toMatch(/^wamid\.[A-Za-z0-9+/]{28}$/)
        expect(messageIdOf(wamidOf(id))).toBe(id)
      }),
    )
  })

  it('of media are digits, and are turned back into the file or message they are made of', () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom('file', 'msg'), (some, prefix) => {
        const id = idFromBytes(prefix, some) as Id<'file'> | Id<'msg'>
        expect(mediaIdOf(id)).toMatch(/^\d{39,40}$/)
        expect(ownerOfMedia(mediaIdOf(id))).toBe(id)
      }),
    )
    expect(ownerOfMedia(mediaIdOf(newId('file')))).toMatch(/^file_/)
  })

  it('of the provider stay as they are', () => {
    for (const id of ['wamid.HBgNNDkxNTExMjM0NTY3OBUCABIYFDNB', 'wamid.', 'wamid.!', 'msg_1', ''])
      expect(messageIdOf(id)).toBe(id)
    for (const id of ['1479537139650973', '0', '9'.repeat(40), 'x']) expect(ownerOfMedia(id)).toBeUndefined()
  })
})
