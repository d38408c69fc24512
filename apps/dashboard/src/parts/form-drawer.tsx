import { Button, Drawer } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useKeys } from '../keys/bindings.ts'
import { say } from '../words/words.ts'
import { ConfirmDialog, useFocusBack } from './dialogs.tsx'
import { Icon } from './icon.tsx'
import { useSearchText } from './search-text.ts'

type FormButtonProps = {
  name: string
  /** Value of `open` in the URL while the form is shown. */
  open: string
  /** Set for the page's main action, which `n` opens. */
  isMain?: boolean
  form: (onDone: () => void) => ReactNode
}

/** A button that opens a form in the drawer, for pages that aren't a `Resource`, which has its own. The URL contains the open form. */
export function FormButton({ name, open: place, isMain = false, form }: FormButtonProps) {
  const [open, setOpen] = useSearchText('open')
  const onOpen = () => setOpen(place)
  const onClose = () => setOpen(undefined)
  useKeys(isMain ? { n: onOpen } : {})
  return (
    <>
      <Button
        {...(isMain ? {} : { variant: 'default', size: 'xs' })}
        leftSection={<Icon name="plus" size={isMain ? 16 : 14} />}
        onClick={onOpen}
      >
        {name}
      </Button>
      {open === place && (
        <FormDrawer title={name} onClose={onClose}>
          {form(onClose)}
        </FormDrawer>
      )}
    </>
  )
}

type DrawerProps = { title: string; isWide?: boolean; onClose: () => void; children: ReactNode }

/** Whether a dialog is above the drawer. If so, Escape closes that dialog. */
const isBehind = () => document.querySelectorAll('[role=dialog]').length > 1

/** Returns what the fields of a form contain, to find changes without a change event. */
const contentOf = (form: Element) =>
  JSON.stringify(
    [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')].map(({ value, checked }) => [
      value,
      checked,
    ]),
  )

/** A form in a drawer next to its list. Asks before closing with unsaved changes, also by Back or by closing the page. */
export function FormDrawer({ title, isWide = false, onClose, children }: DrawerProps) {
  const [isChanged, setChanged] = useState(false)
  const [isAsking, setAsking] = useState(false)
  useFocusBack()
  const leaving = useBlocker({
    // Saving navigates with the other actions.
    shouldBlockFn: ({ action }) => isChanged && action !== 'PUSH' && action !== 'REPLACE',
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  const isBlocked = leaving.status === 'blocked'
  // A button adds, fills or removes fields without a change event.
  const onButton = ({ currentTarget: form }: MouseEvent) => {
    const before = contentOf(form)
    setTimeout(() => contentOf(form) === before || setChanged(true))
  }
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
      <div onChange={() => setChanged(true)} onClickCapture={onButton}>
        {children}
      </div>
      {/* Mounted only while shown: otherwise, the Escape that opens it would close it again. */}
      {(isAsking || isBlocked) && (
        <ConfirmDialog
          name={say('desk.discard')}
          text={say('desk.discardWhy')}
          run={async () => (isBlocked ? leaving.proceed() : onClose())}
          onClose={() => (isBlocked ? leaving.reset() : setAsking(false))}
        />
      )}
    </Drawer>
  )
}
