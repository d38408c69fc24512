/** Kinds of fields that every platform has a control for. `texts`: a list of texts. `bytes`: a file. */
export type FieldKind = 'text' | 'lines' | 'number' | 'boolean' | 'time' | 'choice' | 'texts' | 'json' | 'bytes'

/** Lists that a field can load from the workspace. */
export type ListName = 'channels' | 'groups' | 'labels' | 'members' | 'numbers' | 'segments' | 'templates'

/** A field of an action, as a person sees it. */
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

/** Form of a response: a value, a list in pages, or a file. */
export type AnswerForm = 'value' | 'pages' | 'body'

/** A platform's action: an operation of the API with the fields that a person fills in. */
export type Action = {
  key: string
  noun: string
  verb: string
  label: string
  help: string
  answer: AnswerForm
  /** The operation accepts bytes. For others, a file is stored first and its id is sent. */
  uploads?: true
  fields: readonly Field[]
  /** Input that the action always sends. */
  fixed?: Readonly<Record<string, unknown>>
  /** A response, for platforms that show one before the first call. */
  sample?: unknown
}

/** Operations of a noun. */
export type Group = { noun: string; label: string; help: string; actions: readonly Action[] }

/** A kind of event that starts a workflow. */
export type EventKind = { kind: string; label: string; help: string }

/** A trigger with its own name on platforms, and an event they show before the first one. */
export type Trigger = {
  key: string
  kind: string
  label: string
  help: string
  sample: Readonly<Record<string, unknown>>
}
