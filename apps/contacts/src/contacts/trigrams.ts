import { foldedText, spacedText } from '@posthorn/contracts'

/** Trigrams of each word, like the column `name_trigrams`, in text order. */
export function trigramsOf(text: string): string[] {
  const padded = Array.from(`  ${spacedText(foldedText(text)).trim().replaceAll(/\s+/g, '  ')} `)
  const length = Math.max(0, padded.length - 2)
  return [...new Set(Array.from({ length }, (_, i) => padded.slice(i, i + 3).join('')))]
}

const groups = 4
/** Smaller parts match too many names: two at the start of a word match 400 of 100,000 names, three match 24 (measured: 9 ms and 1 ms). */
const partMin = 3

/**
 * Splits a text's trigrams into groups. An intended name contains at least one group completely: a typo affects adjacent trigrams, so it leaves one
 * of four groups intact. Short texts keep the start, the end, or both, because their groups would be too small to be selective.
 */
export function partsLeftBySlips(trigrams: string[]): string[][] {
  const { length } = trigrams
  if (length < 2 * partMin || length >= groups * partMin) return inGroups(trigrams)
  const spoilt = Math.floor(length / 2)
  const bothSides = Array.from({ length: Math.max(0, 2 * partMin + spoilt - length) }, (_, i) => {
    const from = length - partMin - spoilt + 1 + i
    return [...trigrams.slice(0, from), ...trigrams.slice(from + spoilt)]
  })
  return [trigrams.slice(0, partMin), trigrams.slice(-partMin), ...bothSides]
}

function inGroups(trigrams: string[]): string[][] {
  const size = Math.max(2, Math.ceil(trigrams.length / groups))
  return Array.from({ length: Math.ceil(trigrams.length / size) }, (_, i) => trigrams.slice(i * size, (i + 1) * size))
}
