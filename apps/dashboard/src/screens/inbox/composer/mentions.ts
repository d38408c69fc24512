import type { Member } from '@posthorn/sdk'

type Person = Pick<Member, 'id' | 'name'>

const shownMax = 6

/** Returns what is written behind an @ at the end of a text; undefined where nothing is. */
export function writtenMention(text: string): string | undefined {
  return /(?:^|\s)@([^\s@]*)$/.exec(text)?.[1]
}

/** Returns the members one of whose names begins with what is written. */
export function matchingMembers<P extends Person>(team: readonly P[], written: string): P[] {
  const text = written.toLowerCase()
  const fits = ({ name }: Person) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((part) => part.startsWith(text))
  return team.filter(fits).slice(0, shownMax)
}

/** A piece of a note: plain text, or the mention of a member. */
export type NotePiece = { text: string; member?: string }

/** Returns the pieces of a note. Of names that begin alike, the longest is taken. */
export function piecesOf(text: string, team: readonly Person[]): NotePiece[] {
  const names = team.toSorted((a, b) => b.name.length - a.name.length)
  const pieces: NotePiece[] = []
  let plain = ''
  const end = () => {
    if (plain !== '') pieces.push({ text: plain })
    plain = ''
  }
  for (let at = 0; at < text.length; ) {
    const member = text[at] === '@' ? names.find(({ name }) => text.startsWith(name, at + 1)) : undefined
    if (member === undefined) {
      plain += text[at]
      at += 1
      continue
    }
    end()
    pieces.push({ text: `@${member.name}`, member: member.id })
    at += 1 + member.name.length
  }
  end()
  return pieces
}

/** Returns the members whom a note mentions, each once. */
export function mentionsIn(text: string, team: readonly Person[]): string[] {
  return [...new Set(piecesOf(text, team).flatMap(({ member }) => member ?? []))]
}
