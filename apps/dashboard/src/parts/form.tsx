import {
  Alert,
  Button,
  getOptionsLockup,
  getParsedComboboxData,
  NativeSelect,
  type NativeSelectProps,
  PasswordInput,
  type PasswordInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { ApiError, type FieldError } from '@posthorn/sdk'
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { fieldRules } from '../generated/field-rules.ts'
import { say } from '../words/words.ts'
import styles from './desk.module.css'
import { ConfirmDialog } from './dialogs.tsx'
import { faultOf, namedFaultOf, sentenceOf } from './problem.tsx'

/** What a form needs to know of the action that submits it. */
export type FormAction = { isPending: boolean; error: unknown }

type DeskFormProps = {
  /** The operation that receives the fields. Its rules are checked before anything is sent, in place of the browser's checks. */
  operation?: CheckedOperation
  /** Text of the button; "Save" by default. */
  submitName?: string
  /** The action that submits the fields: while it runs, the button waits; its error is shown at the fields. */
  action: FormAction
  /** Submits the fields, which have no faults that the form could find. */
  onSubmit: () => unknown
  /** What to ask before submitting: the consequence, in a dialog that stays open until `onSubmit` is done. */
  ask?: { text: ReactNode; isGrave?: boolean } | undefined
  /** Set if the person may not submit the form: its fields are disabled, and no button is shown. */
  isReadOnly?: boolean
  isDisabled?: boolean
  /** What a form for something stored would save; it can be submitted once there is something. */
  changes?: object | undefined
  variant?: 'filled' | 'default'
  isWide?: boolean
  more?: ReactNode
  children: ReactNode
}

/** A form that checks its operation's rules before `onSubmit`. Shows the errors of the check, or of the action, at its fields. */
export function DeskForm({ operation, action, onSubmit, ask, children, ...options }: DeskFormProps) {
  const { submitName = say('word.save'), isReadOnly = false, isDisabled = false, changes } = options
  const { variant = 'filled', isWide = false, more } = options
  const isUnchanged = changes !== undefined && Object.keys(changes).length === 0
  const { current: fields } = useRef<FormFields>(new Map())
  const [found, setFound] = useState<FieldFaults>()
  const [isAsking, setAsking] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const unreadable = unreadableIn(event.currentTarget)
    const broken = operation ? faultsIn(operation, fields) : []
    const faults = [...unreadable, ...broken.filter(({ path }) => unreadable.every((fault) => fault.path !== path))]
    setFound(faults.length > 0 ? new FieldFaults(faults) : undefined)
    if (faults.length > 0) return
    if (ask) setAsking(true)
    else onSubmit()
  }
  return (
    <form className={styles.form} noValidate={operation !== undefined} onSubmit={submit}>
      <FormContext value={{ error: found ?? action.error, fields }}>
        <fieldset className={styles.fields} disabled={isReadOnly}>
          {children}
        </fieldset>
        <FormProblem />
      </FormContext>
      {!isReadOnly && (
        <div className={styles.formFoot}>
          <Button
            type="submit"
            variant={variant}
            loading={action.isPending}
            disabled={isDisabled || isUnchanged}
            fullWidth={isWide}
          >
            {submitName}
          </Button>
          {more}
        </div>
      )}
      {ask && isAsking && (
        <ConfirmDialog name={submitName} {...ask} run={async () => onSubmit()} onClose={() => setAsking(false)} />
      )}
    </form>
  )
}

type CheckedOperation = keyof typeof fieldRules

type Rule = { required?: true; minLength?: number; maxLength?: number; minimum?: number; maximum?: number }

/** A form field: its value, its label, and whether the form itself requires it. */
type FormField = { value: unknown; label: ReactNode; isRequired: boolean }

/** Faults that were found in a form before it was sent. */
export class FieldFaults extends Error {
  readonly errors: readonly FieldError[]
  constructor(errors: readonly FieldError[]) {
    super('Some fields are not valid.')
    this.errors = errors
  }
}

/** Returns which of these texts break a rule of the contract, or are missing although the form needs them, worded like the API's errors. */
function faultsIn(operation: CheckedOperation, fields: ReadonlyMap<string, FormField>): FieldError[] {
  const rules: Readonly<Record<string, Rule>> = fieldRules[operation]
  return [...fields].flatMap(([path, { value, isRequired }]) => {
    if (typeof value !== 'string') return []
    const { required, ...rule } = rules[path] ?? {}
    const message = brokenRule(value.trim(), { ...rule, ...((required || isRequired) && { required: true }) })
    return message === undefined ? [] : [{ path, code: 'field:invalid', message }]
  })
}

