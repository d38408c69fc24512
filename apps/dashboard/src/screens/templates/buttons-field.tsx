import { Button } from '@mantine/core'
import { TextField } from '../../parts/fields.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { say } from '../../words/say.ts'
import styles from './templates.module.css'

/** A template's button: a quick reply, or a link if it has a URL. */
export type QuickReply = { text: string; url: string }

const most = 10

type Props = { buttons: readonly QuickReply[]; onChange: (buttons: readonly QuickReply[]) => void }

export function ButtonsField({ buttons, onChange }: Props) {
  const put = (at: number, change: Partial<QuickReply>) =>
    onChange(buttons.map((each, i) => (i === at ? { ...each, ...change } : each)))
  return (
    <>
      {buttons.map(({ text, url }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a button has no other name; its fields hold no state
        <div className={styles.button} key={i}>
          <TextField
            name={`buttons.${i}.text`}
            label={say('template.buttonText')}
            maxLength={25}
            required
            value={text}
            onChange={(event) => put(i, { text: event.currentTarget.value })}
          />
          <TextField
            name={`buttons.${i}.url`}
            label={say('template.buttonUrl')}
            type="url"
            placeholder="https://shop.example.com"
            value={url}
            onChange={(event) => put(i, { url: event.currentTarget.value })}
          />
          <IconButton
            icon="close"
            iconSize={14}
            label={say('template.removeButton')}
            color="gray"
            onClick={() => onChange(buttons.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      {buttons.length < most && (
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          onClick={() => onChange([...buttons, { text: '', url: '' }])}
        >
          {say('template.addButton')}
        </Button>
      )}
    </>
  )
}
