import { fail } from '@posthorn/contracts'

/** Deepest nesting of a JSON body. */
const depthMax = 32
/** Most members and elements of a JSON body; more of them cost too much to refuse one by one. */
const membersMax = 50_000

/** Most fields of one object; no operation takes as many. */
const namesMax = 1_000

/** An unclosed object with its names so far, or an unclosed array. */
type OpenValue = Set<string> | null

/**
 * Checks a JSON text before it is parsed. Refuses one that is nested too deeply, has too many members or fields of an object, repeats a name in an object
 * (readers disagree which value counts), or names `__proto__`. Invalid JSON is left to the parser.
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

/** Returns the index at which the string that begins at `from` ends, or the length of the text. */
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
  // Other readers set a prototype with it; this one would drop it silently.
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
