/** Kinds of fields for which every platform has a control. `texts`: a list of strings. `bytes`: a file. */
export type FieldKind = 'text' | 'lines' | 'number' | 'boolean' | 'time' | 'choice' | 'texts' | 'json' | 'bytes'

export type ListName = 'channels' | 'groups' | 'labels' | 'members' | 'numbers' | 'segments' | 'templates'

export type Field = {
  name: string
  label: string
  help: string
  kind: FieldKind
  required?: true
  /** Path in the operation's input, such as `media.url`. */
  at: string
  choices?: readonly string[]
  list?: ListName
}

/** Form of a response: a value, a paged list, or a file. */
export type AnswerForm = 'value' | 'pages' | 'body'

/** A platform's action: an operation of the API with the fields that a person fills in. */
export type Action = {
  key: string
  noun: string
  verb: string
  label: string
  help: string
  answer: AnswerForm
  /** Whether the operation accepts bytes. For other operations, a file is stored first and its id is sent. */
  uploads?: true
  fields: readonly Field[]
  fixed?: Readonly<Record<string, unknown>>
  /** A sample response, for platforms that show one before the first call. */
  sample?: unknown
}

export type Group = { noun: string; label: string; help: string; actions: readonly Action[] }

export type EventKind = { kind: string; label: string; help: string }

/** A trigger with its own name on platforms, and a sample event to show before the first real one. */
export type Trigger = {
  key: string
  kind: string
  label: string
  help: string
  sample: Readonly<Record<string, unknown>>
}
