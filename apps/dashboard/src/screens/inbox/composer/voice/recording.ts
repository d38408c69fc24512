import { voiceNoteName } from '../../../../outbox/outbox.ts'

/** Container formats that browsers can record, best first. WhatsApp shows Ogg as a voice note, and MP4 as an audio file. */
const types = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'] as const

export type Recording = {
  /** Current loudness, from 0 to 1. */
  level(): number
  finish(): Promise<File>
  cancel(): void
}

const bitsPerSecond = 32_000
const pieceMs = 1_000

/**
 * Starts recording from this stream; by default, from the microphone, after the browser has asked for permission. Rejects if the browser can't
 * record or gets no permission.
 */
export async function record(stream?: MediaStream): Promise<Recording> {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type))
  if (mimeType === undefined) throw new Error('this browser records in none of the formats')
  const sound = stream ?? (await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } }))
  const recorder = new MediaRecorder(sound, { mimeType, audioBitsPerSecond: bitsPerSecond })
  const pieces: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const context = new AudioContext()
  const level = meterOf(context, sound)
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve(), { once: true }))
  let ending: Promise<void> | undefined
  const end = () => (ending ??= stop())
  const stop = async () => {
    // It has stopped by itself if the microphone was unplugged.
    if (recorder.state !== 'inactive') recorder.stop()
    await ended
    for (const track of sound.getTracks()) track.stop()
    await context.close()
  }
  recorder.start(pieceMs)
  return {
    level,
    async finish() {
      await end()
      return fileOf(new Blob(pieces), mimeType)
    },
    cancel: () => void end(),
  }
}

/** Returns a function that measures the current loudness. Doubled, because the average of speech is far below its peaks. */
function meterOf(context: AudioContext, sound: MediaStream): () => number {
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(sound).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return () => {
    analyser.getFloatTimeDomainData(samples)
    return Math.min(1, 2 * Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length))
  }
}

/** Returns the recording in a format that WhatsApp accepts. WebM is repackaged; the code for that loads only when it is needed. */
async function fileOf(recorded: Blob, mimeType: string): Promise<File> {
  const [type = ''] = mimeType.split(';')
  if (type !== 'audio/webm')
    return new File([recorded], type === 'audio/ogg' ? voiceNoteName : 'voice-note.m4a', { type })
  const { oggOf } = await import('./ogg.ts')
  return new File([oggOf(new Uint8Array(await recorded.arrayBuffer()))], voiceNoteName, { type: 'audio/ogg' })
}
