import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DeadEvent, operator, type Service } from '../../api/operator.ts'
import { useAction } from '../../api/use-action.ts'
import { Code } from '../../parts/code.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DeskForm } from '../../parts/desk-form.tsx'
import { Facts } from '../../parts/facts.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { deadEventQuery } from './data.ts'

type Props = DeadEvent & { service: Service }

const changes = [['operator']] as const

export function DetailsButton(dead: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {say('operator.show')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={dead.kind} size="lg">
        <Details {...dead} />
      </Modal>
    </>
  )
}

function Details({ service, event, error }: Props) {
  return (
    <Loaded query={useQuery(deadEventQuery(service, event))}>
      {({ occurredAt, aggregate, data }) => (
        <>
          <Facts
            facts={[
              [say('operator.id'), <code key="id">{event}</code>],
              [say('operator.occurredAt'), fullMoment(occurredAt)],
              [say('operator.about'), <code key="about">{aggregate.id}</code>],
              [say('operator.version'), aggregate.version],
              [say('operator.error'), error],
            ]}
          />
          <p>{say('operator.contentsWhy')}</p>
          <Code label={say('operator.contents')} text={JSON.stringify(data, null, 2)} />
        </>
      )}
    </Loaded>
  )
}

/** Applies an event again. */
export function ApplyButton({ service, event, kind }: Props) {
  const apply = useAction({
    run: () => operator.applyDeadEvent(service, event),
    changes,
    done: () => say('operator.applied', { kind, service }),
  })
  return (
    <ConfirmButton
      name={say('operator.apply')}
      text={say('operator.applyWhy', { service })}
      run={() => apply.mutateAsync(undefined)}
    />
  )
}

/** Discards an event, with a reason. */
export function DiscardButton({ service, event, kind }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { fields, bind } = useFields({ reason: '' })
  const discard = useAction({
    run: () => operator.discardDeadEvent(service, { event, reason: fields.reason.trim() }),
    changes,
    done: () => say('operator.discarded', { kind }),
    isOfForm: true,
  })
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {say('operator.discard')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={say('operator.discard')}>
        <p>{say('operator.discardWhy', { service })}</p>
        <DeskForm
          submitName={say('operator.discard')}
          isBusy={discard.isPending}
          error={discard.error}
          onSubmit={() => discard.mutate(undefined)}
        >
          <TextField label={say('operator.reason')} required maxLength={200} {...bind('reason')} />
        </DeskForm>
      </Modal>
    </>
  )
}
