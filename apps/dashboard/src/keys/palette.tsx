import { Modal, TextInput, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useState, useSyncExternalStore } from 'react'
import { Icon } from '../parts/icon.tsx'
import { say } from '../words/say.ts'
import { useFound } from './found.ts'
import styles from './palette.module.css'
import { type Action, closePalette, onPalette, paletteState } from './palette-state.ts'

const frame = { withCloseButton: false, padding: 0, centered: false, size: 'lg', yOffset: '12vh' } as const

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Finds every action by its name, and shows the key that does the same. */
export function Palette() {
  const { actions } = useSyncExternalStore(onPalette, paletteState)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const things = useFound(text)
  const found = [...matching([...actions.values()].flat(), text), ...things]
  const run = (action: Action | undefined) => {
    if (action === undefined) return
    closePalette()
    action.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(found[at])
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(found.length - 1, at + step)))
  }
  return (
    <Modal opened onClose={closePalette} {...frame} aria-label={say('shell.find')}>
      <TextInput
        size="md"
        variant="unstyled"
        px="md"
        leftSection={<Icon name="search" />}
        {...field()}
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
          <ActionRow
            key={action.id}
            action={action}
            isChosen={i === at}
            onChoose={() => setAt(i)}
            onRun={() => run(action)}
          />
        ))}
        {found.length === 0 && <Nothing text={text} />}
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

type RowProps = { action: Action; isChosen: boolean; onChoose: () => void; onRun: () => void }

function ActionRow({ action, isChosen, onChoose, onRun }: RowProps) {
  return (
    <UnstyledButton
      id={`action-${action.id}`}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={styles.action}
      onMouseMove={onChoose}
      onClick={onRun}
    >
      <span>{action.name}</span>
      {action.hint && <span className={styles.hint}>{action.hint}</span>}
      {action.keys && <kbd className={styles.keys}>{action.keys}</kbd>}
    </UnstyledButton>
  )
}

const field = () => ({
  placeholder: say('palette.placeholder'),
  'aria-label': say('palette.placeholder'),
  role: 'combobox',
  'aria-expanded': true,
  'aria-controls': 'palette-actions',
})

function Nothing({ text }: { text: string }) {
  return <p className={styles.none}>{say('palette.none', { text })}</p>
}
