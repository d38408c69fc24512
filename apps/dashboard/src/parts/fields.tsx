import {
  NativeSelect,
  type NativeSelectProps,
  PasswordInput,
  type PasswordInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useState } from 'react'
import { say } from '../words/words.ts'
import { useFault } from './form-errors.tsx'

/** Props of a form field. The name is the API's, and the field shows the API's errors for it. */
type WithName<P> = P & { name: string }

/** Text field that shows the form's errors for its name. */
export function TextField({ error, ...props }: WithName<TextInputProps>) {
  const fault = useFault(props.name, props.value, props.required)
  return <TextInput withAsterisk={false} {...props} error={error ?? fault} />
}

/** Multiline text field that shows the form's errors for its name. */
export function TextAreaField({ error, ...props }: WithName<TextareaProps>) {
  const fault = useFault(props.name, props.value, props.required)
  return <Textarea withAsterisk={false} {...props} error={error ?? fault} />
}

/** Field for a secret, with a button to reveal it. */
export function PasswordField({ error, ...props }: WithName<PasswordInputProps>) {
  const fault = useFault(props.name, props.value, props.required)
  const toggle = { 'aria-label': say('signIn.show'), title: say('signIn.show'), tabIndex: 0 }
  const shown = { ...props, error: error ?? fault }
  // Mantine marks its other inputs when they are invalid, but not this one. A form moves the focus to a marked input.
  const mark = shown.error ? { 'aria-invalid': true } : {}
  return <PasswordInput withAsterisk={false} visibilityToggleButtonProps={toggle} {...shown} {...mark} />
}

/** Select field. Without a name, it shows no errors. */
export function SelectField({ error, ...props }: NativeSelectProps) {
  const fault = useFault(props.name, props.value, props.required)
  return <NativeSelect {...props} error={error ?? fault} />
}

type Props = {
  name: string
  label: string
  description: string
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** Field for the hours during which the previous secret stays valid. */
export function GraceField(props: Props) {
  return <TextField type="number" min={0} max={168} {...props} />
}

type Change = { currentTarget: { value: string } }

/** Holds a form's text values by API name. `bind` returns the props that bind a field to one of them. */
export function useFields<N extends string>(initial: Record<N, string>, isReadOnly = false) {
  const [fields, setFields] = useState(initial)
  const bind = (name: N) => ({
    name,
    value: fields[name],
    readOnly: isReadOnly,
    onChange: (event: Change) => {
      const { value } = event.currentTarget
      setFields((known) => ({ ...known, [name]: value }))
    },
  })
  return { fields, bind, clear: () => setFields(initial) }
}
