import { fail } from '@posthorn/contracts'

/** Deepest nesting of a JSON body. */
const depthMax = 32
/** Most members and elements of a JSON body: more cannot be meant, and would cost more to refuse one by one. */
const membersMax = 50_000

/** What is open at a place of the text: an object with the names it has so far, or a list. */
type Open = Set<string> | null

/**
 * Measures a text that should be JSON before anything is built from it. Refuses what is nested too deeply, has too many members, names
 * one twice in an object (of two values, readers disagree which one counts), or names `__proto__`. What is no JSON at all is left to the parser.
 */
export function checkShape(text: string): void {
  const open: Open[] = []
  let members = 0
  let atName = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === 0x22) {
      const end = endOfText(text, i)
      if (atName) noteName(open.at(-1) ?? null, text.slice(i + 1, end))
      atName = false
      i = end
    } else if (char === 0x7b || char === 0x5b) {
      if (open.length === depthMax) fail('request:too_deep')
      atName = char === 0x7b
      open.push(atName ? new Set() : null)
    } else if (char === 0x7d || char === 0x5d) {
      open.pop()
      atName = false
    } else if (char === 0x2c) {
      if (++members > membersMax)
        fail('request:too_large', { message: `The body has more than ${membersMax} members.` })
      atName = open.at(-1) instanceof Set
    }
  }
}

/** Where a text that begins at `from` ends, or the whole does. */
function endOfText(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === 0x5c) i += 1
    else if (char === 0x22) return i
  }
  return text.length
}

function noteName(names: Open, raw: string): void {
  const name = raw.includes('\\') ? unescaped(raw) : raw
  // Readers elsewhere set the prototype of what they build with it; here it would only be dropped without a word.
  if (names && name === '__proto__')
    fail('request:malformed', { message: 'The body names __proto__, which no field is.' })
  if (names?.has(name)) fail('request:malformed', { message: `The body names ${name.slice(0, 100)} twice.` })
  names?.add(name)
}

function unescaped(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}
