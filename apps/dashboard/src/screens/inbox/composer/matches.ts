import type { Member, SavedReply } from '@posthorn/sdk'

type Person = Pick<Member, 'id' | 'name'>

const shownMax = 6

/** Returns the text after an @ at the end, which starts a mention; undefined if there is none. The @ of an email address starts none. */
export const mentionPrefix = (text: string): string | undefined => /(?<![\p{L}\p{N}_.])@([^\s@]*)$/u.exec(text)?.[1]

/** Returns the first few members with a word in their name that begins with the prefix. */
export function matchingMembers<P extends Person>(team: readonly P[], prefix: string): P[] {
  const text = prefix.toLowerCase()
  const fits = ({ name }: Person) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((part) => part.startsWith(text))
  return team.filter(fits).slice(0, shownMax)
}

type NotePiece = { text: string; member?: string }

const beforeMention = /(?<![\p{L}\p{N}_.])$/u
const afterName = /^(?![\p{L}\p{N}])/u

/** Returns whether a name is mentioned at this position: as a whole word, because an `@` in an email address mentions no one. */
const mentionedAt = (text: string, at: number, name: string): boolean =>
  text.startsWith(`@${name}`, at) &&
  beforeMention.test(text.slice(0, at)) &&
  afterName.test(text.slice(at + 1 + name.length))

/** Splits a note into text and mentions. The longest matching name wins. */
export function piecesOf(text: string, team: readonly Person[]): NotePiece[] {
  const names = team.toSorted((a, b) => b.name.length - a.name.length)
  const pieces: NotePiece[] = []
  let plain = ''
  const end = () => {
    if (plain !== '') pieces.push({ text: plain })
    plain = ''
  }
  for (let at = 0; at < text.length; ) {
    const member = text[at] === '@' ? names.find(({ name }) => mentionedAt(text, at, name)) : undefined
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

/** Returns the ids of the members that a note mentions, each once. A name that several members have mentions all of them. */
export function mentionsIn(text: string, team: readonly Person[]): string[] {
  const names = new Set(piecesOf(text, team).flatMap((piece) => (piece.member === undefined ? [] : piece.text)))
  return team.filter(({ name }) => names.has(`@${name}`)).map(({ id }) => id)
}

/** Returns the first few saved replies that match the text after the slash, starting with those whose shortcut matches. */
export function matchingReplies(replies: readonly SavedReply[], afterSlash: string): SavedReply[] {
  const text = afterSlash.toLowerCase()
  const beginsWith = ({ shortcut }: SavedReply) => shortcut?.toLowerCase().startsWith(text) ?? false
  const isNamed = ({ name }: SavedReply) => name.toLowerCase().includes(text)
  return [...replies.filter(beginsWith), ...replies.filter((reply) => !beginsWith(reply) && isNamed(reply))].slice(
    0,
    shownMax,
  )
}
