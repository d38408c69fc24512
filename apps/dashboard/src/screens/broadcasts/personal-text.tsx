import { type PersonalContact, parsePlaceholders, personalValues, valueFor } from '@posthorn/contracts/placeholders'
import { Fragment } from 'react'
import { say } from '../../words/words.ts'
import styles from './broadcasts.module.css'

const labels = {
  'contact.name': 'placeholder.name',
  'contact.firstName': 'placeholder.firstName',
  'contact.phone': 'placeholder.phone',
  'contact.fields.': 'placeholder.ownField',
} as const

/** Returns a placeholder's name in the person's language. Custom fields and rarely used names are shown as written. */
export function nameOfValue(name: string): string {
  const label = Object.hasOwn(labels, name) ? labels[name as keyof typeof labels] : undefined
  return label ? say(label) : name.replace(/^contact\.(fields\.)?/, '')
}

type Props = { text: string; contact: PersonalContact | null }

/** A post's text as one person gets it. Marks where they get a fallback, and names the values that are missing. */
export function PersonalText({ text, contact }: Props) {
  const { pieces = [text] } = parsePlaceholders(text)
  const named = pieces.filter((piece) => typeof piece !== 'string')
  const values = contact
    ? personalValues(
        contact,
        named.map(({ name }) => name),
      )
    : {}
  const missing = [...new Set(named.map(({ name }) => name))].filter((name) => !Object.hasOwn(values, name))
  const parts = pieces.map((piece, i) => ({ at: i, piece }))
  return (
    <>
      <p className={styles.bubble}>
        {parts.map(({ at, piece }) => {
          if (typeof piece === 'string') return <Fragment key={at}>{piece}</Fragment>
          const shown = valueFor(piece, values)
          return Object.hasOwn(values, piece.name) ? <b key={at}>{shown}</b> : <mark key={at}>{shown}</mark>
        })}
      </p>
      {missing.length > 0 && (
        <small>{say('placeholder.missing', { names: missing.map((name) => nameOfValue(name)).join(', ') })}</small>
      )}
    </>
  )
}
