const colors = ['#1f5bc4', '#8a5a0b', '#1c6b3c', '#8c2f7a', '#0f6a74', '#a03a1c', '#5a45b0', '#4d5a12']

/**
 * A person's initials on their color, or a question mark if they have no name. Hidden from screen readers, so that it doesn't change the
 * names of controls.
 */
export function Person({ name, size = 32 }: { name: string; size?: number }) {
  const background = colors[sumOf(name) % colors.length]
  const style = { width: size, height: size, fontSize: size * 0.38, background }
  return <span aria-hidden="true" data-initials={initialsOf(name)} style={{ ...round, ...style }} />
}

const round = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  borderRadius: '50%',
  color: '#fff',
  fontWeight: 600,
  letterSpacing: '0.01em',
} as const

/** Returns the first letters of the first and the last word, or the last two digits of a phone number. */
function initialsOf(name: string): string {
  const words = name
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .split(' ')
    .filter(Boolean)
  const joined = words.join('')
  if (/^\d+$/.test(joined)) return joined.slice(-2)
  // Not by index: a letter such as 𝓐 has two code units.
  const [first = '?', last = ''] = [words[0], words.slice(1).at(-1)].map((word = '') => /^./u.exec(word)?.[0])
  return `${first}${last}`.toUpperCase()
}

/** Returns a number that depends on the whole text, so that a person keeps their color. Primes spread similar names over the colors. */
function sumOf(text: string): number {
  let sum = 0
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973
  return sum
}
