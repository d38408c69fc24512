export const colors: Readonly<Record<string, string>> = {
  ruby: '#e0115f',
  tomato: '#ff6347',
  orange: '#ffa500',
  sunflower: '#ffda03',
  bubble: '#ffc1cc',
  rose: '#ff007f',
  poppy: '#e35335',
  rouge: '#a94064',
  raspberry: '#e30b5c',
  purple: '#800080',
  lavender: '#b57edc',
  violet: '#8f00ff',
  pool: '#5ac8fa',
  emerald: '#50c878',
  kelly: '#4cbb17',
  apple: '#8db600',
  turquoise: '#40e0d0',
  aqua: '#00ffff',
  gold: '#ffd700',
  latte: '#c5a582',
  cocoa: '#875f42',
  iron: '#8e8e93',
}

const words = new Map(Object.entries(colors).map(([word, value]) => [value, word]))
const fallback = 'iron'

/** Returns the value for a color name, or iron's value if the name is unknown. Returns a value such as `#2f80ed` unchanged. */
export function colorOfWord(word: string): string {
  if (/^#[0-9a-f]{6}$/i.test(word)) return word.toLowerCase()
  return (Object.hasOwn(colors, word) ? colors[word] : undefined) ?? (colors[fallback] as string)
}

/** Returns the name of the nearest color. */
export function wordOfColor(value: string): string {
  const exact = words.get(value.toLowerCase())
  if (exact !== undefined) return exact
  const [, ...parts] = /^#(..)(..)(..)$/.exec(value) ?? []
  if (parts.length === 0) return fallback
  const distance = (other: string) =>
    [1, 3, 5].reduce((sum, at, i) => {
      const step = Number.parseInt(other.slice(at, at + 2), 16) - Number.parseInt(parts[i] ?? '0', 16)
      return sum + step * step
    }, 0)
  const ranked = Object.entries(colors).toSorted(([, a], [, b]) => distance(a) - distance(b))
  return ranked[0]?.[0] ?? fallback
}
