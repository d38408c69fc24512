/** Kinds of fields; each platform has a control for each. `texts` is a list of texts, `bytes` a file. */
export type FieldKind = 'text' | 'lines' | 'number' | 'boolean' | 'time' | 'choice' | 'texts' | 'json' | 'bytes'

/** Lists that a field offers from the workspace. */
export type ListName = 'channels' | 'groups' | 'labels' | 'members' | 'numbers' | 'segments' | 'templates'

/** A field of an action, as a person sees it. */
export type Field = {
  name: string
  label: string
  help: string
  kind: FieldKind
  required?: true
  /** Place in the input of the operation, such as `media.url`. */
  at: string
  choices?: readonly string[]
  list?: ListName
}

/** Form of an answer: one value, a list page by page, or a file. */
export type AnswerForm = 'value' | 'pages' | 'body'

/** An action of the platforms: an operation of the API with the fields that a person fills in. */
export type Action = {
  key: string
  noun: string
  verb: string
  label: string
  help: string
  answer: AnswerForm
  /** The operation takes the bytes themselves; elsewhere a file is stored first, and its id is sent. */
  uploads?: true
  fields: readonly Field[]
  /** Input that the action always sends. */
  fixed?: Readonly<Record<string, unknown>>
  /** An answer, for platforms that show one before the first call. */
  sample?: unknown
}

/** Operations of one noun. */
export type Group = { noun: string; label: string; help: string; actions: readonly Action[] }

/** A kind of event that starts a workflow. */
export type EventKind = { kind: string; label: string; help: string }

/** A trigger that platforms offer under a name of its own, with an event as they show it before the first one. */
export type Trigger = {
  key: string
  kind: string
  label: string
  help: string
  sample: Readonly<Record<string, unknown>>
}