/** What a field must be whose text the browser may not be able to read, by its type. */
const readable: Readonly<Record<string, string>> = {
  number: 'must be a number',
  time: 'must be a time of day such as 09:00',
  'datetime-local': 'must be a date and a time',
}

/** Returns which fields have a text that the browser can't read, such as a date without a time: their value is then empty. */
const unreadableIn = (form: HTMLFormElement): FieldError[] =>
  [...form.querySelectorAll<HTMLInputElement>('input[name]')].flatMap(({ name, type, validity }) => {
    const message = validity.badInput ? readable[type] : undefined
    return message === undefined ? [] : [{ path: name, code: 'field:invalid', message }]
  })

/** Returns the first rule that a text breaks, in the API's words, for which the dashboard has translations. */
function brokenRule(text: string, rule: Rule): string | undefined {
  const { required, minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = rule
  if (text === '') return required ? 'is required' : undefined
  if (text.length < minLength) return `must have at least ${minLength} characters`
  if (text.length > maxLength) return `must have at most ${maxLength} characters`
  if (rule.minimum === undefined && rule.maximum === undefined) return undefined
  const number = Number(text)
  if (Number.isNaN(number)) return 'must be a number'
  if (number < minimum) return `must be at least ${minimum}`
  return number > maximum ? `must be at most ${maximum}` : undefined
}

/** The fields of a form by API name. `uses`: how many fields have it, such as two while the typed name of a custom field is that of another. */
type FormFields = Map<string, FormField & { uses: number }>

const FormContext = createContext<{ error: unknown; fields: FormFields }>({ error: undefined, fields: new Map() })

/** Returns the errors of single fields, which the API or the form's check found. */
const faultsOf = (error: unknown): readonly FieldError[] =>
  error instanceof ApiError || error instanceof FieldFaults ? error.errors : []

/** Whether a field shows the errors for a path: its own path, or a nested one, such as `urls.0` for `urls`. */
const isOf = (name: string, path: string) => path === name || path.startsWith(`${name}.`)

type FaultProps = { label?: ReactNode; required?: boolean | undefined }

/** Returns a field's error until its value changes. Errors for nested paths belong to the field with the longest matching name. */
export function useFault(name: string | undefined, value?: unknown, props: FaultProps = {}): string | undefined {
  const { label, required: isRequired = false } = props
  const { error, fields } = useContext(FormContext)
  const refused = useRef({ error, value })
  useEffect(() => {
    if (name === undefined) return
    const { uses = 0 } = fields.get(name) ?? {}
    fields.set(name, { value, label, isRequired, uses: uses + 1 })
    return () => {
      const known = fields.get(name)
      if (!known || known.uses === 1) fields.delete(name)
      else known.uses -= 1
    }
  }, [name, fields])
  useEffect(() => {
    const known = name === undefined ? undefined : fields.get(name)
    if (known) Object.assign(known, { value, label, isRequired })
  })
  if (refused.current.error !== error) refused.current = { error, value }
  if (name === undefined || refused.current.value !== value) return undefined
  const inner = [...fields.keys()].filter((other) => other !== name && isOf(name, other))
  const own = faultsOf(error).filter(({ path }) => isOf(name, path) && !inner.some((other) => isOf(other, path)))
  return own.length === 0 ? undefined : own.map((fault) => faultAt(name, fault)).join(' ')
}

/** Returns the text of an error. In a list, the text includes the number of the item. */
function faultAt(name: string, fault: FieldError): string {
  const place = Number.parseInt(fault.path.slice(name.length + 1), 10)
  return Number.isNaN(place) ? faultOf(fault) : `${place + 1}: ${faultOf(fault)}`
}

/** Shows errors that don't belong to any field. Moves the focus to the first invalid field. */
function FormProblem() {
  const { error, fields } = useContext(FormContext)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) mark.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return <div ref={mark}>{error ? <OtherFaults error={error} fields={fields} /> : null}</div>
}

