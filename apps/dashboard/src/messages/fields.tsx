import { Checkbox, type NativeSelectProps, Stack } from '@mantine/core'
import type { MessagesSendInput, Template } from '@posthorn/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { isApproved, numbersQuery } from '../api/api.ts'
import deskStyles from '../parts/desk.module.css'
import { SelectField, TextField } from '../parts/form.tsx'
import { Loaded } from '../parts/page.tsx'
import { useWorkspaceId } from '../session/session.ts'
import { ownValue, say } from '../words/words.ts'
import { isPositional, variablesOf } from './text.ts'

type Choice = ReturnType<typeof useNumber>

/** The query for all numbers of the workspace. */
export const useNumbers = () => useQuery(numbersQuery(useWorkspaceId()))

/** The chosen one of the connected numbers: until one is chosen, `first`, or the default, or any; empty if there are none. */
export function useNumber(first = '') {
  const all = useNumbers().data ?? []
  const numbers = all.filter(({ status }) => status !== 'disconnected')
  const [chosen, setChosen] = useState(first)
  const number = chosen || numbers.find((each) => each.default)?.id || numbers[0]?.id || ''
  return { number, numbers, setNumber: setChosen }
}

type NumberFieldProps = { choice: Choice } & Pick<NativeSelectProps, 'name' | 'size' | 'aria-label'>

/** Field to choose one of several numbers. With fewer than two, shows nothing. */
export function NumberField({ choice: { number, numbers, setNumber }, ...props }: NumberFieldProps) {
  if (numbers.length < 2) return null
  return (
    <SelectField
      {...(props['aria-label'] ? {} : { label: say('channel.number') })}
      {...props}
      data={numbers.map(({ id, name }) => ({ value: id, label: name }))}
      value={number}
      onChange={(event) => setNumber(event.currentTarget.value)}
    />
  )
}

type NumbersProps = { label?: string; chosen: string[]; onChange: (numbers: string[]) => void }

/**
 * Field that limits a member or a key to some numbers. With fewer than two, shows only a limit that exists. Until the numbers are known, a
 * form for someone new must not be submitted: without the field, there would be no limit.
 */
export function NumbersField({ label = say('key.numbers'), chosen, onChange }: NumbersProps) {
  const [isLimited] = useState(chosen.length > 0)
  return (
    <Loaded query={useNumbers()}>
      {(numbers) =>
        (numbers.length > 1 || isLimited) && (
          <Checkbox.Group label={label} description={say('key.numbersHelp')} value={chosen} onChange={onChange}>
            <Stack gap="xs" mt="xs">
              {numbers.map(({ id, name }) => (
                <Checkbox key={id} value={id} label={name} />
              ))}
            </Stack>
          </Checkbox.Group>
        )
      }
    </Loaded>
  )
}

type TemplateProps = {
  query: UseQueryResult<Template[]>
  chosen: string
  onChange: (id: string) => void
  help?: string
  /** Text of the choice of no template. */
  none: string
}

/** Field for one of the approved templates; their error if they can't be read. Also there while they load, to get the focus. */
export function TemplateField({ query, chosen, onChange, help, none }: TemplateProps) {
  if (query.data === undefined && query.errorUpdateCount > 0) return <Loaded query={query}>{() => null}</Loaded>
  const templates = (query.data ?? []).filter(isApproved)
  const names = templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` }))
  return (
    <SelectField
      name="template"
      label={say('kind.template')}
      data-autofocus
      description={help}
      data={[{ value: '', label: none }, ...names]}
      value={chosen}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type Values = Readonly<Record<string, string>>
type VariablesProps = {
  template: Template
  values: Values
  onChange: (values: Values) => void
  /** Field for a variable's value. */
  Field?: ComponentType<FieldProps>
}
type FieldProps = {
  name: string
  label: string
  required: boolean
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** Shows a template's text, and a field for each of its variables. Broadcasts pass a `Field` that inserts placeholders. */
export function TemplateVariables({ template, values, onChange, Field = TextField }: VariablesProps) {
  const isList = isPositional(template.variables)
  return (
    <>
      <p className={deskStyles.quiet}>{template.body}</p>
      {template.variables.map((name, i) => (
        <Field
          key={name}
          // The path that the API names in errors.
          name={`template.variables.${isList ? i : name}`}
          label={say('template.variable', { name })}
          required
          value={ownValue(values, name) ?? ''}
          onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
    </>
  )
}

/** Returns a template with these values as a message has it. */
export function templateOf(template: Template, values: Values): NonNullable<MessagesSendInput['template']> {
  const { name, language, variables } = template
  return { name, language, ...(variables.length > 0 ? { variables: variablesOf(variables, values) } : {}) }
}
