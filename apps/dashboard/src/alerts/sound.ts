const tones = [
  { frequency: 660, at: 0 },
  { frequency: 880, at: 0.12 },
]
const toneSeconds = 0.18
const loudness = 0.08

let context: AudioContext | undefined

/** Plays two short tones. Browsers stay silent until someone clicks in the page. */
export async function playSound(): Promise<void> {
  const audio = (context ??= new AudioContext())
  if (audio.state === 'suspended') await audio.resume()
  for (const { frequency, at } of tones) playTone(audio, frequency, audio.currentTime + at)
  await new Promise((resolve) => setTimeout(resolve, 600))
}

function playTone(audio: AudioContext, frequency: number, at: number): void {
  const tone = new OscillatorNode(audio, { frequency })
  const volume = new GainNode(audio, { gain: loudness })
  volume.gain.setValueAtTime(loudness, at)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + toneSeconds)
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + toneSeconds)
}
