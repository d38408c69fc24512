import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Icon, IconButton } from '../../../../parts/icon.tsx'
import { sayProblem } from '../../../../parts/problem.tsx'
import { say } from '../../../../words/words.ts'
import styles from '../../inbox.module.css'
import { type Recording, record } from './recording.ts'

const meterMs = 100
/** The recording ends after this time, so that a forgotten one doesn't grow without limit. */
const longestSeconds = 15 * 60

/** Records a voice note. Shows its loudness and duration, and buttons to end it. Escape cancels. */
export function VoiceRecorder({ onDone, onCancel }: { onDone: (file: File) => void; onCancel: () => void }) {
  const { recording, level, seconds } = useRecording(onCancel)
  const isEnding = useRef(false)
  const finish = () => {
    if (isEnding.current) return
    isEnding.current = true
    void recording?.finish().then(onDone, (error: unknown) => (sayProblem(error), onCancel()))
  }
  const cancel = () => {
    recording?.cancel()
    onCancel()
  }
  const button = useRef<HTMLButtonElement>(null)
  // The button that opened the recorder is gone, and Escape works only while the focus is in here.
  useEffect(() => {
    if (recording) button.current?.focus()
  }, [recording])
  useEffect(() => {
    if (seconds >= longestSeconds) finish()
  })
  return (
    <fieldset
      className={styles.recorder}
      aria-label={say('voice.record')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        cancel()
      }}
    >
      <Icon name="microphone" size={16} />
      <meter className={styles.level} value={level} aria-label={say('voice.level')} />
      <Text size="sm" ff="monospace" role="timer">
        {clockOf(seconds)}
      </Text>
      <IconButton icon="close" label={say('voice.cancel')} onClick={cancel} />
      <Button ref={button} size="xs" disabled={!recording} onClick={finish}>
        {say('voice.done')}
      </Button>
    </fieldset>
  )
}

/** Returns a duration as minutes and seconds. */
const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Records while the component is shown. Calls `onRefused` if the browser can't or may not use the microphone. */
function useRecording(onRefused: () => void) {
  const [recording, setRecording] = useState<Recording>()
  const [shown, setShown] = useState({ level: 0, seconds: 0 })
  const refused = useRef(onRefused)
  refused.current = onRefused
  useEffect(() => {
    let begun: Recording | undefined
    let isGone = false
    let timer: ReturnType<typeof setInterval> | undefined
    record().then(
      (started) => {
        if (isGone) return started.cancel()
        begun = started
        setRecording(started)
        const from = Date.now()
        timer = setInterval(() => setShown({ level: started.level(), seconds: (Date.now() - from) / 1_000 }), meterMs)
      },
      () => {
        if (isGone) return
        sayProblem(new Error(say('voice.refused')))
        refused.current()
      },
    )
    return () => {
      isGone = true
      clearInterval(timer)
      begun?.cancel()
    }
  }, [])
  return { recording, ...shown }
}
