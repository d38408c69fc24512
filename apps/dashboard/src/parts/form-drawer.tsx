import { Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { say } from '../words/say.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = { title: string; isWide?: boolean; onClose: () => void; children: ReactNode }

/** Whether a dialog is above the drawer. If so, Escape closes that dialog. */
const isBehind = () => document.querySelectorAll('[role=dialog]').length > 1

/** A form in a drawer next to its list. Asks before closing with unsaved changes. */
export function FormDrawer({ title, isWide = false, onClose, children }: Props) {
  const [isChanged, setChanged] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <Drawer
      opened
      position="right"
      title={title}
      {...(isWide ? { size: 'xl' } : {})}
      onClose={() => {
        if (!isBehind()) return isChanged ? setAsking(true) : onClose()
      }}
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
