import { Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { say } from '../words/say.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A form in a drawer next to its list. It asks before it closes with changes. */
export function FormDrawer({ title, onClose, children }: Props) {
  const [isChanged, setChanged] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <Drawer
      opened
      position="right"
      title={title}
      closeOnEscape={!isAsking}
      onClose={() => (isChanged ? setAsking(true) : onClose())}
    >
      <div onChange={() => setChanged(true)}>{children}</div>
      <ConfirmDialog
        isOpen={isAsking}
        name={say('desk.discard')}
        text={say('desk.discardWhy')}
        run={async () => onClose()}
        onClose={() => setAsking(false)}
      />
    </Drawer>
  )
}
