const small = new Set([
  'a',
  'an',
  'and',
  'as',
  'at',
  'by',
  'for',
  'from',
  'in',
  'into',
  'is',
  'of',
  'on',
  'or',
  'the',
  'to',
  'via',
  'with',
])

/** Returns a text as n8n writes names: words begin with a capital but for small ones in the middle. */
export function titleCase(text: string): string {
  return text
    .replaceAll(/[_:]/g, ' ')
    .split(' ')
    .map((word, at) => (at > 0 && small.has(word) ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join(' ')
    .replaceAll(/\bId\b/g, 'ID')
    .replaceAll(/\bUrl(s?)\b/g, 'URL$1')
}

/** Returns a help as n8n writes descriptions: without a full stop, with a capital. */
export function sentence(text: string): string {
  const plain = text
    .replaceAll('`', '')
    .replace(/[.。]$/, '')
    .trim()
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`.replaceAll(/\bid\b/g, 'ID').replaceAll(/\burl\b/g, 'URL')
}
