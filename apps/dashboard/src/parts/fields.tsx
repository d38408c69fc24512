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
import { say } from '../words/say.ts'
import { useFault } from './form-errors.tsx'

/** Fields of forms. Each is named as the API names it, and shows what the API says about it. */
type WithName<P> = P & { name: string }

/** A field for a line of text. */
export function TextField({ error, ...props }: WithName<TextInputProps>) {
  const fault = useFault(props.name, props.value)
  return <TextInput withAsterisk={false} {...props} error={error ?? fault} />
}

/** A field for several lines of text. */
export function TextAreaField({ error, ...props }: WithName<TextareaProps>) {
  const fault = useFault(props.name, props.value)
  return <Textarea withAsterisk={false} {...props} error={error ?? fault} />
}

/** A field for a secret, which can be shown. */
export function PasswordField({ error, ...props }: WithName<PasswordInputProps>) {
  const fault = useFault(props.name, props.value)
  const toggle = { 'aria-label': say('signIn.show') }
  return <PasswordInput withAsterisk={false} visibilityToggleButtonProps={toggle} {...props} error={error ?? fault} />
}

/** A choice of one of several values. Without a name it has no faults of its own. */
export function SelectField({ error, ...props }: NativeSelectProps) {
  const fault = useFault(props.name, props.value)
  return <NativeSelect {...props} error={error ?? fault} />
}
