import { textCharactersMax } from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { acceptContent } from './accept.ts'

it('the visible text of native content is cut between characters', () => {
  const caption = `${'x'.repeat(textCharactersMax - 1)}👍`
  const { body } = acceptContent({ native: { type: 'image', content: { link: 'https://example.com', caption } } }, [])
  expect(body).toBe('x'.repeat(textCharactersMax - 1))
})