/** Errors that no field shows, each with what it is about, or the error of the whole form. */
function OtherFaults({ error, fields }: { error: unknown; fields: FormFields }) {
  const faults = faultsOf(error)
  const others = faults.filter(({ path }) => ![...fields.keys()].some((name) => isOf(name, path)))
  if (faults.length > 0 && others.length === 0) return null
  const named = (fault: FieldError) => namedFaultOf(fault, labelsAt(fields, fault.path))
  return <Alert color="red">{faults.length === 0 ? sentenceOf(error) : others.map(named).join(' ')}</Alert>
}

/** Returns the labels of the fields that belong to a path, such as those of all variables; undefined if there are none. */
function labelsAt(fields: FormFields, path: string): string | undefined {
  const labels = [...fields].flatMap(([name, { label }]) =>
    isOf(path, name) && typeof label === 'string' ? label : [],
  )
  return labels.length === 0 ? undefined : labels.join(', ')
}

/** Props of a form field. The name is the API's, and the field shows the API's errors for it. */
type WithName<P> = P & { name: string }

/** Text field that shows the form's errors for its name. */
export function TextField({ error, ...props }: WithName<TextInputProps>) {
  const fault = useFault(props.name, props.value, props)
  return <TextInput withAsterisk={false} {...props} error={error ?? fault} />
}

/** Field for the email address of the person who signs in. */
export function EmailField(props: WithName<TextInputProps>) {
  return <TextField label={say('word.email')} type="email" autoComplete="username" required {...props} />
}

/** Multiline text field that shows the form's errors for its name. */
export function TextAreaField({ error, ...props }: WithName<TextareaProps>) {
  const fault = useFault(props.name, props.value, props)
  return <Textarea withAsterisk={false} {...props} error={error ?? fault} />
}

/** Field for a secret, with a button to reveal it. */
export function PasswordField({ error, ...props }: WithName<PasswordInputProps>) {
  const fault = useFault(props.name, props.value, props)
  const toggle = { 'aria-label': say('signIn.show'), title: say('signIn.show'), tabIndex: 0 }
  const shown = { ...props, error: error ?? fault }
  // Mantine marks its other inputs when they are invalid, but not this one. A form moves the focus to a marked input.
  const mark = shown.error ? { 'aria-invalid': true } : {}
  return <PasswordInput withAsterisk={false} visibilityToggleButtonProps={toggle} {...shown} {...mark} />
}

/** Field for the password of the person who signs in. `isNew`: they choose it. */
export function OwnPasswordField({ isNew = false, ...props }: WithName<PasswordInputProps> & { isNew?: boolean }) {
  const help = isNew ? { description: say('welcome.passwordRule') } : {}
  const complete = isNew ? 'new-password' : 'current-password'
  return <PasswordField label={say('word.password')} {...help} autoComplete={complete} required {...props} />
}

/** Select field. Without a name, it shows no errors. It also offers its value if the choices lack it, for example while they load. */
export function SelectField({ error, data = [], ...props }: NativeSelectProps) {
  const fault = useFault(props.name, props.value, props)
  const value = String(props.value ?? '')
  const isMissing = value !== '' && !Object.hasOwn(getOptionsLockup(getParsedComboboxData(data)), value)
  return <NativeSelect {...props} data={isMissing ? [...data, value] : data} error={error ?? fault} />
}

type FieldChange = { currentTarget: { value: string } }

/** Field for the hours during which the previous secret stays valid, so that programs have time to change to the new one. */
export function GraceField(props: WithName<TextInputProps>) {
  return <TextField type="number" min={0} max={168} required {...props} />
}

/** Holds a form's text values by API name. `bind` returns the props that bind a field to one of them; `reset` returns all of them to `initial`. */
export function useFields<N extends string>(initial: Record<N, string>) {
  const [fields, setFields] = useState(initial)
  const bind = (name: N) => ({
    name,
    value: fields[name],
    onChange: (event: FieldChange) => {
      const { value } = event.currentTarget
      setFields((known) => ({ ...known, [name]: value }))
    },
  })
  return { fields, bind, reset: () => setFields(initial) }
}

/**
 * Parses phone numbers separated by line breaks, tabs, commas or semicolons, or by a space if the next one begins with `+`. Removes spaces
 * and punctuation within a number, and repeats.
 */
export function phonesOf(text: string): string[] {
  const phones = text.split(/[\n\t,;]+|\s+(?=\+)/).map((phone) => phone.replaceAll(/[\s()/.-]+/g, ''))
  return [...new Set(phones.filter(Boolean))]
}
