import { Modal, TextInput, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useState, useSyncExternalStore } from 'react'
import { Icon } from '../parts/icon.tsx'
import { say } from '../words/say.ts'
import styles from './palette.module.css'
import { type Action, closePalette, onPalette, paletteState } from './palette-state.ts'

/** Finds every action by its name, and shows the key that does the same. */
export function Palette() {
  const { actions } = useSyncExternalStore(onPalette, paletteState)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = matching([...actions.values()].flat(), text)
  const run = (action: Action | undefined) => {
    if (action === undefined) return
    closePalette()
    action.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(found[at])
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const step = event.key === 'ArrowDown' ? 1 : -1
    setAt(Math.max(0, Math.min(found.length - 1, at + step)))
  }
  return (
    <Modal
      opened
      onClose={closePalette}
      withCloseButton={false}
      padding={0}
      centered={false}
      size="lg"
      yOffset="12vh"
      aria-label={say('shell.find')}
    >
      <TextInput
        size="md"
        variant="unstyled"
        px="md"
        leftSection={<Icon name="search" />}
        placeholder={say('palette.placeholder')}
        aria-label={say('palette.placeholder')}
        role="combobox"
        aria-expanded
        aria-controls="palette-actions"
        aria-activedescendant={found[at] ? `action-${found[at].id}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <div className={styles.actions} role="listbox" id="palette-actions" aria-label={say('palette.actions')}>
        {found.map((action, i) => (
          <UnstyledButton
            key={action.id}
            id={`action-${action.id}`}
            role="option"
            aria-selected={i === at}
            tabIndex={-1}
            className={styles.action}
            onMouseMove={() => setAt(i)}
            onClick={() => run(action)}
          >
            <span>{action.name}</span>
            {action.hint && <span className={styles.hint}>{action.hint}</span>}
            {action.keys && <kbd className={styles.keys}>{action.keys}</kbd>}
          </UnstyledButton>
        ))}
        {found.length === 0 && <p className={styles.none}>{say('palette.none', { text })}</p>}
      </div>
    </Modal>
  )
}

function matching(actions: readonly Action[], text: string): Action[] {
  const words = text.toLowerCase().split(' ').filter(Boolean)
  return actions
    .filter(({ name, hint }) => words.every((word) => `${name} ${hint ?? ''}`.toLowerCase().includes(word)))
    .slice(0, 60)
}
