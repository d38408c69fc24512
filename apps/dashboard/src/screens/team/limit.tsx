import type { Member } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, numbersQuery } from '../../api/api.ts'
import { NumbersField } from '../../messages/fields.tsx'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'

/** Names of the numbers that someone is limited to. Shows nothing without a limit. */
export function NumbersLine({ numbers }: Pick<Member, 'numbers'>) {
  const { data = [] } = useQuery({ ...numbersQuery(useWorkspaceId()), enabled: numbers !== null })
  if (numbers === null) return null
  const names = numbers.map((id) => data.find((number) => number.id === id)?.name ?? id)
  return <small style={{ display: 'block' }}>{say('team.limitedTo', { numbers: names.join(', ') })}</small>
}

/** Button that limits an agent or viewer to some numbers. Choosing none ends the limit. Hidden if one can be neither set nor ended. */
export function LimitButton({ member: { id, name, numbers } }: { member: Member }) {
  const workspace = useWorkspaceId()
  const { data = [] } = useQuery(numbersQuery(workspace))
  const [chosen, setChosen] = useState<string[]>([])
  if (data.length < 2 && numbers === null) return null
  return (
    <ConfirmButton
      name={say('key.numbers')}
      text={<NumbersField label={say('team.numbersOf', { name })} chosen={chosen} onChange={setChosen} />}
      run={() => api.team.update({ id, numbers: chosen.length > 0 ? chosen : null })}
      changes={['team']}
      done={() => say('desk.stored')}
      onOpen={() => setChosen(numbers ?? [])}
      isGrave={false}
      button={{ size: 'compact-xs' }}
    />
  )
}
