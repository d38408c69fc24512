import { expect, it, vi } from 'vitest'
import { record } from './recording.ts'

it('is Ogg with Opus, which browsers can play, as long as the sound, and loud where it is', async () => {
  const context = new AudioContext({ sampleRate: 48_000 })
  await context.resume()
  const tone = new OscillatorNode(context, { frequency: 440 })
  const sink = context.createMediaStreamDestination()
  tone.connect(sink)
  tone.start()
  const recording = await record(sink.stream)
  await expect.poll(() => recording.level(), { timeout: 60_000 }).toBeGreaterThan(0.5)
  const from = performance.now()
  await expect.poll(() => performance.now() - from, { timeout: 60_000 }).toBeGreaterThan(1_500)
  const file = await recording.finish()
  expect([file.name, file.type]).toEqual(['voice-note.ogg', 'audio/ogg'])
  const bytes = await file.arrayBuffer()
  expect(new TextDecoder().decode(bytes.slice(0, 4))).toBe('OggS')
  const sound = await new AudioContext({ sampleRate: 48_000 }).decodeAudioData(bytes)
  expect(sound.duration).toBeGreaterThan(1)
  const samples = sound.getChannelData(0)
  const middle = samples.subarray(samples.length / 4, samples.length / 2)
  const crossings = middle.reduce((count, each, i) => count + (each >= 0 && (middle[i - 1] ?? 0) < 0 ? 1 : 0), 0)
  expect(crossings / (middle.length / 48_000)).toBeCloseTo(440, -1)
})

it('is kept if the microphone is unplugged before the end', async () => {
  const context = new AudioContext({ sampleRate: 48_000 })
  await context.resume()
  const tone = new OscillatorNode(context, { frequency: 440 })
  const sink = context.createMediaStreamDestination()
  tone.connect(sink)
  tone.start()
  const begun = vi.spyOn(MediaRecorder.prototype, 'start')
  const recording = await record(sink.stream)
  await expect.poll(() => recording.level(), { timeout: 60_000 }).toBeGreaterThan(0.5)
  const from = performance.now()
  await expect.poll(() => performance.now() - from, { timeout: 60_000 }).toBeGreaterThan(1_500)
  // As the browser does.
  const [recorder] = begun.mock.contexts as MediaRecorder[]
  recorder?.stop()
  begun.mockRestore()
  expect((await recording.finish()).size).toBeGreaterThan(0)
})
