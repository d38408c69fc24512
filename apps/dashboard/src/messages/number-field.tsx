import type { NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { numbersQuery } from '../api/api.ts'
import { SelectField } from '../parts/form.tsx'
import { useWorkspaceId } from '../session/session.ts'
import { say } from '../words/words.ts'

type Choice = ReturnType<typeof useNumber>

/** The chosen number: the default until another is chosen; empty if there are no numbers. */
export function useNumber(first = '') {
  const numbers = useQuery(numbersQuery(useWorkspaceId())).data ?? []
  const [chosen, setChosen] = useState(first)
  const number = chosen || numbers.find((each) => each.default)?.id || numbers[0]?.id || ''
  return { number, numbers, setNumber: setChosen }
}

type Props = { choice: Choice } & Pick<NativeSelectProps, 'name' | 'label' | 'size' | 'aria-label'>

/** Field to choose one of several numbers. With fewer than two, shows nothing. */
export function NumberField({ choice: { number, numbers, setNumber }, ...props }: Props) {
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
