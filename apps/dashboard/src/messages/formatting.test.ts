import { describe, expect, it } from 'vitest'
import { formattedPieces, type Piece } from './text.ts'

/** Formats pieces with the names of their kinds. */
const shown = (pieces: Piece[]): string =>
  pieces
    .map((piece) => {
      if ('pieces' in piece) return `<${piece.kind}>${shown(piece.pieces)}</>`
      return piece.kind === 'text' ? piece.text : `<${piece.kind}>${piece.text}</>`
    })
    .join('')

describe('the formatting of a text', () => {
  it.each([
    ['plain', 'plain'],
    ['*bold* and _italic_ and ~struck~', '<bold>bold</> and <italic>italic</> and <strike>struck</>'],
    ['*bold _and italic_*', '<bold>bold <italic>and italic</></>'],
    ['`a *b*` and ```c\nd```', '<code>a *b*</> and <code>c\nd</>'],
    ['snake_case_name and 2*3*4', 'snake_case_name and 2*3*4'],
    ['* no * and _ no _', '* no * and _ no _'],
    ['*not\nbold*', '*not\nbold*'],
    ['(*bold*), *größe*!', '(<bold>bold</>), <bold>größe</>!'],
    ['see https://example.com/a_b_c, *now*', 'see <link>https://example.com/a_b_c</>, <bold>now</>'],
    ['*see https://example.com/a*', '<bold>see <link>https://example.com/a</></>'],
    ['<b>no HTML</b>', '<b>no HTML</b>'],
  ])('%j', (text, expected) => {
    expect(shown(formattedPieces(text))).toBe(expected)
  })
})
