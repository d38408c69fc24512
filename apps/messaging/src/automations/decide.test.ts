import { describe, expect, it } from 'vitest'
import { saysWords } from './decide.ts'

describe('the words of an automation', () => {
  it.each([
    ['whole words, ignoring case and accents', 'Wo bleibt meine RÉCHNUNG?', ['rechnung'], true],
    ['phrases with any punctuation between their words', 'money, back please', ['money back'], true],
    ['no parts of words', 'refunding', ['refund'], false],
    ['words of scripts without spaces', '我想退款了', ['退款'], true],
    ['symbols', 'thanks👍', ['👍'], true],
    ['nothing in an empty text', '', ['hello'], false],
  ])('are %s', (_, text, words, expected) => {
    expect(saysWords(text, words)).toBe(expected)
  })
})
