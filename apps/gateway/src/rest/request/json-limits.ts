import { fail } from '@posthorn/contracts'

/** Deepest nesting of a JSON body. */
const depthMax = 32
/** Maximum number of members and elements of a JSON body. Beyond that, refusing each would cost too much. */
const membersMax = 50_000

/** Maximum number of fields of an object. No operation takes that many. */
const namesMax = 1_000

/** An unclosed object with its names so far, or an unclosed array. */
type OpenValue = Set<string> | null

/**
 * Checks JSON text before parsing. Refuses too much nesting or too many members, repeated names in an object (parsers disagree on which value
 * wins), and `__proto__`. Leaves invalid JSON to the parser.
 */
export function checkJsonLimits(text: string): void {
  const open: OpenValue[] = []
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
        fail('request:too_large', { message: `The body has more than ${membersMax} members; send fewer at once.` })
      atName = open.at(-1) instanceof Set
    }
  }
}

/** Returns the index where the string starting at `from` ends, or the length of the text. */
function endOfText(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === 0x5c) i += 1
    else if (char === 0x22) return i
  }
  return text.length
}

function noteName(names: OpenValue, raw: string): void {
  const name = raw.includes('\\') ? unescaped(raw) : raw
  // Other parsers set a prototype with it; this one would drop it silently.
  if (names && name === '__proto__')
    fail('request:malformed', { message: 'The body has a field __proto__, which does not exist; remove it.' })
  if (names?.has(name))
    fail('request:malformed', { message: `The body has the field ${name.slice(0, 100)} twice; send it once.` })
  if (names?.size === namesMax)
    fail('request:too_large', { message: `An object of the body has more than ${namesMax} fields; send fewer.` })
  names?.add(name)
}

function unescaped(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}
