/** Returns text that HTML shows as it is, also in an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** Longer words may break. */
const wordMax = 12
/** Longer pieces may break at their punctuation, because they might not fit on a phone. */
const pieceMax = 24
/** The place after a separator that follows a letter or bracket, except near the beginning and at the end of a word. */
const separators = /(?<!^.{0,5})(?<=[\p{L}\p{N}}\])>"][/_.:,=&?@-])(?=.)/u

/** Returns code in a sentence. Long words break after separators, so that tables fit on phones; short ones such as `--yes` never do. */
export function inlineCode(code: string): string {
  const words = code.split(' ').map((word) => {
    const pieces = word.length > wordMax ? word.split(separators) : [word]
    return pieces.map(unbroken).join('<wbr>')
  })
  return `<code>${words.join(' ')}</code>`
}

/** Returns a piece that browsers do not break at its punctuation, unless it is too long. */
function unbroken(piece: string): string {
  const mayBreak = /[^\p{L}\p{N}_]/u.test(piece) && piece.length <= pieceMax
  return mayBreak ? `<span>${escapeHtml(piece)}</span>` : escapeHtml(piece)
}

/** Returns a sentence as HTML, with the code that it has between backticks. */
export function sentenceHtml(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 1 ? inlineCode(part) : escapeHtml(part)))
    .join('')
}

/** Returns a heading's anchor, as on GitHub. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

/** Returns the text of HTML, for titles and the search. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<wbr>|<\/?span>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
