import { Checkbox } from '@mantine/core'
import type { Queue } from '@posthorn/sdk'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import deskStyles from '../../parts/desk.module.css'
import { TextField } from '../../parts/fields.tsx'
import { FormErrors } from '../../parts/form-errors.tsx'
import { Panel } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'

/** Cancels the pending messages of a queue: all, or only for some phones or one reference. */
export function PurgeForm({ queue }: { queue: Queue }) {
  const workspace = useWorkspaceId()
  const [phones, setPhones] = useState('')
  const [reference, setReference] = useState('')
  const [includeScheduled, setIncludeScheduled] = useState(false)
  const list = phones.split(/[\s,;]+/).filter(Boolean)
  const filter = {
    ...(list.length > 0 ? { phones: list } : {}),
    ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
    includeScheduled,
  }
  const purge = useAction({
    run: () => purgeAll({ id: queue.number, ...filter }),
    changes: [['numbers', workspace]],
    done: (count) => say('queue.purged', { count }),
    isOfForm: true,
  })
  const isAll = list.length === 0 && reference.trim() === ''
  const count = queue.waiting + (includeScheduled ? queue.scheduled : 0)
  return (
    <Panel title={say('queue.purge')}>
      <div className={deskStyles.form}>
        <FormErrors error={purge.error}>
          <TextField
            name="phones"
            label={say('queue.purgePhones')}
            description={say('queue.purgePhonesHelp')}
            value={phones}
            onChange={(event) => setPhones(event.currentTarget.value)}
          />
          <TextField
            name="reference"
            label={say('queue.purgeReference')}
            value={reference}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
        </FormErrors>
        <Checkbox
          label={say('queue.purgeScheduled')}
          checked={includeScheduled}
          onChange={(event) => setIncludeScheduled(event.currentTarget.checked)}
        />
        <div>
          <ConfirmButton
            name={say('queue.purge')}
            text={isAll ? say('queue.purgeAllWhy', { count }) : say('queue.purgeSomeWhy')}
            run={() => purge.mutateAsync(undefined)}
            button={{ color: 'red', variant: 'light' }}
          />
        </div>
      </div>
    </Panel>
  )
}

type Filter = Parameters<typeof api.queues.purge>[0]

/** Repeats the request while messages remain: each cancels only a part of a long queue. */
async function purgeAll(filter: Filter): Promise<number> {
  let total = 0
  for (;;) {
    const { canceled, remaining } = await api.queues.purge(filter)
    total += canceled
    if (remaining === 0 || canceled === 0) return total
  }
}
